/** How much of the market a screen could see at each date. */
import { isText } from '../../catalogue/column.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Backtest } from './backtest.ts';
import { benchmarkSteps } from './benchmarks.ts';
import type { BacktestRunner } from './runner.ts';

/** Below this share of the market value, a result is stated as an interval. */
export const COVERED_MIN = 0.9;
const MARKET_VALUE = 'marketCapitalization';

export interface DateCoverage {
  /** Day of the snapshot. */
  readonly snapshot: number;
  /** Rows that pass the screen's filters on type and price. */
  readonly rows: number;
  /**
   * Share of their market value in rows with all numbers that the screen reads. A row without a market value counts
   * as uncovered, with the median value. Null when no row has one.
   */
  readonly marketValue: number | null;
  /** Securities held in the following period whose final return is unknown. */
  readonly unknownEnds: number;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}

/** Coverage at every rebalancing but the last, which only sells. @param steps without the hold */
export function coverageOf(runner: BacktestRunner, steps: readonly Step[], { simulation }: Backtest): DateCoverage[] {
  const filters = benchmarkSteps(steps);
  const columns = [...new Set(steps.flatMap((step) => stepColumns(step)))];
  return simulation.trades.slice(0, -1).map(({ snapshot, returns }) => {
    const place = runner.placeOf(snapshot);
    const { rows } = runner.screenings.at(place, filters, 'benchmark');
    const { table } = runner.screenings.at(place, steps);
    const values = table.numbers(MARKET_VALUE);
    const numbers = columns.flatMap((id) => {
      const column = table.column(id);
      return column && !isText(column) ? [table.numbers(id)] : [];
    });
    const caps: number[] = [];
    let covered = 0;
    let lacking = 0;
    for (const row of rows) {
      const cap = (values?.[row] ?? Number.NaN) * (table.rates[row] ?? 1);
      if (!(cap > 0)) {
        lacking++;
        continue;
      }
      caps.push(cap);
      if (numbers.every((column) => column !== undefined && !Number.isNaN(column[row]!))) covered += cap;
    }
    const all = caps.reduce((sum, cap) => sum + cap, 0) + (caps.length > 0 ? lacking * median(caps) : 0);
    const unknownEnds = [...returns.values()].filter(({ fate }) => fate === 'unknown').length;
    return { snapshot, rows: rows.length, marketValue: all > 0 ? covered / all : null, unknownEnds };
  });
}
