/** A backtest's tables as CSV. */

import { delimitedLine } from '../../answers/delimited.ts';
import { runToEnd } from '../../run/timeSlices.ts';
import { printDate } from '../../steps/hold.ts';
import { printStep } from '../../steps/language.ts';
import { type LeftBy, periodLedger } from '../ledger.ts';
import { sensitivity } from '../sensitivity.ts';
import type { Trade } from '../simulate.ts';
import type { TrialLog } from '../trialLog.ts';
import { textNumbers } from '../variants.ts';
import { type Found, idOf, startsOf, tradeDates } from './found.ts';

type Cell = string | number | null;

export function csvOf(header: readonly string[], lines: readonly (readonly Cell[])[]): string {
  const known = (cell: Cell): Cell => (Number.isNaN(cell) ? null : cell);
  return [header, ...lines].map((cells) => delimitedLine(cells.map(known), 'csv')).join('');
}

const PERIOD_COLUMNS = [
  'snapshot',
  'date',
  'rows',
  'entered',
  'left',
  'notFound',
  'ended',
  'cash',
  'turnover',
  'cost',
  'grossReturn',
  'return',
  'low',
  'shown',
  'high',
] as const;

function periods(found: Found): string {
  const { trades, curves } = found.backtest.simulation;
  const dates = tradeDates(found);
  const lines = trades.map((trade, at) => [
    printDate(trade.snapshot),
    dates[at]!,
    trade.securities.length,
    trade.entered.length,
    trade.left.length,
    trade.notFound.length,
    [...trade.returns.values()].filter(({ fate }) => fate !== 'sold').length,
    trade.cash,
    trade.turnover,
    trade.cost,
    trade.grossReturn,
    trade.return,
    curves.low[at]!,
    curves.shown[at]!,
    curves.high[at]!,
  ]);
  return csvOf(PERIOD_COLUMNS, lines);
}

function weights(found: Found): string {
  const dates = tradeDates(found);
  const lines = found.backtest.simulation.trades.flatMap((trade, at) =>
    [...trade.weights].map(([security, weight]) => {
      const period = trade.returns.get(security);
      return [
        printDate(trade.snapshot),
        dates[at]!,
        idOf(found, security),
        weight,
        trade.drifted.get(security) ?? 0,
        period?.shown ?? null,
        period?.fate ?? null,
      ];
    }),
  );
  return csvOf(['snapshot', 'date', 'id', 'weight', 'drifted', 'return', 'fate'], lines);
}

function reason(by: LeftBy, found: Found): string {
  return by.kind === 'step' ? (printStep(found.steps[by.at]!) ?? '') : by.kind;
}

function tradesOf(found: Found, trade: Trade, date: string): Cell[][] {
  const { runner } = found.backtests;
  const { left } = periodLedger(runner, found.steps.slice(0, -1), trade);
  const why = new Map(left.map(({ security, by }) => [security, reason(by, found)]));
  const securities = new Set([...trade.weights.keys(), ...trade.drifted.keys()]);
  return [...securities].flatMap((security) => {
    const [from, to] = [trade.drifted.get(security) ?? 0, trade.weights.get(security) ?? 0];
    const kind = trade.drifted.has(security) ? (trade.weights.has(security) ? 'rebalanced' : 'left') : 'entered';
    return from === to
      ? []
      : [[printDate(trade.snapshot), date, idOf(found, security), kind, from, to, to - from, why.get(security) ?? '']];
  });
}

function trades(found: Found): string {
  const dates = tradeDates(found);
  const lines = found.backtest.simulation.trades.flatMap((trade, at) => tradesOf(found, trade, dates[at]!));
  return csvOf(['snapshot', 'date', 'id', 'kind', 'from', 'to', 'change', 'leftAt'], lines);
}

function returns({ backtest: { calendar } }: Found): string {
  const lines = [...calendar.years, ...calendar.months].map(({ year, month, return: value }) => [year, month, value]);
  return csvOf(['year', 'month', 'return'], lines);
}

function starts(found: Found): string {
  const fan = startsOf(found);
  const lines = Array.from(fan.starts, (day, at) => [
    printDate(day),
    fan.cagr.low[at]!,
    fan.cagr.shown[at]!,
    fan.cagr.high[at]!,
    fan.benchmarks.equal[at]!,
    fan.benchmarks.cap[at]!,
  ]);
  return csvOf(['start', 'low', 'shown', 'high', 'equal', 'cap'], lines);
}

function sensitivities({ backtests: { runner }, steps }: Found): string {
  const lines = textNumbers(steps).flatMap((number) => {
    const { values, figures } = runToEnd(sensitivity(runner, steps, number));
    return values.map((value, at) => [
      number.step + 1,
      number.value,
      value,
      figures.cagr[at]!,
      figures.sharpe[at]!,
      figures.volatility[at]!,
      figures.maxDrawdown[at]!,
      figures.turnoverPerYear[at]!,
    ]);
  });
  return csvOf(['step', 'number', 'value', 'cagr', 'sharpe', 'volatility', 'maxDrawdown', 'turnoverPerYear'], lines);
}

/** The logged trials, and the looks into hold-outs. */
export function trialsCsv({ histories }: TrialLog): string {
  const lines = Object.entries(histories).flatMap(([history, { sharpes, looks }]) =>
    Object.entries(sharpes).map(([text, sharpe]) => [history, looks, text, sharpe]),
  );
  return csvOf(['history', 'looks', 'text', 'sharpe'], lines);
}

export const CSV_TABLES: Readonly<Record<string, (found: Found) => string>> = {
  periods,
  weights,
  trades,
  returns,
  starts,
  sensitivity: sensitivities,
};
