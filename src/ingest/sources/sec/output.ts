/** Writes companies as a folder of tables. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoDay } from '../../formats/day.ts';
import type { Company } from './company.ts';
import { cikText, SECURITY_COLUMNS, STATEMENT_COLUMNS } from './company.ts';
import type { Remarks } from './remarks.ts';
import { isSymbol, type Listing } from './submissions.ts';

const LISTING_CURRENCY = 'USD';
/** Default country: the SEC's register is American. */
const REGISTER_COUNTRY = 'US';

export interface Security {
  readonly input: string;
  readonly company: Company;
  readonly listing: Listing;
}

/**
 * Returns one security per listed share. If two companies claim a symbol, the one in the SEC's list of symbols wins, otherwise the one that
 * filed last.
 * @param companies by input
 * @param tickers CIK by symbol, from company_tickers.json
 */
export function securitiesOf(
  companies: ReadonlyMap<string, Company>,
  tickers: ReadonlyMap<string, number>,
  remarks: Remarks,
): Security[] {
  const symbolsOfCik = new Map<number, string[]>();
  for (const [symbol, cik] of tickers) symbolsOfCik.set(cik, [...(symbolsOfCik.get(cik) ?? []), symbol]);
  const bySymbol = new Map<string, Security>();
  const ordered = [...companies].sort(([, a], [, b]) => a.cik - b.cik);
  for (const [input, company] of ordered) {
    const named = new Set(company.listings.map(({ symbol }) => symbol));
    const more = (symbolsOfCik.get(company.cik) ?? []).filter((symbol) => !named.has(symbol));
    const listings = [...company.listings, ...more.map((symbol) => ({ symbol, exchange: '' }))];
    const place = `CIK${cikText(company.cik)} ${company.name}`.trim();
    if (listings.length === 0) remarks.add('no ticker: not carried', place);
    for (const listing of listings) {
      if (!isSymbol(listing.symbol)) {
        remarks.add('a ticker that is not a valid symbol: skipped', `${place}: “${listing.symbol}”`);
        continue;
      }
      const rival = bySymbol.get(listing.symbol);
      const security = { input, company, listing };
      if (rival && rival.company.cik !== company.cik) {
        const named = tickers.get(listing.symbol);
        const isRivals = named === rival.company.cik || (named !== company.cik && rival.company.filed >= company.filed);
        const loser = isRivals ? company : rival.company;
        remarks.add(
          'a ticker of two companies: the other one has it',
          `${listing.symbol}: CIK${cikText(loser.cik)} ${loser.name}`,
        );
        if (isRivals) continue;
      }
      bySymbol.set(listing.symbol, security);
    }
  }
  return [...bySymbol.values()].sort((a, b) => (a.listing.symbol < b.listing.symbol ? -1 : 1));
}

/** A row of the securities table; empty for unknown values. */
export function cellsOf(
  { company, listing }: Security,
  remarks: Remarks,
): { readonly [column in (typeof SECURITY_COLUMNS)[number]]: string } {
  if (company.country === null) remarks.add('no country in the files: taken as US', listing.symbol);
  return {
    symbol: listing.symbol,
    name: company.name,
    type: 'Equity',
    country: company.country ?? REGISTER_COUNTRY,
    currency: LISTING_CURRENCY,
    exchange: listing.exchange,
    sector: company.sector ?? '',
    industry: company.industry ?? '',
    fiscalYearEnd: String(company.fiscalYearEnd ?? ''),
    latestQuarter: company.latestPeriod === null ? '' : isoDay(company.latestPeriod),
    CIK: cikText(company.cik),
    website: company.website ?? '',
    address: company.address ?? '',
  };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;

/**
 * Writes securities.csv and statements.csv.
 * @param statements pairs of an input and the lines of its statements, in any order
 */
export async function writeTables(
  folder: string,
  securities: readonly Security[],
  statements: Iterable<readonly [input: string, lines: string]> | AsyncIterable<readonly [input: string, lines: string]>,
  remarks: Remarks,
): Promise<void> {
  const lines = securities.map((security) => {
    const cells = cellsOf(security, remarks);
    return SECURITY_COLUMNS.map((column) => quoted(cells[column])).join(',');
  });
  await writeFile(join(folder, 'securities.csv'), `${SECURITY_COLUMNS.join(',')}\n${lines.join('\n')}\n`);
  const symbols = new Map<string, string[]>();
  for (const { input, listing } of securities) symbols.set(input, [...(symbols.get(input) ?? []), listing.symbol]);
  const file = createWriteStream(join(folder, 'statements.csv'));
  file.write(`${STATEMENT_COLUMNS.join(',')}\n`);
  for await (const [input, block] of statements) {
    if (block === '') continue;
    for (const symbol of symbols.get(input) ?? []) {
      const text = block
        .split('\n')
        .map((line) => `${symbol},${line}\n`)
        .join('');
      if (!file.write(text)) await once(file, 'drain');
    }
  }
  file.end();
  await once(file, 'finish');
}
