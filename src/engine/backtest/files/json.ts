import type { HistoryManifest } from '../../../wire/history.ts';
import { type Hold, printDate, printPercent } from '../../steps/hold.ts';
import { printStep } from '../../steps/language.ts';
import { type LeftBy, type PeriodLedger, periodLedger } from '../ledger.ts';
import type { Performance } from '../performance.ts';
import type { BySecurity, Trade } from '../simulate.ts';
import { type Found, idOf, startsOf, tradeDates } from './found.ts';
import { honestyJson } from './honest.ts';

function byId(numbers: BySecurity, found: Found): Record<string, number> {
  return Object.fromEntries([...numbers].map(([security, value]) => [idOf(found, security), value]));
}

function capName(kind: Trade['infeasible'][number], { rowCap, groupCap }: Hold): string {
  return kind === 'row' ? `cap ${printPercent(rowCap ?? 0)}` : `cap ${printPercent(groupCap?.share ?? 0)} per ${groupCap?.by}`;
}

function tradeJson(trade: Trade, date: string, found: Found) {
  const ends = [...trade.returns].filter(([, { fate }]) => fate !== 'sold');
  const names = (securities: readonly number[]): string[] => securities.map((security) => idOf(found, security));
  return {
    snapshot: printDate(trade.snapshot),
    date,
    rows: names(trade.securities),
    infeasible: trade.infeasible.map((kind) => capName(kind, found.backtest.hold)),
    entered: names(trade.entered),
    left: names(trade.left),
    notFound: names(trade.notFound),
    late: Object.fromEntries([...trade.late].map(([security, day]) => [idOf(found, security), printDate(day)])),
    ends: Object.fromEntries(
      ends.map(([security, { start, end, low, shown, high, fate }]) => [
        idOf(found, security),
        { start: printDate(start), end: printDate(end), low, shown, high, fate },
      ]),
    ),
    weights: byId(trade.weights, found),
    drifted: byId(trade.drifted, found),
    cash: trade.cash,
    turnover: trade.turnover,
    cost: trade.cost,
    ...(trade.grossReturn === null ? {} : { grossReturn: trade.grossReturn, return: trade.return }),
  };
}

function statisticsJson({ maxDrawdown, ...figures }: Performance, dates: readonly string[]) {
  const at = (place: number | null): string | null => (place === null ? null : dates[place]!);
  return {
    ...figures,
    maxDrawdown: maxDrawdown?.depth ?? 0,
    drawdownDates: maxDrawdown && [at(maxDrawdown.peak), at(maxDrawdown.trough), at(maxDrawdown.recovered)],
  };
}

function leftAt(by: LeftBy, { steps }: Found) {
  return by.kind === 'step' ? { step: by.at + 1, text: printStep(steps[by.at]!) } : { [by.kind]: true };
}

function ledgerJson({ entered, left, drifted, died }: PeriodLedger, date: string, found: Found) {
  return {
    date,
    entered: entered.map((security) => idOf(found, security)),
    left: left.map(({ security, by }) => ({ id: idOf(found, security), ...leftAt(by, found) })),
    drifted: drifted.map(({ security, from, to }) => ({ id: idOf(found, security), from, to })),
    died: died.map(({ security, fate, return: value }) => ({ id: idOf(found, security), fate, return: value })),
  };
}

function startsJson(found: Found) {
  const { starts, cagr, benchmarks } = startsOf(found);
  return {
    dates: Array.from(starts, printDate),
    cagr: { low: [...cagr.low], shown: [...cagr.shown], high: [...cagr.high] },
    benchmarks: { equal: [...benchmarks.equal], cap: [...benchmarks.cap] },
  };
}

export function jsonOf(found: Found, { blocks }: HistoryManifest): string {
  const { backtests, backtest, steps, exposures } = found;
  const { simulation, benchmarks, signal, calendar } = backtest;
  const dates = tradeDates(found);
  const coverage = blocks.flatMap((block) => block.dates.map((date, at) => ({ date, ...block.coverage[at]! })));
  const beside = (name: 'equal' | 'cap') => {
    const { curve, performance, model } = benchmarks[name];
    return { curve: [...curve], statistics: statisticsJson(performance, dates), ...model };
  };
  return `${JSON.stringify({
    trades: simulation.trades.map((trade, at) => tradeJson(trade, dates[at]!, found)),
    dates,
    curve: Object.fromEntries(Object.entries(simulation.curves).map(([name, curve]) => [name, [...curve]])),
    statistics: { ...statisticsJson(backtest.performance, dates), turnoverPerYear: backtest.turnoverPerYear },
    returns: calendar,
    ledger: simulation.trades.map((trade, at) =>
      ledgerJson(periodLedger(backtests.runner, steps.slice(0, -1), trade), dates[at]!, found),
    ),
    starts: startsJson(found),
    benchmarks: { equal: beside('equal'), cap: beside('cap') },
    quantiles: signal,
    factors: exposures,
    coverage: coverage.filter(({ date }) => simulation.trades.some(({ snapshot }) => printDate(snapshot) === date)),
    honesty: found.honesty && honestyJson(found.honesty, found),
  })}\n`;
}
