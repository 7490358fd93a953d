/** Reads the ECB's euro reference rates: eurofxref-hist.csv, eurofxref.csv, or a zip archive of either. */
import { basename } from 'node:path';
import { RATE_DAYS_MAX, type Rate } from '../figures/currency.ts';
import { DAY_MS, dayOfIso } from '../formats/day.ts';
import { decimalOf } from '../formats/decimal.ts';
import { fileAt, textAt } from '../formats/files.ts';
import { entriesOf } from '../formats/zip.ts';

/** All days since 1999 take less than a megabyte. */
const RATES_BYTES_MAX = 64e6;
const NO_RATE = ['', 'N/A'];

export interface ReferenceRates {
  readonly rates: readonly Rate[];
  /** Last day of each currency without a rate within {@link RATE_DAYS_MAX} of the newest day. */
  readonly ended: ReadonlyMap<string, number>;
  readonly newestDay: number;
  readonly laterCount: number;
}

/**
 * Returns US dollars per unit of each currency and day: dollars per euro divided by units per euro.
 * @param asOfDay later rates are ignored
 * @throws with file and row if the file has another format, and if there is no usable rate
 */
export async function readReferenceRates(path: string, asOfDay: number): Promise<ReferenceRates> {
  const name = basename(path);
  const lines = (await textOf(path)).replace(/^\ufeff/, '').split(/\r?\n/);
  const currencies = (lines[0] ?? '').split(',').map((cell) => cell.trim());
  const dollar = currencies.indexOf('USD');
  if (currencies[0] !== 'Date' || dollar < 0)
    throw new Error(`${name}, row 1: expected the header Date,USD,… of the ECB's reference rates`);
  const odd = currencies.slice(1).find((code) => code !== '' && !/^[A-Z]{3}$/.test(code));
  if (odd !== undefined) throw new Error(`${name}, row 1: “${odd.slice(0, 20)}” is not a currency code`);
  const rates: Rate[] = [];
  const last = new Map<string, number>();
  const seen = new Set<number>();
  let laterCount = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const place = `${name}, row ${index + 1}`;
    const cells = line.split(',').map((cell) => cell.trim());
    const day = dayOf(cells[0] ?? '');
    if (Number.isNaN(day)) throw new Error(`${place}: “${(cells[0] ?? '').slice(0, 20)}” is not a date`);
    if (cells.length !== currencies.length)
      throw new Error(`${place} has ${cells.length} cells, the header ${currencies.length}`);
    if (seen.has(day)) throw new Error(`${place}: a row before it is of the same day`);
    seen.add(day);
    if (day > asOfDay) {
      laterCount++;
      continue;
    }
    const perEuro = cells.map((cell, column) => {
      if (column === 0 || currencies[column] === '' || NO_RATE.includes(cell)) return Number.NaN;
      const rate = decimalOf(cell);
      if (!(rate > 0)) throw new Error(`${place}: the rate of ${currencies[column]} is “${cell.slice(0, 20)}”, not above 0`);
      return rate;
    });
    const dollars = perEuro[dollar]!;
    if (Number.isNaN(dollars)) continue;
    const add = (currency: string, usdRate: number): void => {
      rates.push({ currency, usdRate, day, lastDay: day + RATE_DAYS_MAX });
      last.set(currency, Math.max(last.get(currency) ?? Number.NEGATIVE_INFINITY, day));
    };
    add('EUR', dollars);
    for (const [column, rate] of perEuro.entries())
      if (column !== dollar && !Number.isNaN(rate)) add(currencies[column]!, dollars / rate);
  }
  if (rates.length === 0) throw new Error(`${name} has no rate up to the day taken`);
  const newestDay = Math.max(...last.values());
  return { rates, newestDay, laterCount, ended: new Map([...last].filter(([, day]) => day < newestDay - RATE_DAYS_MAX)) };
}

async function textOf(path: string): Promise<string> {
  if (!path.endsWith('.zip')) {
    const text = await textAt(path, RATES_BYTES_MAX);
    if (text === null) throw new Error(`${path} is not there`);
    return text;
  }
  if (!(await fileAt(path))) throw new Error(`${path} is not there`);
  for await (const entry of entriesOf(path, RATES_BYTES_MAX))
    if (entry.name.endsWith('.csv')) return (await entry.read()).toString('utf8');
  throw new Error(`${basename(path)} holds no .csv`);
}

/** Parses an ISO date, or one such as “29 October 2024” from the file of a single day. */
function dayOf(text: string): number {
  if (!/^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(text)) return dayOfIso(text);
  return Date.parse(`${text} UTC`) / DAY_MS;
}
