/** A backtest as the page shows it: what is small. Holdings are asked for by period. */
import type { Coverage } from '../../wire/history.ts';
import { bootstrap } from '../backtest/bootstrap.ts';
import { returnsOf } from '../backtest/performance.ts';
import { PERIODS_PER_YEAR } from '../backtest/schedule.ts';
import type { Trade } from '../backtest/simulate.ts';
import type { History } from '../history/history.ts';
import { printDate } from '../steps/hold.ts';
import type { BacktestAnswer, PeriodRow } from './protocol.ts';
import type { Run } from './run.ts';

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

/** Numbers in [0, 1), the same for every result: Marsaglia's xorshift of 32 bits (Journal of Statistical Software 8, 2003). */
function seeded(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function backtestAnswer({ history, backtests, found }: Run): Omit<BacktestAnswer, 'numbers' | 'holdOut' | 'ms'> {
  const { hold, days, simulation, performance, turnoverPerYear, calendar, benchmarks, signal } = found;
  const { curves, cashReturns, trades } = simulation;
  const coverage = coverageByDate(history);
  const { snapshots } = backtests.runner.view;
  return {
    hold,
    history: {
      id: history.manifest.blocks[0]!.columns.file.split('.')[0]!,
      digest: history.manifest.digest,
      from: snapshots[0]!,
      to: snapshots.at(-1)!,
    },
    days,
    curves,
    performance,
    turnoverPerYear,
    calendar,
    benchmarks,
    signal,
    periods: trades.map((trade, at) => periodRow(trade, days[at]!, coverage.get(printDate(trade.snapshot)) ?? null)),
    luck: bootstrap(returnsOf(curves.shown), cashReturns, PERIODS_PER_YEAR[hold.every], seeded()),
  };
}
