/** The workloads as steps of a screen, with bounds from the data: the same for every contender. */
import type { CategoricalFilter, NumericFilter } from '../src/engine/steps/filter.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import type { SliceStep } from '../src/engine/steps/slice.ts';
import type { SortStep } from '../src/engine/steps/sort.ts';
import type { Universe } from './universe.ts';

/** Columns that are no money, so that no contender converts currencies; `money` has its own measurement. */
export const RANGED = [
  'beta',
  'stats.252.rateBack',
  'stats.252.zscore',
  'stats.63.rateToMax',
  'stats.21.rsi',
  'commonStockSharesOutstanding',
] as const;
export const DRAGS = 200;
/** Bins of a column's histogram. */
export const BINS = 32;
/** Of a column's values, how many a drag moves its bound over. */
const DRAG_SHARE = 0.001;

export interface Workloads {
  readonly filters: readonly (NumericFilter | CategoricalFilter)[];
  readonly sortOne: readonly SortStep[];
  readonly sortTwo: readonly SortStep[];
  readonly steps: readonly (NumericFilter | CategoricalFilter | SortStep | SliceStep)[];
  /** The filters with a different bound of the last, and of the first, range. */
  readonly dragLast: readonly (readonly Step[])[];
  readonly dragFirst: readonly (readonly Step[])[];
  readonly dragSorted: readonly (readonly Step[])[];
}

const descending = (columnId: string): SortStep => ({ operatorType: 'sort', columnId, sortOperator: 'Descending' });
const first = (end: number, sliceIsPercentage: boolean): SliceStep => ({
  operatorType: 'slice',
  operatorValues: [0, end],
  sliceIsPercentage,
});

export function workloads({ columns, categories }: Universe): Workloads {
  const sorted = new Map(
    RANGED.map((id) => [
      id as string,
      columns
        .get(id)!
        .filter((value) => !Number.isNaN(value))
        .sort(),
    ]),
  );
  const at = (id: string, share: number): number => {
    const present = sorted.get(id)!;
    return present[Math.floor(share * (present.length - 1))]!;
  };
  const number = (columnId: string, operator: NumericFilter['operator'], ...shares: number[]): NumericFilter => ({
    operatorType: 'filter',
    columnId,
    operator,
    operatorValues: shares.map((share) => at(columnId, share)),
  });
  const category = (columnId: string, operator: 'In' | 'NotIn', ...codes: number[]): CategoricalFilter => ({
    operatorType: 'filter',
    columnId,
    operator,
    operatorValues: codes.map((code) => categories.get(columnId)!.labels[code]!),
  });
  const [a, b, c, d, e, f] = RANGED;
  const filters = [
    category('sector', 'In', 0, 1, 2, 3, 4, 5, 6, 7),
    category('country', 'NotIn', 3, 4, 5),
    number(a, 'GreaterThanOrEquals', 0.1),
    number(b, 'LessThanOrEquals', 0.9),
    number(c, 'Between', 0.05, 0.9),
    number(d, 'NotBetween', 0.45, 0.55),
    number(e, 'GreaterThanOrEquals', 0.15),
    number(f, 'LessThanOrEquals', 0.8),
  ];
  const lows = Array.from({ length: DRAGS }, (_, drag) => at(a, 0.1 + DRAG_SHARE * (drag + 1)));
  const highs = Array.from({ length: DRAGS }, (_, drag) => at(f, 0.8 - DRAG_SHARE * (drag + 1)));
  const dragFirst = lows.map((low) => [{ ...(filters[2] as NumericFilter), operatorValues: [low] }, ...filters.toSpliced(2, 1)]);
  const dragLast = highs.map((high) => [...filters.slice(0, 7), { ...(filters[7] as NumericFilter), operatorValues: [high] }]);
  return {
    filters,
    sortOne: [descending('marketCapitalization')],
    sortTwo: [descending(a), { operatorType: 'sort', columnId: 'sector', sortOperator: 'Ascending' }],
    steps: [
      number(a, 'GreaterThanOrEquals', 0.1),
      descending(b),
      first(10, true),
      number(c, 'LessThanOrEquals', 0.9),
      descending(d),
      first(49, false),
    ],
    dragFirst,
    dragLast,
    dragSorted: dragFirst.map((steps) => [...steps, descending(e)]),
  };
}
