import crossfilter, { type Dimension } from 'crossfilter2';
import type { Step } from '../../src/engine/steps/registry.ts';
import { type Contender, rowsTask } from '../contender.ts';
import manifest from './package.json' with { type: 'json' };

/** Its indexes need ordered values, without NaN. */
const MISSING = -1e300;

function set(dimension: Dimension, step: Step): void {
  if (step.operatorType !== 'filter' || step.columnId === null) return;
  const [low = 0, high = 0] = step.operatorValues as readonly number[];
  const wanted = new Set<unknown>(step.operatorValues);
  switch (step.operator) {
    case 'GreaterThanOrEquals':
      dimension.filterRange([low, Number.POSITIVE_INFINITY]);
      break;
    // Its upper end is exclusive; no value is within this share of a bound.
    case 'LessThanOrEquals':
      dimension.filterRange([MISSING / 2, low + Math.abs(low) * 1e-12]);
      break;
    case 'Between':
      dimension.filterRange([low, high + Math.abs(high) * 1e-12]);
      break;
    case 'NotBetween':
      dimension.filterFunction((value: number) => value !== MISSING && (value < low || value > high));
      break;
    default:
      dimension.filterFunction((value: string) => wanted.has(value) === (step.operator === 'In'));
  }
}

export const peer: Contender = {
  name: 'crossfilter2',
  version: manifest.dependencies.crossfilter2,
  async load({ rows, columns, categories }, { filters, dragLast, dragFirst }) {
    const cross = crossfilter(Array.from({ length: rows }, (_, row) => row));
    const dimensions = new Map<string, Dimension>();
    for (const { columnId } of filters) {
      const category = categories.get(columnId);
      const values = columns.get(columnId);
      dimensions.set(
        columnId,
        cross.dimension(
          category
            ? (row) => category.labels[category.codes[row]!]!
            : (row) => (Number.isNaN(values![row]!) ? MISSING : Math.fround(values![row]!)),
        ),
      );
    }
    const clear = (): void => {
      for (const dimension of dimensions.values()) dimension.filterAll();
    };
    const filterAll = (list: readonly Step[]): number[] => {
      for (const step of list) if (step.operatorType === 'filter' && step.columnId) set(dimensions.get(step.columnId)!, step);
      return cross.allFiltered();
    };
    const drag = (lists: readonly (readonly Step[])[], at: number) =>
      rowsTask((round) => {
        const list = lists[round % lists.length]!;
        return round === 0 ? filterAll(list) : filterAll([list[at]!]);
      });
    return {
      W2: rowsTask(() => {
        clear();
        return filterAll(filters);
      }),
      // No sort: it orders when it loads, and those without a value in no order.
      'W6 last': drag(dragLast, 7),
      'W6 first': drag(dragFirst, 0),
    };
  },
};
