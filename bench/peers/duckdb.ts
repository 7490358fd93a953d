import { DuckDBInstance } from '@duckdb/node-api';
import type { CategoricalFilter, NumericFilter, Step } from '../../src/engine/steps.ts';
import { type Contender, rowsTask, sampled, type Task } from '../contender.ts';
import { ratioTexts } from './expression.ts';
import manifest from './package.json' with { type: 'json' };

const quoted = (id: string): string => `"${id}"`;
const literal = (value: unknown): string => (typeof value === 'number' ? `${Math.fround(value)}::FLOAT` : `'${value}'`);

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

/** The steps as one query for the row numbers in order. */
function query(steps: readonly Step[]): string {
  let from = 'universe';
  let sorting = '';
  for (const step of steps) {
    if (step.operatorType === 'filter' && step.columnId !== null) from = `(SELECT * FROM ${from} WHERE ${condition(step)})`;
    else if (step.operatorType === 'sort') sorting = sorting === '' ? order(step) : `${order(step)}, ${sorting}`;
    else if (step.operatorType === 'slice') {
      const [, end] = step.operatorValues;
      const count = step.sliceIsPercentage ? `(SELECT ceil(count(*) * ${end} / 100)::INT FROM ${from})` : String(end + 1);
      from = `(SELECT * FROM ${from} ORDER BY ${sorting}, row LIMIT ${count})`;
    }
  }
  return `SELECT row FROM ${from}${sorting === '' ? '' : ` ORDER BY ${sorting}, row`}`;
}

export const peer: Contender = {
  name: 'DuckDB',
  version: manifest.dependencies['@duckdb/node-api'],
  async load({ rows, columns, categories }, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const names = [...columns.keys()].map((id) => `${quoted(id)} FLOAT`);
    const texts = [...categories.keys()].map((id) => `${quoted(id)} VARCHAR`);
    await connection.run(`CREATE TABLE universe (row INTEGER, ${[...names, ...texts].join()})`);
    const appender = await connection.createAppender('universe');
    const [values, coded] = [[...columns.values()], [...categories.values()]];
    for (let row = 0; row < rows; row++) {
      appender.appendInteger(row);
      for (const column of values) {
        if (Number.isNaN(column[row]!)) appender.appendNull();
        else appender.appendFloat(column[row]!);
      }
      for (const { codes, labels } of coded) appender.appendVarchar(labels[codes[row]!]!);
      appender.endRow();
    }
    appender.closeSync();
    const rowsOf = async (text: string): Promise<number[]> =>
      (await (await connection.runAndReadAll(text)).getColumnsJS())[0] as number[];
    // Without a sort it promises no order, so that its rows are put in order before they are compared, which is not timed.
    const task = (isSorted: boolean, run: (round: number) => unknown): Task =>
      isSorted ? rowsTask(run) : { run, answer: (result) => Uint32Array.from(result as number[]).sort() };
    const sorts = (list: readonly Step[]): boolean => list.some(({ operatorType }) => operatorType === 'sort');
    const ask = (list: readonly Step[]) => task(sorts(list), () => rowsOf(query(list)));
    const drag = (lists: readonly (readonly Step[])[]) =>
      task(sorts(lists[0] ?? []), (round) => rowsOf(query(lists[round % lists.length]!)));
    const ratios = ratioTexts({ column: quoted, call: (name, [x = '', y = '']) => CALLS[name]!(x, y) });
    const made: (number | null)[][] = [];
    const derive = `CREATE OR REPLACE TEMP TABLE ratios AS SELECT ${ratios.map(([name, text]) => `(${text})::FLOAT AS ${name}`).join()} FROM universe`;
    await connection.run(derive);
    made.push(...((await (await connection.runAndReadAll('SELECT * FROM ratios')).getColumnsJS()) as (number | null)[][]));
    return {
      W1: { run: () => connection.run(derive), answer: () => sampled(made) },
      W2: ask(filters),
      W3a: ask(sortOne),
      W3b: ask(sortTwo),
      W4: ask(steps),
      'W6 last': drag(dragLast),
      'W6 first': drag(dragFirst),
      'W6 sorted': drag(dragSorted),
    };
  },
};
