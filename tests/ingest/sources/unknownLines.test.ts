import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ingestTables } from '../../../src/ingest/ingest.ts';
import { publishedRows } from '../published.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-unknown-lines-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const SYMBOLS = Array.from({ length: 20 }, (_, index) => `S${index}`);

/** Flags of the first of twenty companies. @param lines cells of the statements behind the others, by company */
async function flagsOf(name: string, columns: string, lines: (index: number) => string): Promise<string> {
  const [folder, out] = [join(scratch, name), join(scratch, `${name}-out`)];
  mkdirSync(folder);
  const write = (table: string, text: readonly string[]): void => writeFileSync(join(folder, `${table}.csv`), text.join('\n'));
  write('securities', ['symbol,country', ...SYMBOLS.map((symbol) => `${symbol},US`)]);
  write('prices', ['symbol,date,close', ...SYMBOLS.map((symbol) => `${symbol},2021-03-31,10`)]);
  write('statements', [
    `symbol,periodEnd,period,netIncome,operatingCashflow,commonStockSharesOutstanding${columns}`,
    ...SYMBOLS.map((symbol, index) => `${symbol},2020-12-31,annual,50,80,100${lines(index)}`),
  ]);
  await ingestTables({ from: folder, out, asOf: '2021-04-01', progress: () => {} });
  const row = publishedRows(out).get('S0')!;
  expect([row.value('dividendPayout'), row.value('capitalExpenditures')]).toEqual([0, 0]);
  return String(row.field('sourceFlags') ?? '');
}

it('a dividend or an investment that no company has is one that the tables lack: the nil that stands for it is doubtful', async () => {
  const flags = await flagsOf('none', '', () => '');
  for (const id of ['dividendPayout', 'capitalExpenditures']) expect(flags).toMatch(new RegExp(`fallback:[^ ]*${id}`));
});

it('one that some company has is nil where it is absent', async () => {
  const flags = await flagsOf('some', ',dividendPayout,capitalExpenditures', (index) => (index === 7 ? ',3,20' : ',,'));
  expect(flags).not.toMatch(/dividendPayout|capitalExpenditures/);
});
