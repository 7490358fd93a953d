import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Formula, FUNCTIONS, type FunctionName, parseFormula } from '../../../src/catalogue/formula.ts';
import { Database } from '../../../src/ingest/formats/duckdb.ts';
import { formulaSql } from '../../../src/ingest/sources/formula.ts';
import { evaluate } from '../../naive-formula.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open([]);
});
afterAll(() => database.close());

const VALUES: Readonly<Record<string, number>> = { a: 3, b: -2, zero: 0, small: 1e-3, none: Number.NaN };
const literal = (name: string): string =>
  Number.isNaN(VALUES[name]) ? 'CAST(NULL AS DOUBLE)' : `CAST(${VALUES[name]} AS DOUBLE)`;

const names = Object.keys(FUNCTIONS).filter((name) => name !== 'rankDesc' && name !== 'exp') as FunctionName[];
const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...Object.keys(VALUES)).map((id): Formula => ({ node: 'column', id })),
    fc.integer({ min: -3, max: 3 }).map((value): Formula => ({ node: 'number', value })),
    tie('formula').map((operand): Formula => ({ node: 'negate', operand })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/'), tie('formula'), tie('formula'))
      .map(([operator, left, right]): Formula => ({ node: 'binary', operator, left, right })),
    fc
      .tuple(fc.constantFrom(...names), tie('formula'), tie('formula'))
      .map(([name, x, y]): Formula => ({ node: 'call', name, operands: FUNCTIONS[name].arity === 1 ? [x] : [x, y] })),
  ),
}));

describe('a formula as SQL', () => {
  it('has the value of the formula', async () => {
    const formulas = fc.sample(formula, { numRuns: 300, seed: 11 });
    const [row = []] = await database.rows(`SELECT ${formulas.map((tree) => formulaSql(tree, literal)).join(', ')}`);
    for (const [index, tree] of formulas.entries()) {
      const expected = evaluate(tree, (id) => VALUES[id] ?? Number.NaN);
      const got = row[index] === null ? Number.NaN : Number(row[index]);
      const place = JSON.stringify(tree);
      if (Number.isNaN(expected)) expect(got, place).toBeNaN();
      else expect(Math.abs(got - expected), place).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
    }
  });

  it('cannot rank over the universe', () => {
    expect(() => formulaSql(parseFormula('rankDesc(a)'), literal)).toThrow("rankDesc can't be used in a mapping");
  });
});

describe('the database', () => {
  it('reads only the files it was opened for', async () => {
    await expect(database.rows(`SELECT * FROM read_csv('${import.meta.filename}')`)).rejects.toThrow('disabled by configuration');
    await expect(database.rows('SET enable_external_access = true')).rejects.toThrow();
  });
});
