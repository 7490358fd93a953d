import { type ArqueroTable, desc, table } from 'arquero';
import type { CategoricalFilter, NumericFilter } from '../../src/engine/steps/filter.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { type Contender, rowsTask, sampled } from '../contender.ts';
import { describedColumns } from '../universe.ts';
import { BINS } from '../workloads.ts';
import { ratioTexts } from './expression.ts';
import manifest from './package.json' with { type: 'json' };

/** Maximum rows: it copies every column. */
const DESCRIBED_ROWS_MAX = 250_000;

const read = (id: string): string => `d[${JSON.stringify(id)}]`;

const CALLS: Readonly<Record<string, (x: string, y: string) => string>> = {
  pos: (x) => `(${x} > 0 ? ${x} : NaN)`,
  nz: (x) => `(${x} === 0 ? NaN : ${x})`,
  avg: (x, y) => `(${y} === ${y} ? (${x} + ${y}) / 2 : ${x})`,
};

function test(step: CategoricalFilter | NumericFilter): string {
  const value = read(step.columnId);
  const [low, high] = step.operatorValues;
  const any = step.operatorValues.map((each) => `${value} === ${JSON.stringify(each)}`).join(' || ');
  switch (step.operator) {
    case 'Between':
      return `${value} >= ${low} && ${value} <= ${high}`;
    case 'NotBetween':
      return `${value} < ${low} || ${value} > ${high}`;
    case 'GreaterThanOrEquals':
      return `${value} >= ${low}`;
    case 'LessThanOrEquals':
      return `${value} <= ${low}`;
    case 'GreaterThan':
      return `${value} > ${low}`;
    case 'LessThan':
      return `${value} < ${low}`;
    case 'In':
    case 'Equals':
      return any;
    case 'NotIn':
    case 'NotEquals':
      return `!(${any})`;
  }
}

function apply(all: ArqueroTable, steps: readonly Step[]): ArqueroTable {
  return steps.reduce((rows, step) => {
    if (step.operatorType === 'filter' && step.columnId !== null) return rows.filter(`d => ${test(step)}`);
    if (step.operatorType === 'sort')
      return rows.orderby(step.sortOperator === 'Descending' ? desc(step.columnId) : step.columnId);
    if (step.operatorType !== 'slice') return rows;
    const [, end] = step.operatorValues;
    return rows.slice(0, step.sliceIsPercentage ? Math.ceil((end * rows.numRows()) / 100) : end + 1);
  }, all);
}

/** Count, ends and mean of columns, then how many values are in each bin between a column's ends; the missing of each column. */
function summary(rows: ArqueroTable, ids: readonly string[], bins: number): number[] {
  const figures = rows.rollup(
    Object.fromEntries(
      ids.flatMap((id, at) => ['valid', 'min', 'max', 'mean'].map((name) => [`${name}${at}`, `d => op.${name}(${read(id)})`])),
    ),
  );
  for (const [at, id] of ids.entries()) {
    const [low, high] = [figures.get(`min${at}`, 0), figures.get(`max${at}`, 0)];
    rows.groupby({ bin: `d => op.floor((${read(id)} - ${low}) * ${bins / (high - low || 1)})` }).count();
  }
  return ids.map((_, at) => rows.numRows() - figures.get(`valid${at}`, 0));
}

export const peer: Contender = {
  name: 'arquero',
  version: manifest.dependencies.arquero,
  async load(universe, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const { rows: n, columns, categories } = universe;
    const texts = Object.fromEntries(
      [...categories].map(([id, { codes, labels }]) => [id, Array.from(codes, (code) => labels[code]!)]),
    );
    const all = table({ row: Uint32Array.from({ length: n }, (_, row) => row), ...Object.fromEntries(columns), ...texts });
    const described = n <= DESCRIBED_ROWS_MAX ? describedColumns(universe) : null;
    const filtered = described && apply(table({ ...Object.fromEntries(described), ...texts }), filters);
    const ratios = Object.fromEntries(
      ratioTexts({ column: read, call: (name, [x = '', y = '']) => CALLS[name]!(x, y) }).map(([name, text]) => [
        name,
        `d => ${text}`,
      ]),
    );
    const [first, second] = sortTwo as [(typeof sortTwo)[number], (typeof sortTwo)[number]];
    const rows = (list: readonly Step[]) => rowsTask(() => apply(all, list).array('row'));
    const drag = (lists: readonly (readonly Step[])[]) =>
      rowsTask((round) => apply(all, lists[round % lists.length]!).array('row'));
    return {
      W1: {
        run: () => all.derive(ratios),
        answer: (result) => sampled(Object.keys(ratios).map((name) => (result as ArqueroTable).array(name))),
      },
      W2: rows(filters),
      W3a: rows(sortOne),
      W3b: rowsTask(() => all.orderby(second.columnId, desc(first.columnId)).array('row')),
      W4: rows(steps),
      ...(filtered && {
        W5: { run: () => summary(filtered, [...described!.keys()], BINS), answer: (missing: unknown) => missing as number[] },
      }),
      'W6 last': drag(dragLast),
      'W6 first': drag(dragFirst),
      'W6 sorted': drag(dragSorted),
    };
  },
};
