/**
 * The SEC's fails-to-deliver files, published twice a month, with symbols and unadjusted closes of nearly all US securities by CUSIP.
 * Latin-1 with two trailers; PRICE is the close of the session before the settlement date, `.` or empty for none.
 */
import { dayOfDigits } from '../../formats/day.ts';
import { decimalOf } from '../../formats/decimal.ts';
import { sessionBefore } from './session.ts';

export const FAILS_HEADER = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';

export interface FailsSecurity {
  /** Nine characters. */
  readonly cusip: string;
  /** Upper case, without a separator before the share class (BRKB). Empty if the row has none. */
  readonly symbol: string;
  /** At most 30 characters of name and share class. */
  readonly description: string;
}

/** A file's rows, in order. Days are days since 1970-01-01. */
export interface FailsRows {
  /** Distinct pairs of CUSIP and symbol, with the last description. */
  readonly securities: readonly FailsSecurity[];
  /** Index in `securities` by row. */
  readonly places: Int32Array;
  readonly settlementDays: Int32Array;
  /** Session of the close. */
  readonly closeDays: Int32Array;
  /** In US dollars as quoted, NaN for none. */
  readonly closes: Float64Array;
  /** Numbers of unreadable rows, from 1, by reason. */
  readonly refused: ReadonlyMap<string, readonly number[]>;
  /** Rows according to the trailer; null without one, which suggests a truncated file. */
  readonly trailerCount: number | null;
}

const CUSIP = /^[0-9A-Z*@#]{8}\d$/;
const TRAILER = /^\s*trailer\b/i;
const TRAILER_COUNT = /^\s*trailer record count\s+(\d+)/i;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

interface Cells {
  readonly date: string;
  readonly cusip: string;
  readonly symbol: string;
  readonly description: string;
  readonly price: string;
}

/** A description may contain the separator, so the first four cells are split from the left and the price from the right. */
function cellsOf(line: string): Cells | null {
  const marks: number[] = [];
  for (let at = line.indexOf('|'); at >= 0 && marks.length < 4; at = line.indexOf('|', at + 1)) marks.push(at);
  const last = line.lastIndexOf('|');
  const [first, second, third, fourth] = marks;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined || last === fourth) return null;
  return {
    date: line.slice(0, first).trim(),
    cusip: line.slice(first + 1, second).trim(),
    symbol: line.slice(second + 1, third).trim(),
    description: line.slice(fourth + 1, last).trim(),
    price: line.slice(last + 1),
  };
}

/** Copies a text: a slice would keep the whole file in memory. */
const own = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** Throws if the header differs. */
export function readFails(bytes: Uint8Array): FailsRows {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const rowMax = bytes.reduce((count, byte) => count + Number(byte === LINE_FEED), 1);
  const [places, settlementDays, closeDays] = [new Int32Array(rowMax), new Int32Array(rowMax), new Int32Array(rowMax)];
  const closes = new Float64Array(rowMax);
  const securities: FailsSecurity[] = [];
  const placeOf = new Map<string, number>();
  const days = new Map<string, readonly [settlement: number, close: number]>();
  const refused = new Map<string, number[]>();
  let trailerCount: number | null = null;
  let count = 0;
  for (let from = 0, row = 1; from < text.length; row++) {
    const end = text.indexOf('\n', from);
    const next = end < 0 ? text.length : end;
    const line = text.slice(from, text.charCodeAt(next - 1) === CARRIAGE_RETURN && next > from ? next - 1 : next);
    from = next + 1;
    if (row === 1) {
      if (line.trim().toUpperCase() !== FAILS_HEADER) throw new Error(`expected the header ${FAILS_HEADER}`);
      continue;
    }
    if (line.trim() === '') continue;
    if (TRAILER.test(line)) {
      trailerCount = Number(TRAILER_COUNT.exec(line)?.[1] ?? trailerCount ?? Number.NaN);
      continue;
    }
    const cells = cellsOf(line);
    const [settlementDay, closeDay] = (cells && days.get(cells.date)) ?? daysOf(cells?.date ?? '');
    const cusip = cells?.cusip.toUpperCase() ?? '';
    const reason = !cells
      ? 'not six cells'
      : Number.isNaN(settlementDay)
        ? 'no settlement date'
        : CUSIP.test(cusip)
          ? null
          : 'no CUSIP';
    if (!cells || reason !== null) {
      const rows = refused.get(reason ?? '') ?? [];
      refused.set(reason ?? '', rows);
      rows.push(row);
      continue;
    }
    days.set(cells.date, [settlementDay, closeDay]);
    const key = `${cusip}|${cells.symbol.toUpperCase()}`;
    const known = placeOf.get(key);
    const place = known ?? securities.length;
    if (known === undefined) placeOf.set(own(key), place);
    if (securities[place]?.description !== cells.description)
      securities[place] = {
        cusip: own(cusip),
        symbol: own(cells.symbol.toUpperCase()),
        description: own(cells.description),
      };
    places[count] = place;
    settlementDays[count] = settlementDay;
    closeDays[count] = closeDay;
    const close = decimalOf(cells.price);
    closes[count] = close > 0 ? close : Number.NaN;
    count++;
  }
  return {
    securities,
    places: places.subarray(0, count),
    settlementDays: settlementDays.subarray(0, count),
    closeDays: closeDays.subarray(0, count),
    closes: closes.subarray(0, count),
    refused,
    trailerCount: Number.isNaN(trailerCount) ? null : trailerCount,
  };
}

function daysOf(date: string): readonly [settlement: number, close: number] {
  const day = dayOfDigits(date);
  return Number.isNaN(day) ? [day, day] : [day, sessionBefore(day)];
}
