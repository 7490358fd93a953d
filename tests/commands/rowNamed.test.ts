import { afterEach, expect, it, vi } from 'vitest';
import { FIELD_IDS } from '../../src/catalogue/catalogue.ts';
import { rowNamed } from '../../src/commands/rowNamed.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import type { FieldValue } from '../../src/wire/indexing.ts';
import { randomUniverse, wireSource } from '../universe.ts';

/** Securities by symbol and exchange. */
async function tableOf(listed: readonly (readonly [symbol: string, exchange: string])[]) {
  const [wire] = randomUniverse(5, 1, listed.length);
  const fields = wire!.fields.map((values, row): FieldValue[] =>
    values.map((value, field) => {
      const [symbol, exchange] = listed[row]!;
      return { symbol, exchange, name: `${symbol} of ${exchange}` }[FIELD_IDS[field]!] ?? value;
    }),
  );
  return loadTable(wireSource([{ ...wire!, fields }]));
}

const said = (): string => {
  const write = vi.mocked(process.stderr.write);
  return write.mock.calls.map(([text]) => text).join('');
};
const listen = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => vi.restoreAllMocks());

const table = await tableOf([
  ['ABC', 'NYSE'],
  ['XYZ', 'TSE'],
  ['ABC', 'LSE'],
  ['A@B', 'LSE'],
]);

it('finds a security by its symbol, without a note', () => {
  listen();
  expect([rowNamed(table, '--where', 'XYZ'), rowNamed(table, '--where', 'A@B')]).toEqual([1, 3]);
  expect(said()).toBe('');
});

it('takes the first of several, says which, and how to select another', () => {
  listen();
  expect(rowNamed(table, '--proof', 'ABC')).toBe(0);
  expect(said()).toBe(
    "panscreen screen: 2 securities have the symbol ABC; this is ABC of NYSE, 'ABC@NYSE'. For another: --proof 'ABC@LSE'\n",
  );
});

it('takes the one on the named exchange', () => {
  listen();
  expect([rowNamed(table, '--where', 'ABC@lse'), rowNamed(table, '--where', 'ABC@NYSE')]).toEqual([2, 0]);
  expect(said()).toBe('');
});

it.each(['NONE', 'ABC@TSE', '@LSE', ''])('reports a name that no security has: %j', (name) => {
  expect(() => rowNamed(table, '--where', name)).toThrow(`--where: no security has the symbol ${name}`);
});
