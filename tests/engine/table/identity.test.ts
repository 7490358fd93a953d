import { expect, it } from 'vitest';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { identities, identityOf } from '../../../src/engine/table/identity.ts';
import { wireSource } from '../../universe.ts';

const fields = [
  ['A', 'NYSE', 'US'],
  ['B', 'NYSE', 'US'],
  ['A', 'NASDAQ', 'US'],
  ['A', 'NYSE', 'US'],
  ['B', null, 'US'],
  ['A', 'NYSE', 'US'],
];
const header = ['symbol', 'exchange', 'country'];
const load = (columns: readonly number[]) =>
  loadTable(
    wireSource([
      {
        country: 'US',
        columns: ['close'],
        header: columns.map((column) => header[column]!),
        rows: fields.map(() => [1]),
        fields: fields.map((row) => columns.map((column) => row[column]!)),
      },
    ]),
  );

it('a security is known by symbol, exchange and country; of those that share all, the later ones have a number', async () => {
  const table = await load([0, 1, 2]);
  expect(identities(table)).toEqual([
    'A\tNYSE\tUS',
    'B\tNYSE\tUS',
    'A\tNASDAQ\tUS',
    'A\tNYSE\tUS\t2',
    'B\t\tUS',
    'A\tNYSE\tUS\t3',
  ]);
  expect(identityOf(table)(3)).toBe('A\tNYSE\tUS');
});

it('a column that the server does not send is empty in it', async () => {
  expect(identities(await load([0, 2]))[1]).toBe('B\t\tUS');
});
