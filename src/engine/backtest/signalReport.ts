/** Performance of the rows ranked by a screen's last sort, before any slice. */
import type { Step } from '../steps/registry.ts';
import { isSort, type SortStep } from '../steps/sort.ts';
import { mean } from './performance.ts';
import type { BacktestRunner } from './runner.ts';
import type { Rebalancing } from './schedule.ts';
import { comparedValues, securitiesOf } from './selection.ts';
import { informationCoefficient, neweyWestT, type QuantileReturns, quantileReturns } from './signal.ts';

/** Quantile groups of the last sort: ten if every date has enough rows for each, else five. */
const QUANTILE_COUNTS = [10, 5] as const;
const ROWS_PER_QUANTILE_MIN = 10;

export interface SignalReport {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
  /** Information coefficient of each period; null where it is undefined. */
  readonly coefficients: readonly (number | null)[];
  readonly meanCoefficient: number | null;
  /** Newey and West's t of the mean. */
  readonly coefficientT: number | null;
  /** Mean over the periods of each group's return, the first rows' first, and of the spread; null for too few rows. */
  readonly quantiles: QuantileReturns | null;
  readonly spreadT: number | null;
}

/** The last sort that orders by numbers. */
function lastSort({ view }: BacktestRunner, steps: readonly Step[]): SortStep | null {
  const sort = steps.findLast((step): step is SortStep => isSort(step) && step.sortOperator !== 'None');
  return sort && view.tableAt(0).numbers(sort.columnId) ? sort : null;
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** Values of the sorted column and the returns that followed, of each period's rows. */
function ranked(runner: BacktestRunner, steps: readonly Step[], dates: readonly Rebalancing[], { columnId }: SortStep) {
  const { view, periods, screenings } = runner;
  return dates.slice(0, -1).map(({ snapshot, session }, i) => {
    const place = runner.placeOf(snapshot);
    const { table, rows } = screenings.rankedAt(place, steps);
    const securities = securitiesOf(rows, view.securitiesAt(place));
    const { shown } = periods.between(session, dates[i + 1]!.session, securities);
    const returns = new Float64Array(securities.length);
    for (let at = 0; at < securities.length; at++) returns[at] = shown[securities[at]!]!;
    return { values: comparedValues(table, columnId, rows), returns };
  });
}

/** Null when no sort is by numbers. */
export function signalReport(runner: BacktestRunner, steps: readonly Step[], dates: readonly Rebalancing[]): SignalReport | null {
  const sort = lastSort(runner, steps);
  if (!sort) return null;
  const direction = sort.sortOperator === 'Ascending' ? 'asc' : 'desc';
  const periods = ranked(runner, steps, dates, sort);
  const coefficients = periods.map(({ values, returns }) => informationCoefficient(values, returns, direction));
  const groupCount = QUANTILE_COUNTS.find((count) =>
    periods.every(({ values }) => values.length >= count * ROWS_PER_QUANTILE_MIN),
  );
  const quantiles = groupCount
    ? periods.flatMap(({ values, returns }) => quantileReturns(values, returns, direction, groupCount) ?? [])
    : [];
  const spreads = quantiles.map(({ spread }) => spread);
  return {
    columnId: sort.columnId,
    direction,
    coefficients,
    meanCoefficient: known(coefficients).length > 0 ? mean(known(coefficients)) : null,
    coefficientT: neweyWestT(known(coefficients)),
    quantiles:
      quantiles.length > 0
        ? {
            groups: quantiles[0]!.groups.map((_, group) => mean(quantiles.map(({ groups }) => groups[group]!))),
            spread: mean(spreads),
          }
        : null,
    spreadT: neweyWestT(spreads),
  };
}
