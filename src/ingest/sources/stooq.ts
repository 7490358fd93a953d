/** The source `stooq`: the bulk archive of daily prices, as the zip or unpacked. One text file per symbol, adjusted for splits and dividends. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { decimalOf } from '../decimal.ts';
import type { Intake, Source } from '../source.ts';
import { entriesOf } from '../zip.ts';

const HEADER = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';
const DAY_MS = 86_400_000;
/** The longest statistic looks at 1,261 sessions, some five years; a stock may pause for a while. */
const HISTORY_DAYS = 6 * 366;
/** A symbol without a session for so long before the newest one of all is stale. */
const STALE_DAYS = 30;
const FILES_PER_LINE = 1000;

interface Market {
  readonly country: string;
  /** What its prices are quoted in, where all of them are. */
  readonly currency: string | null;
  /** The unit of those in the country's own currency, where it is a hundredth. */
  readonly unit?: string;
  /** The symbol as Yahoo and FinanceDatabase write it. */
  symbol(ticker: string): string;
}

/** By the suffix of the ticker; Polish ones have none. Symbols become those of Yahoo, so that sources join. */
const MARKETS: Readonly<Record<string, Market>> = {
  us: { country: 'US', currency: 'USD', symbol: (ticker) => ticker },
  uk: { country: 'GB', currency: null, unit: 'GBX', symbol: (ticker) => `${ticker}.L` },
  de: { country: 'DE', currency: 'EUR', symbol: (ticker) => `${ticker}.DE` },
  jp: { country: 'JP', currency: 'JPY', symbol: (ticker) => `${ticker}.T` },
  hk: { country: 'HK', currency: 'HKD', symbol: (ticker) => `${ticker.padStart(4, '0')}.HK` },
  hu: { country: 'HU', currency: 'HUF', symbol: (ticker) => `${ticker}.BD` },
  pl: { country: 'PL', currency: 'PLN', symbol: (ticker) => `${ticker}.WA` },
};
/** Word before “stocks” or “etfs” in the folder's name → exchange; the “bse” of Hungary is Budapest's. */
const EXCHANGES: Readonly<Record<string, string>> = {
  'us nasdaq': 'NASDAQ',
  'us nyse': 'NYSE',
  'us nysemkt': 'AMEX',
  'uk lse': 'LSE',
  'de xetra': 'XETRA',
  'jp tse': 'JPX',
  'hk hkex': 'HKSE',
};
const FOLDER = /(?:^|\/)(?<market>[a-z]{2})\/(?<exchange>[a-z0-9]*) ?(?<kind>stocks|etfs)(?:\s[^/]*)?\//i;
const OTHER_FOLDER =
  /(?:^|\/)(?:[a-z0-9 ]*)(?:indices|currencies|cryptocurrencies|bonds|futures|money market|commodities|macro)[^/]*\//i;
const TICKER = /^(?<ticker>[A-Z0-9^&_-]{1,24})(?:\.(?<suffix>[A-Z]{2}))?$/;

export interface StooqOptions {
  /** Takes the last close of a file for an unadjusted one, which it is unless a split or dividend has come since the archive was made. */
  readonly trustsLastClose: boolean;
}

interface PriceFile {
  readonly name: string;
  read(): Promise<Buffer>;
}

/** Opens the archive, or the folder into which it was unpacked. Throws when there is neither. */
export async function openStooq(path: string, { trustsLastClose }: StooqOptions): Promise<Source> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Error(`${path} is not there`);
  const files = found.isDirectory() ? filesBelow(path) : zipped(path);
  return { name: 'stooq', path, files: [], read: (intake) => readFiles(path, files, trustsLastClose, intake) };
}

async function* zipped(path: string): AsyncGenerator<PriceFile> {
  for await (const entry of entriesOf(path)) yield { name: entry.name, read: () => entry.read() };
}

async function* filesBelow(folder: string): AsyncGenerator<PriceFile> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
  for (const path of paths) {
    if (path.endsWith('.zip')) yield* zipped(path);
    else yield { name: relative(folder, path).split(sep).join('/'), read: () => readFile(path) };
  }
}

