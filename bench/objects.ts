/** Simple code: an array of objects, filter and sort. */
import type { CategoricalFilter, NumericFilter } from '../src/engine/steps/filter.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import { type Contender, rowsTask } from './contender.ts';

type Security = Readonly<Record<string, number | string>> & { readonly row: number };

function passes(security: Security, step: CategoricalFilter | NumericFilter): boolean {
  const value = security[step.columnId]!;
  const [low, high] = step.operatorValues as readonly [number, number];
  switch (step.operator) {
    case 'GreaterThanOrEquals':
      return (value as number) >= low;
    case 'LessThanOrEquals':
      return (value as number) <= low;
    case 'Between':
      return (value as number) >= low && (value as number) <= high;
    case 'NotBetween':
      return (value as number) < low || (value as number) > high;
    default:
      return (step.operatorValues as readonly string[]).includes(value as string) === (step.operator === 'In');
  }
}

function apply(all: readonly Security[], steps: readonly Step[]): number[] {
  let securities = all;
  for (const step of steps) {
    if (step.operatorType === 'filter' && step.columnId !== null)
      securities = securities.filter((security) => passes(security, step));
    else if (step.operatorType === 'slice') {
      const [, end] = step.operatorValues;
      securities = securities.slice(0, step.sliceIsPercentage ? Math.ceil((end * securities.length) / 100) : end + 1);
    } else if (step.operatorType === 'sort') {
      const { columnId } = step;
      const sign = step.sortOperator === 'Descending' ? -1 : 1;
      securities = [...securities].sort((a, b) => {
        const [x, y] = [a[columnId]!, b[columnId]!];
        if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : 1;
        return Number.isNaN(y) ? -1 : sign * (x < y ? -1 : x > y ? 1 : 0);
      });
    }
  }
  return securities.map(({ row }) => row);
}

export const objects: Contender = {
  name: 'array of objects',
  rowsMax: 250_000,
  version: '',
  async load({ rows, columns, categories }, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const read = new Set([...filters, ...sortOne, ...sortTwo].map(({ columnId }) => columnId));
    const all = Array.from({ length: rows }, (_, row) => {
      const security: Record<string, number | string> = { row };
      for (const [id, values] of columns) if (read.has(id)) security[id] = values[row]!;
      for (const [id, { codes, labels }] of categories) security[id] = labels[codes[row]!]!;
      return security as Security;
    });
    const once = (list: readonly Step[]) => rowsTask(() => apply(all, list));
    const drag = (lists: readonly (readonly Step[])[]) => rowsTask((round) => apply(all, lists[round % lists.length]!));
    return {
      W2: once(filters),
      W3a: once(sortOne),
      W3b: once(sortTwo),
      W4: once(steps),
      'W6 last': drag(dragLast),
      'W6 first': drag(dragFirst),
      'W6 sorted': drag(dragSorted),
    };
  },
};
