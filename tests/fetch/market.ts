/** The files of a small market with the real layouts, made from those beside the project. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zipOf } from '../ingest/zips.ts';
import { beside } from '../support/beside.ts';
import type { Mirror } from './mirror.ts';

/** A day on which all of the files would have been there. */
export const DAY = '2020-11-15';

const RATES = ['Date,USD,JPY,GBP,', '2020-11-13,1.1815,123.82,0.8976,', '2020-11-12,1.1791,124.12,0.8963,', ''].join('\n');

/** Puts the files of the market up. */
export function putMarket(mirror: Mirror): void {
  const put = (path: string, bytes: Buffer | string): void => void mirror.files.set(path, Buffer.from(bytes));
  const read = (path: string): Buffer => readFileSync(beside(path).path);
  const tickers = read('sec/company_tickers.json');
  put('/files/company_tickers.json', tickers);
  const listed = Object.values(
    JSON.parse(tickers.toString()) as Record<string, { cik_str: number; title: string; ticker: string }>,
  );
  const data = listed.map(({ cik_str, title, ticker }) => [cik_str, title, ticker, 'Nasdaq']);
  put('/files/company_tickers_exchange.json', JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data }));
  put('/Archives/edgar/daily-index/xbrl/companyfacts.zip', read('sec/companyfacts.zip'));
  put('/Archives/edgar/daily-index/bulkdata/submissions.zip', read('sec/submissions.zip'));
  for (const name of readdirSync(beside('fails').path)) put(`/files/data/fails-deliver-data/${name}`, read(`fails/${name}`));
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
      const own = lines.filter((line) => line.includes(`,${exchange},`));
      put(`/JerBouma/FinanceDatabase/main/database/${table}/${exchange}.csv`, `${[header, ...own].join('\n')}\n`);
    }
  }
}
