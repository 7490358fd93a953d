/** A backtest as the page shows it, without the holdings, which are requested by period. */
import { type Coverage, historyId } from '../../wire/history.ts';
import type { Trade } from '../backtest/simulate.ts';
import { textNumbers } from '../backtest/variants.ts';
import type { History } from '../history/history.ts';
import { printDate } from '../steps/hold.ts';
import type { BacktestAnswer, PeriodRow } from './protocol.ts';
import type { Run } from './run.ts';

const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

function coverageByDate({ manifest }: History): ReadonlyMap<string, Coverage> {
  return new Map(manifest.blocks.flatMap(({ dates, coverage }) => dates.map((date, at) => [date, coverage[at]!] as const)));
}

function periodRow(trade: Trade, day: number, coverage: Coverage | null): PeriodRow {
  let ended = 0;
  for (const { fate } of trade.returns.values()) if (fate !== 'sold') ended++;
  const { snapshot, cash, turnover, cost, infeasible } = trade;
  return {
    snapshot,
    day,
    rows: trade.securities.length,
    entered: trade.entered.length,
    left: trade.left.length,
    notFound: trade.notFound.length,
    ended,
    cash,
    turnover,
    cost,
    return: trade.return,
    infeasible,
    coverage,
  };
}

export function backtestAnswer({ history, backtests, steps, found }: Run): Omit<BacktestAnswer, 'ms'> {
  const { hold, days, simulation, performance, turnoverPerYear, calendar, benchmarks, signal } = found;
  const { curves, trades } = simulation;
  const coverage = coverageByDate(history);
  return {
    hold,
    history: {
      digest: history.manifest.digest,
      id: historyId(history.manifest),
      from: dayOf(history.dates[0]!),
      to: dayOf(history.dates.at(-1)!),
    },
    days,
    curves,
    performance,
    turnoverPerYear,
    calendar,
    benchmarks,
    signal,
    holdOut: backtests.holdOut,
    numbers: textNumbers(steps),
    periods: trades.map((trade, at) => periodRow(trade, days[at]!, coverage.get(printDate(trade.snapshot)) ?? null)),
  };
}
