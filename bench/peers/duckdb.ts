import { DuckDBInstance } from '@duckdb/node-api';
import { type Contender, sampled } from '../contender.ts';
import manifest from './package.json' with { type: 'json' };
import { asking, derivation, quoted } from './sql.ts';

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
    const task = asking(rowsOf);
    const made: (number | null)[][] = [];
    const derive = derivation();
    await connection.run(derive);
    made.push(...((await (await connection.runAndReadAll('SELECT * FROM ratios')).getColumnsJS()) as (number | null)[][]));
    return {
      W1: { run: () => connection.run(derive), answer: () => sampled(made) },
      W2: task([filters]),
      W3a: task([sortOne]),
      W3b: task([sortTwo]),
      W4: task([steps]),
      'W6 last': task(dragLast),
      'W6 first': task(dragFirst),
      'W6 sorted': task(dragSorted),
    };
  },
};