async function readFiles(path: string, files: AsyncIterable<PriceFile>, trusts: boolean, intake: Intake): Promise<void> {
  const today = Math.min(Math.floor(Date.now() / DAY_MS), Number.MAX_SAFE_INTEGER);
  const lastDays: number[] = [];
  let fileCount = 0;
  let usedCount = 0;
  let cutCount = 0;
  for await (const file of files) {
    if (!file.name.endsWith('.txt')) continue;
    fileCount++;
    if (fileCount % FILES_PER_LINE === 0) intake.progress(`stooq: ${fileCount} files`);
    const read = readPrices(file.name, (await file.read()).toString('latin1'), trusts, today, intake);
    if (!read) continue;
    usedCount++;
    cutCount += Number(read.isCut);
    lastDays.push(read.lastDay);
  }
  if (fileCount === 0) throw new Error(`${path} holds no .txt files of Stooq's daily archive`);
  if (usedCount === 0)
    throw new Error(`${path}: none of ${fileCount} files holds prices of a stock or fund, by day, under the header ${HEADER}`);
  const newest = lastDays.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const staleCount = lastDays.filter((day) => day < newest - STALE_DAYS).length;
  if (staleCount > 0)
    intake.note(
      `${staleCount} symbols have no session in the ${STALE_DAYS} days before the newest one: stale, see the column date`,
    );
  if (cutCount > 0)
    intake.note(
      `${cutCount} series go on after the day taken: their closes are adjusted for what came later, so no close is given`,
    );
  if (!trusts)
    intake.note(
      'closes are adjusted: no market capitalization is made of them (--trust-last-close takes the last one of a file for unadjusted)',
    );
}

/** Hands over one file. Null when nothing in it is used. */
function readPrices(
  name: string,
  text: string,
  trusts: boolean,
  today: number,
  intake: Intake,
): { lastDay: number; isCut: boolean } | null {
  const refuse = (reason: string, place = name): null => {
    intake.drop('prices', reason, place);
    return null;
  };
  if (OTHER_FOLDER.test(name)) return refuse('files of neither stocks nor funds');
  if (text.trim() === '') return refuse('empty files');
  const lines = text.split('\n');
  if (
    lines[0]!
      .trim()
      .replace(/^\ufeff|^ï»¿/, '')
      .toUpperCase() !== HEADER
  )
    return refuse(`files without the header ${HEADER}`, `${name}, row 1`);
  const security = securityOf(name, lines[1]?.split(',', 1)[0] ?? '');
  if (typeof security === 'string') return refuse(security, `${name}, row 2`);
  const { ticker, symbol } = security;
  const rows: { day: number; open: number; high: number; low: number; close: number; volume: number }[] = [];
  let isCut = false;
  let seenCount = 0;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!.trimEnd();
    if (line === '') continue;
    const place = (): string => `${name}, row ${at + 1}`;
    const cells = line.split(',');
    const day = dayOf(cells[2] ?? '');
    if (cells.length !== 10) refuse('rows that are cut off or have too many cells', place());
    else if (cells[0] !== ticker) refuse('rows of another symbol than the file', place());
    else if (cells[1] !== 'D') refuse('rows of another period than a day', place());
    else if (Number.isNaN(day)) refuse('rows whose date is no date', place());
    else if (day > today) refuse('rows of a day in the future', place());
    else if (day > intake.asOfDay) {
      isCut = true;
      refuse('rows later than the day taken', place());
    } else {
      seenCount++;
      if (day < intake.asOfDay - HISTORY_DAYS) continue;
      const [open, high, low, close, volume] = cells.slice(4, 9).map(decimalOf) as [number, number, number, number, number];
      if (!(close > 0)) refuse('rows whose close is not above 0', place());
      else rows.push({ day, open, high, low, close, volume });
    }
  }
  if (rows.length === 0) return seenCount > 0 ? refuse('files that end before the last six years') : null;
  rows.sort((a, b) => a.day - b.day);
  intake.take('securities', security.row);
  for (const [index, { day, open, high, low, close, volume }] of rows.entries()) {
    const isLast = index === rows.length - 1 && !isCut;
    intake.take('prices', {
      symbol,
      date: day,
      open,
      high,
      low,
      close: isLast ? close : null,
      isAdjusted: isLast && !trusts ? 1 : null,
      adjClose: close,
      volume,
    });
  }
  return { lastDay: rows.at(-1)!.day, isCut };
}

/** What the path and the ticker say of a security, or why it is none of ours. */
function securityOf(
  name: string,
  ticker: string,
): { ticker: string; symbol: string; row: Record<string, string | null> } | string {
  const found = TICKER.exec(ticker)?.groups;
  if (!found) return 'files whose ticker is no ticker';
  const folder = FOLDER.exec(`/${name}`)?.groups;
  const suffix = (found.suffix ?? folder?.market ?? 'pl').toLowerCase();
  const market = MARKETS[suffix];
  if (!market) return `files of the market .${suffix}, which is not among ours`;
  const symbol = market.symbol(found.ticker!);
  return {
    ticker,
    symbol,
    row: {
      symbol,
      country: market.country,
      type: folder?.kind?.toLowerCase() === 'etfs' ? 'Etf' : 'Equity',
      exchange: EXCHANGES[`${suffix} ${folder?.exchange?.toLowerCase() ?? ''}`] ?? null,
      currency: market.currency,
      priceCurrency: market.unit ?? market.currency,
    },
  };
}

function dayOf(text: string): number {
  if (!/^\d{8}$/.test(text)) return Number.NaN;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))];
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time / DAY_MS : Number.NaN;
}
