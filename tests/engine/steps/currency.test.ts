import { expect, it } from 'vitest';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { wireSource } from '../../universe.ts';

/** The first security was last priced when the euro cost 1.25 dollars, the others at 1 dollar. */
const columns = ['marketCapitalization', 'usdRate'];
const header = ['symbol', 'currency'];
const rows = [
  [50, 1.25],
  [100, 1],
  [99, 1],
  [100, 1.25],
  [101, 1],
];
const fields = ['OLD', 'BONN', 'KIEL', 'HALT', 'TRIER'].map((symbol) => [symbol, 'EUR']);

function symbolsOf(table: Table, text: string): string[] {
  const symbols = table.text('symbol')!;
  return Array.from(applySteps(table, parseScreen(text), null).rows, (row) => symbols.labels[symbols.codes[row]!]!);
}

it('a bound in the currency of a row is compared with what the row says, whatever its rate is and that of the first row', async () => {
  const american = {
    country: 'US',
    columns,
    header,
    rows: [
      [100, 1],
      [99, 1],
    ],
    fields: [
      ['ACME', 'USD'],
      ['BETA', 'USD'],
    ],
  };
  const table = await loadTable(wireSource([{ country: 'DE', columns, header, rows, fields }, american]));
  const kept = (text: string): string[] => symbolsOf(table, text);
  expect(kept('marketCapitalization >= 100 EUR')).toEqual(['BONN', 'HALT', 'TRIER', 'ACME']);
  expect(kept('marketCapitalization between 100 and 100 EUR')).toEqual(['BONN', 'HALT', 'ACME']);
  expect(kept('marketCapitalization < 100 EUR')).toEqual(['OLD', 'KIEL', 'BETA']);
  // In dollars each row counts at its own rate.
  expect(kept('marketCapitalization >= 125')).toEqual(['HALT']);
});

it('a bound in a currency without a rate is compared with the amounts in it as they are; all others are missing', async () => {
  const priced = rows.map(([amount]) => [amount!, Number.NEGATIVE_INFINITY]);
  const roubles = ['OREN', 'PERM', 'TULA', 'OMSK', 'UFA'].map((symbol) => [symbol, 'RUB']);
  const american = { country: 'US', columns, header, rows: [[100, 1]], fields: [['ACME', 'USD']] };
  const table = await loadTable(wireSource([{ country: 'RU', columns, header, rows: priced, fields: roubles }, american]));
  const counted = (text: string) => {
    const { missing, failed } = applySteps(table, parseScreen(text), null).counts[0]!;
    return { kept: symbolsOf(table, text).join(' '), failed, missing };
  };
  expect(counted('marketCapitalization >= 100 RUB')).toEqual({ kept: 'PERM OMSK UFA', failed: 2, missing: 1 });
  expect(counted('marketCapitalization not between 99.5 and 100 RUB')).toEqual({ kept: 'OREN TULA UFA', failed: 2, missing: 1 });
  expect(counted('marketCapitalization < 100 RUB keep missing')).toEqual({ kept: 'OREN TULA ACME', failed: 3, missing: 0 });
  expect(counted('marketCapitalization >= 100')).toEqual({ kept: 'ACME', failed: 0, missing: 5 });
  expect(counted('marketCapitalization >= 100 CHF')).toEqual({ kept: '', failed: 0, missing: 6 });
});
