/** The source `financedatabase`: the security master of FinanceDatabase, as .csv or .csv.gz files of equities and funds. */
import { basename } from 'node:path';
import { type Cell, quoteText } from '../formats/duckdb.ts';
import { filesIn, foundAt } from '../formats/files.ts';
import { placed } from '../formats/placed.ts';
import { domicileOf, domicileOfIsin } from '../join/codes/domiciles.ts';
import { LISTINGS } from '../join/codes/exchanges.ts';
import { industryOf, SECTOR_OF_INDUSTRY } from '../join/codes/industries.ts';
import { SECTOR_NAMES } from '../join/securities.ts';
import { openFile, sourceColumn, textSql } from './file.ts';
import type { Intake, Source } from './source.ts';

const COLUMNS = [
  'symbol',
  'name',
  'long_name',
  'short_name',
  'currency',
  'sector',
  'industry',
  'exchange',
  'country',
  'state',
  'city',
  'zipcode',
  'website',
  'isin',
  'cusip',
  'delisted',
] as const;
type Text = Readonly<Record<(typeof COLUMNS)[number], string>>;
/** Only files of funds have them. */
const FUND_COLUMNS = ['category_group', 'family'];
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const CUSIP = /^[0-9A-Z*@#]{9}$/;

/** Opens a folder of files or a single file. Throws if there is none. */
export async function openFinanceDatabase(path: string): Promise<Source> {
  const found = await foundAt(path);
  if (!found) throw new Error(`${path} is not there`);
  const files = found.isDirectory() ? await filesIn(path, (name) => /\.csv(\.gz)?$/.test(name)) : [path];
  if (files.length === 0) throw new Error(`${path} holds no .csv or .csv.gz of FinanceDatabase`);
  return { name: 'financedatabase', path, files, read: (intake) => readAll(files, intake) };
}

async function readAll(files: readonly string[], intake: Intake): Promise<void> {
  const delisted = new Set<string>();
  const seen = new Set<string>();
  const parts: { file: string; isFunds: boolean; hasDelisted: boolean; rows: Text[] }[] = [];
  for (const path of files) {
    const part = await readPart(path, intake);
    if (part) parts.push(part);
  }
  if (parts.length === 0)
    throw new Error(
      `${files.map((file) => basename(file)).join(', ')}: no file has the columns symbol, exchange and name or long_name`,
    );
  // Files with a delisted column are newer: they take precedence and apply to the others.
  parts.sort((a, b) => Number(b.hasDelisted) - Number(a.hasDelisted));
  for (const { rows } of parts) for (const { symbol, delisted: flag } of rows) if (/^true$/i.test(flag)) delisted.add(symbol);
  const fromListing = { funds: 0, equities: 0 };
  for (const { file, isFunds, rows } of parts) {
    for (const [index, text] of rows.entries()) {
      const place = `${file}, row ${index + 2} ${text.symbol}`;
      if (text.symbol !== '' && delisted.has(text.symbol)) intake.drop('securities', 'delisted', place);
      else if (seen.has(text.symbol)) intake.drop('securities', 'an earlier row or a newer file has the same symbol', place);
      else {
        seen.add(text.symbol);
        takeSecurity(text, isFunds, fromListing, intake);
      }
    }
  }
  if (fromListing.equities > 0)
    intake.note(
      `${fromListing.equities} equities without a country are taken to be of the country of their exchange, most of whose companies are`,
    );
  if (fromListing.funds > 0)
    intake.note(`${fromListing.funds} funds without an ISIN are shown under the country where they are listed`);
}

async function readPart(
  path: string,
  intake: Intake,
): Promise<{ file: string; isFunds: boolean; hasDelisted: boolean; rows: Text[] } | null> {
  const file = await openFile(intake.database, path);
  const has = (name: string): boolean => sourceColumn(file, name) !== undefined;
  if (!has('symbol') || !has('exchange') || !(has('name') || has('long_name'))) {
    intake.note(`${file.name} is passed over: it has not the columns symbol, exchange and name`);
    return null;
  }
  intake.progress(`financedatabase: ${file.name}`);
  const columns = COLUMNS.map((name) => {
    const source = sourceColumn(file, name);
    return source ? `COALESCE(${textSql(source)}, '')` : quoteText('');
  });
  const rows = await placed(file.name, intake.database.rows(`SELECT ${columns.join(', ')} FROM ${file.sql}`));
  return {
    file: file.name,
    isFunds: FUND_COLUMNS.every(has),
    hasDelisted: has('delisted'),
    rows: rows.map(
      (row: readonly Cell[]) => Object.fromEntries(COLUMNS.map((name, index) => [name, String(row[index])])) as Text,
    ),
  };
}

function takeSecurity(text: Text, isFund: boolean, fromListing: { funds: number; equities: number }, intake: Intake): void {
  const listing = LISTINGS.get(text.exchange);
  if (!listing && text.exchange !== '') intake.unmapped('exchange (unknown)', text.exchange);
  if (listing?.exchange === null) intake.unmapped('exchange (known, none of ours)', text.exchange);
  let country = text.country === '' ? null : domicileOf(text.country);
  if (country === null && text.country !== '') intake.unmapped('country', text.country);
  if (text.country === '') {
    country = domicileOfIsin(text.isin);
    if (country === null && listing && (isFund || listing.isDomestic)) {
      country = listing.country;
      fromListing[isFund ? 'funds' : 'equities']++;
    }
  }
  const industry = text.industry === '' ? null : industryOf(text.industry);
  if (industry === null && text.industry !== '') intake.unmapped('industry', text.industry);
  const ofIndustry = industry === null ? undefined : SECTOR_OF_INDUSTRY.get(industry);
  const sector = ofIndustry ?? SECTOR_NAMES.get(text.sector.toLowerCase()) ?? null;
  if (sector === null && text.sector !== '') intake.unmapped('sector', text.sector);
  intake.take('securities', {
    symbol: text.symbol,
    // An unknown country stays as written, so that the reason names it.
    country: country ?? (text.country === '' ? null : text.country),
    name: text.long_name || text.name || text.short_name,
    type: isFund ? 'Etf' : 'Equity',
    currency: text.currency || listing?.currency || null,
    exchange: listing?.exchange ?? null,
    sector: isFund ? null : sector,
    industry: isFund ? 'Exchange-Traded Funds' : industry,
    website: text.website,
    address: [text.city, text.state, text.zipcode, text.country].filter((part) => part !== '').join(', '),
    isin: ISIN.test(text.isin) ? text.isin : null,
    cusip: CUSIP.test(text.cusip) ? text.cusip : null,
  });
}
