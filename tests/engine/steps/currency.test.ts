import { expect, it } from 'vitest';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
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
  const symbols = table.text('symbol')!;
  const kept = (text: string): string[] =>
    Array.from(applySteps(table, parseScreen(text), null).rows, (row) => symbols.labels[symbols.codes[row]!]!);
  expect(kept('marketCapitalization >= 100 EUR')).toEqual(['BONN', 'HALT', 'TRIER', 'ACME']);
  expect(kept('marketCapitalization between 100 and 100 EUR')).toEqual(['BONN', 'HALT', 'ACME']);
  expect(kept('marketCapitalization < 100 EUR')).toEqual(['OLD', 'KIEL', 'BETA']);
  // In dollars each row counts at its own rate.
  expect(kept('marketCapitalization >= 125')).toEqual(['HALT']);
});
