/** A history of two months and two securities, as the fake of ClickHouse answers for it. */
import type { Answer, Asked } from './server.ts';

export const DIGEST = 'ab'.repeat(16);
const DATES = ['2020-11-30', '2020-12-31'];
const COLUMNS = {
  symbol: 'LowCardinality(String)',
  exchange: 'LowCardinality(String)',
  name: 'LowCardinality(String)',
  country: 'LowCardinality(String)',
  close: 'Nullable(Float32)',
};
const manifestOf = (dates: readonly string[]) => ({
  format: 1,
  digest: DIGEST,
  every: 'month',
  blocks: [
    {
      dates,
      coverage: dates.map(() => ({ listed: 2, priced: 2, withStatements: 0, guessed: 0 })),
      securityCount: 2,
      columns: { file: `${'cd'.repeat(16)}.json`, bytes: 2 },
    },
  ],
  todays: [],
  note: null,
});
export const lines = (rows: readonly unknown[][]): Answer => ({ body: rows.map((row) => `${JSON.stringify(row)}\n`).join('') });

/** The fake's answers about the history; null for a query of a screen. */
export function known({ query }: Asked, dates = DATES): Answer | null {
  if (query.includes('system.settings')) return lines([[1]]);
  if (query.includes('system.columns')) return lines(Object.entries(COLUMNS));
  if (query.includes('"snapshots"')) return lines(dates.map((date) => [date, 'cd', 'USD']));
  if (query.includes('"files"')) return lines([[Buffer.from(JSON.stringify(manifestOf(dates))).toString('base64')]]);
  return null;
}
export const isLedger = ({ query }: Asked): boolean => query.includes('AS counted');
const ROWS = [
  ['AAA', 'Alpha', 'US', 1.5, 'XNYS'],
  ['BBB', 'Beta', 'US', null, 'XNYS'],
];
const LEDGER = [[0, 5, 2, 1]];
export const whole = (asked: Asked): Answer => lines(isLedger(asked) ? LEDGER : ROWS);
