/** The workloads in SQL, as DuckDB understands it. */
import type { CategoricalFilter, NumericFilter } from '../../src/engine/steps/filter.ts';
import { stepColumns } from '../../src/engine/steps/language.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { rowsTask, type Task } from '../contender.ts';
import { ratioTexts } from './expression.ts';

export const quoted = (id: string): string => `"${id}"`;
const literal = (value: unknown): string => (typeof value === 'number' ? `'${Math.fround(value)}'::FLOAT` : `'${value}'`);

const CALLS: Readonly<Record<string, (x: string, y: string) => string>> = {
  pos: (x) => `(CASE WHEN ${x} > 0 THEN ${x} END)`,
  nz: (x) => `nullif(${x}, 0)`,
  avg: (x, y) => `coalesce((${x} + ${y}) / 2, ${x})`,
};

function condition(step: CategoricalFilter | NumericFilter): string {
  const column = quoted(step.columnId);
  const [low, high] = step.operatorValues.map(literal);
  switch (step.operator) {
    case 'GreaterThanOrEquals':
      return `${column} >= ${low}`;
    case 'LessThanOrEquals':
      return `${column} <= ${low}`;
    case 'Between':
      return `${column} BETWEEN ${low} AND ${high}`;
    case 'NotBetween':
      return `${column} NOT BETWEEN ${low} AND ${high}`;
    default:
      return `${column} ${step.operator === 'In' ? 'IN' : 'NOT IN'} (${step.operatorValues.map(literal).join()})`;
  }
}

const order = (step: Extract<Step, { operatorType: 'sort' }>): string =>
  `${quoted(step.columnId)} ${step.sortOperator === 'Descending' ? 'DESC' : 'ASC'} NULLS LAST`;

/** The steps as one query for the row numbers in order: one WHERE for the filters up to a slice, and no column that no step reads. */
export function query(steps: readonly Step[]): string {
  const needed = [...new Set(['row', ...steps.flatMap(stepColumns)])].map(quoted).join();
  let from = 'universe';
  let conditions: string[] = [];
  let sorting: string[] = [];
  const where = (): string => (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`);
  for (const step of steps) {
    if (step.operatorType === 'filter' && step.columnId !== null) conditions.push(condition(step));
    else if (step.operatorType === 'sort') sorting = [order(step), ...sorting];
    else if (step.operatorType === 'slice') {
      const [, end] = step.operatorValues;
      const count = step.sliceIsPercentage
        ? `(SELECT ceil(count(*) * ${end} / 100)::INT FROM ${from}${where()})`
        : String(end + 1);
      from = `(SELECT ${needed} FROM ${from}${where()} ORDER BY ${[...sorting, 'row'].join()} LIMIT ${count})`;
      conditions = [];
    }
  }
  return `SELECT row FROM ${from}${where()}${sorting.length === 0 ? '' : ` ORDER BY ${[...sorting, 'row'].join()}`}`;
}

/** Count, ends and mean of columns of the rows that filters let pass, with the count of those rows first. */
export function summary(ids: readonly string[], filters: readonly (CategoricalFilter | NumericFilter)[]): string {
  const figures = ids.map(quoted).map((id) => `count(${id}), min(${id}), max(${id}), avg(${id}::DOUBLE)`);
  return `SELECT count(*), ${figures.join()} FROM described WHERE ${filters.map(condition).join(' AND ')}`;
}

/** Rows per bin between a column's ends; the largest value has its own bin, which saves a comparison. */
export function histograms(
  columns: readonly { readonly id: string; readonly low: number; readonly high: number }[],
  filters: readonly (CategoricalFilter | NumericFilter)[],
  bins: number,
): string {
  const counted = columns.map(
    ({ id, low, high }) => `histogram(floor((${quoted(id)} - '${low}'::FLOAT) * ${bins / (high - low || 1)}::FLOAT)::TINYINT)`,
  );
  return `SELECT ${counted.join()} FROM described WHERE ${filters.map(condition).join(' AND ')}`;
}

/** Computes the ratios of W1 again. */
export function derivation(): string {
  const ratios = ratioTexts({ column: quoted, call: (name, [x = '', y = '']) => CALLS[name]!(x, y) });
  return `CREATE OR REPLACE TEMP TABLE ratios AS SELECT ${ratios.map(([name, text]) => `(${text})::FLOAT AS ${name}`).join()} FROM universe`;
}

/** Tasks that return the rows of steps, alternating between lists. Without a sort, SQL has no order, so rows are sorted, untimed, before the comparison. */
export function asking(rowsOf: (text: string) => Promise<ArrayLike<number>>): (lists: readonly (readonly Step[])[]) => Task {
  return (lists) => {
    const run = (round: number) => rowsOf(query(lists[round % lists.length]!));
    const isSorted = lists[0]?.some(({ operatorType }) => operatorType === 'sort');
    return isSorted ? rowsTask(run) : { run, answer: (result) => Uint32Array.from(result as ArrayLike<number>).sort() };
  };
}
