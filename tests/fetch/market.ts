/** A market's files in their real layouts, from the shared data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { entriesOf } from '../../src/ingest/formats/zip.ts';
import { zipOf } from '../ingest/zips.ts';
import { beside } from '../support/beside.ts';
import type { Mirror } from './mirror.ts';

/** A day on which all files would have been available. */
export const DAY = '2020-11-15';

const RATES = ['Date,USD,JPY,GBP,', '2020-11-13,1.1815,123.82,0.8976,', '2020-11-12,1.1791,124.12,0.8963,', ''].join('\n');
const ENTRY_BYTES_MAX = 1e9;
const SMALL_ROWS = 100;
const SMALL_HALVES = 2;

/** The text of a half-month's closes. */
export async function closesIn(path: string): Promise<string> {
  for await (const entry of entriesOf(path, ENTRY_BYTES_MAX)) return (await entry.read()).toString('latin1');
  throw new Error(`${path} is empty`);
}

/**
 * Provides the market's files: ten half-months and every listed company, or, if size is irrelevant, two half-months and the
 * hundred largest.
 */
export async function putMarket(mirror: Mirror, isSmall = false): Promise<void> {
  const put = (path: string, bytes: Buffer | string): void => void mirror.files.set(path, Buffer.from(bytes));
  const read = (path: string): Buffer => readFileSync(beside(path).path);
  const rows = isSmall ? SMALL_ROWS : Number.POSITIVE_INFINITY;
  const listed = Object.values(
    JSON.parse(read('sec/company_tickers.json').toString()) as Record<string, { cik_str: number; title: string; ticker: string }>,
  ).slice(0, rows);
  put('/files/company_tickers.json', JSON.stringify({ ...listed }));
  const data = listed.map(({ cik_str, title, ticker }) => [cik_str, title, ticker, 'Nasdaq']);
  put('/files/company_tickers_exchange.json', JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data }));
  put('/Archives/edgar/daily-index/xbrl/companyfacts.zip', read('sec/companyfacts.zip'));
  put('/Archives/edgar/daily-index/bulkdata/submissions.zip', read('sec/submissions.zip'));
  const symbols = new Set(listed.map(({ ticker }) => ticker));
  const halves = readdirSync(beside('fails').path).sort();
  for (const name of isSmall ? halves.slice(-SMALL_HALVES) : halves) {
    const path = join(beside('fails').path, name);
    const lines = isSmall ? (await closesIn(path)).split(/\r?\n/) : [];
    const kept = lines.filter((line, at) => at === 0 || symbols.has(line.split('|', 3)[2] ?? ''));
    const entry = { [name.replace('.zip', '.txt')]: `${kept.join('\r\n')}\r\n` };
    put(`/files/data/fails-deliver-data/${name}`, isSmall ? zipOf(entry) : readFileSync(path));
  }
  put('/stats/eurofxref/eurofxref-hist.zip', zipOf({ 'eurofxref-hist.csv': RATES }));
  const factors = { F: 'F-F_Research_Data_Factors', M: 'F-F_Research_Data_5_Factors_2x3', U: 'F-F_Momentum_Factor' };
  for (const name of Object.values(factors))
    put(`/pages/faculty/ken.french/ftp/${name}_CSV.zip`, zipOf({ [`${name}.csv`]: 'This file, made for a test\n' }));
  for (const [table, file] of [
    ['equities', 'equities_2026-08_80of85exchanges.csv.gz'],
    ['etfs', 'etfs_2026-08.csv.gz'],
  ] as const) {
    const [header = '', ...lines] = gunzipSync(read(`financedatabase/${file}`))
      .toString()
      .split('\n');
    for (const exchange of ['NMS', 'NCM', 'NGM', 'NYQ', 'ASE', 'PCX', 'BTS', 'PNK']) {
      const own = lines.filter((line) => line.includes(`,${exchange},`)).slice(0, rows);
      put(`/JerBouma/FinanceDatabase/main/database/${table}/${exchange}.csv`, `${[header, ...own].join('\n')}\n`);
    }
  }
}
