/** Reads a file of Stooq's archive: a header and one line per session of one symbol. */
import { DAY_MS, dayOfDigits } from '../../formats/day.ts';
import { decimalOf } from '../../formats/decimal.ts';
import {
  BAR_TOLERANCE,
  HAS_HIGH,
  HAS_LOW,
  HAS_OPEN,
  IS_BAR,
  IS_OUTSIDE,
  type OutsideBar,
  risen,
  type Series,
} from '../series.ts';

export const HEADER = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';

const CELLS = 10;
/** Nine commas, period, date, ticker, close and line feed. */
const LINE_BYTES_MIN = 20;
/** Rows named per reason. */
export const ROWS_NAMED_MAX = 3;
/** Latest outside bars kept per file. */
export const OUTSIDE_MAX = 10;

const [LINE_FEED, COMMA, POINT, ZERO, PERIOD_DAY] = [10, 44, 46, 48, 68];
const NINE = ZERO + 9;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Up to this many digits, integer and power of ten are exact doubles, so that their quotient is rounded once, as by Number(). */
const DIGITS_MAX = 15;
const POWERS = Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power);

/** In days since 1970-01-01. */
export interface Span {
  /** Earlier sessions are counted but not kept. */
  readonly fromDay: number;
  /** Later sessions are refused. */
  readonly asOfDay: number;
  /** Later sessions are refused as impossible. */
  readonly today: number;
}

/** Where to continue in a partly known file. */
export interface Start {
  readonly at: number;
  /** Number of lines before `at`. */
  readonly lineCount: number;
  readonly ticker: string;
}

/** Content of a file, or of its new part. */
export interface PriceRows {
  /** Why the file can't be used, and the row; otherwise null. */
  readonly refusal: { readonly reason: string; readonly row: number | null } | null;
  readonly ticker: string;
  readonly series: Series;
  readonly lineCount: number;
  /** Sessions up to the as-of day, including those not kept and those with a bad close. */
  readonly seenCount: number;
  /** Whether there are sessions before the first day to keep. */
  readonly hasEarlier: boolean;
  readonly hasFuture: boolean;
  readonly hasLater: boolean;
  /** Latest accepted day; negative infinity if there is none. */
  readonly latestDay: number;
  /** Count and first rows by reason. */
  readonly refused: readonly (readonly [reason: string, count: number, rows: readonly number[]])[];
  /** Rows of relevant days whose close is not above 0. */
  readonly badCloses: readonly (readonly [row: number, day: number])[];
  readonly outside: readonly OutsideBar[];
}

/** Reads a file. Never throws for its content: unusable rows and files have reasons. */
export function readRows(bytes: Buffer, span: Span, start?: Start): PriceRows {
  if (start) return new RowReader(bytes, span, start).rows();
  const headerEnd = endOf(bytes, 0);
  const header = bytes
    .toString('latin1', 0, headerEnd)
    .trim()
    .replace(/^\ufeff|^ï»¿/, '')
    .toUpperCase();
  const ticker = bytes.toString('latin1', headerEnd + 1, endOf(bytes, headerEnd + 1)).split(',', 1)[0]!;
  const reader = new RowReader(bytes, span, { at: headerEnd + 1, lineCount: 1, ticker });
  if (header === '' && bytes.toString('latin1').trim() === '') return reader.refused('empty files', null);
  if (header !== HEADER) return reader.refused(`files without the header ${HEADER}`, 1);
  return reader.rows();
}

function endOf(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end < 0 ? bytes.length : end;
}

class RowReader {
  readonly #bytes: Buffer;
  readonly #span: Span;
  readonly #start: Start;
  readonly #tickerBytes: Buffer;
  readonly #days: Int32Array;
  readonly #closes: Float64Array;
  readonly #volumes: Float64Array;
  readonly #flags: Uint8Array;
  #count = 0;
  #seenCount = 0;
  #hasEarlier = false;
  #latestDay = Number.NEGATIVE_INFINITY;
  readonly #refused = new Map<string, { count: number; rows: number[] }>();
  readonly #badCloses: (readonly [number, number])[] = [];
  readonly #outside: OutsideBar[] = [];
  #month = 0;
  #monthDay = 0;
  #monthLength = 0;

  constructor(bytes: Buffer, span: Span, start: Start) {
    this.#bytes = bytes;
    this.#span = span;
    this.#start = start;
    this.#tickerBytes = Buffer.from(start.ticker, 'latin1');
    const most = Math.ceil(Math.max(0, bytes.length - start.at) / LINE_BYTES_MIN) + 1;
    this.#days = new Int32Array(most);
    this.#closes = new Float64Array(most);
    this.#volumes = new Float64Array(most);
    this.#flags = new Uint8Array(most);
  }

  refused(reason: string, row: number | null): PriceRows {
    return this.#answer(this.#start.lineCount, { reason, row });
  }

  rows(): PriceRows {
    let row = this.#start.lineCount;
    for (let at = this.#start.at; at < this.#bytes.length; row++) {
      const next = this.#fast(at, row + 1);
      at = next > 0 ? next : this.#slow(at, row + 1);
    }
    return this.#answer(row, null);
  }

  #answer(lineCount: number, refusal: PriceRows['refusal']): PriceRows {
    const until = this.#count;
    return {
      refusal,
      ticker: this.#start.ticker,
      series: risen({
        days: this.#days.slice(0, until),
        closes: this.#closes.slice(0, until),
        volumes: this.#volumes.slice(0, until),
        flags: this.#flags.slice(0, until),
      }),
      lineCount,
      seenCount: this.#seenCount,
      hasEarlier: this.#hasEarlier,
      hasFuture: this.#refused.has(FUTURE),
      hasLater: this.#refused.has(LATER),
      latestDay: this.#latestDay,
      refused: [...this.#refused].map(([reason, { count, rows }]) => [reason, count, rows]),
      badCloses: this.#badCloses,
      outside: this.#outside.sort((a, b) => a[0] - b[0]).slice(-OUTSIDE_MAX),
    };
  }

  #refuse(reason: string, row: number): void {
    const known = this.#refused.get(reason) ?? { count: 0, rows: [] };
    known.count++;
    if (known.rows.length < ROWS_NAMED_MAX) known.rows.push(row);
    this.#refused.set(reason, known);
  }

  /**
   * Reads a line in the usual format. Returns the position of the next one, or 0 without any effect if the format differs.
   */
  #fast(from: number, row: number): number {
    const bytes = this.#bytes;
    const ticker = this.#tickerBytes;
    let at = from;
    for (let index = 0; index < ticker.length; index++) if (bytes[at++] !== ticker[index]) return 0;
    if (bytes[at] !== COMMA || bytes[at + 1] !== PERIOD_DAY || bytes[at + 2] !== COMMA || bytes[at + 11] !== COMMA) return 0;
    const day = this.#day(at + 3);
    if (day < 0) return 0;
    at += 12;
    while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
    if (bytes[at++] !== COMMA) return 0;
    let open = 0;
    let high = 0;
    let low = 0;
    let close = 0;
    let volume = 0;
    for (let cell = 0; cell < 5; cell++) {
      let mantissa = 0;
      let point = -1;
      const first = at;
      for (let byte = bytes[at]!; byte !== COMMA; byte = bytes[++at]!) {
        if (byte >= ZERO && byte <= NINE) mantissa = 10 * mantissa + (byte - ZERO);
        else if (byte === POINT && point < 0 && at > first) point = at;
        else return 0;
      }
      const digitCount = at - first - (point < 0 ? 0 : 1);
      if (digitCount === 0 || digitCount > DIGITS_MAX) return 0;
      const value = point < 0 ? mantissa : mantissa / POWERS[at - point - 1]!;
      if (cell === 0) open = value;
      else if (cell === 1) high = value;
      else if (cell === 2) low = value;
      else if (cell === 3) close = value;
      else volume = value;
      at++;
    }
    for (let byte = bytes[at]; byte !== LINE_FEED && byte !== undefined; byte = bytes[++at]) if (byte === COMMA) return 0;
    this.#take(row, day, open, high, low, close, volume);
    return at + 1;
  }

  /** The day of eight digits; negative for anything else. */
  #day(at: number): number {
    const bytes = this.#bytes;
    let number = 0;
    for (let index = 0; index < 8; index++) {
      const digit = bytes[at + index]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) return -1;
      number = 10 * number + digit;
    }
    const day = number % 100;
    const month = (number - day) / 100;
    if (month !== this.#month) {
      const [year, ofYear] = [Math.floor(month / 100), month % 100];
      const length = MONTH_DAYS[ofYear - 1];
      if (year < 1970 || length === undefined) return -1;
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      this.#month = month;
      this.#monthLength = ofYear === 2 && isLeap ? length + 1 : length;
      this.#monthDay = Date.UTC(year, ofYear - 1, 1) / DAY_MS - 1;
    }
    return day >= 1 && day <= this.#monthLength ? this.#monthDay + day : -1;
  }

  /** Reads any line. Returns the position of the next one. */
  #slow(from: number, row: number): number {
    const end = endOf(this.#bytes, from);
    const line = this.#bytes.toString('latin1', from, end).trimEnd();
    if (line === '') return end + 1;
    const cells = line.split(',');
    const day = dayOfDigits(cells[2] ?? '');
    if (cells.length !== CELLS) this.#refuse('rows that are cut off or have too many cells', row);
    else if (cells[0] !== this.#start.ticker) this.#refuse('rows of another symbol than the file', row);
    else if (cells[1] !== 'D') this.#refuse('rows of another period than a day', row);
    else if (Number.isNaN(day)) this.#refuse('rows whose date is not a date', row);
    else {
      const [open, high, low, close, volume] = cells.slice(4, 9).map(decimalOf) as [number, number, number, number, number];
      this.#take(row, day, open, high, low, close, volume);
    }
    return end + 1;
  }

  #take(row: number, day: number, open: number, high: number, low: number, close: number, volume: number): void {
    const { today, asOfDay, fromDay } = this.#span;
    if (day > today || day > asOfDay) {
      this.#refuse(day > today ? FUTURE : LATER, row);
      return;
    }
    this.#seenCount++;
    if (day > this.#latestDay) this.#latestDay = day;
    if (day < fromDay) {
      this.#hasEarlier = true;
      return;
    }
    if (!(close > 0)) {
      this.#badCloses.push([row, day]);
      return;
    }
    const isBar = high > 0 && low > 0;
    const isOutside =
      isBar &&
      (high < low * (1 - BAR_TOLERANCE) ||
        Math.max(close, open || close) > high * (1 + BAR_TOLERANCE) ||
        close < low * (1 - BAR_TOLERANCE) ||
        (open > 0 && open < low * (1 - BAR_TOLERANCE)));
    if (isOutside) this.#outside.push([day, close, high, low]);
    this.#days[this.#count] = day;
    this.#closes[this.#count] = close;
    this.#volumes[this.#count] = volume;
    this.#flags[this.#count++] =
      (Number.isNaN(open) ? 0 : HAS_OPEN) |
      (Number.isNaN(high) ? 0 : HAS_HIGH) |
      (Number.isNaN(low) ? 0 : HAS_LOW) |
      (isBar ? IS_BAR : 0) |
      (isOutside ? IS_OUTSIDE : 0);
  }
}

const FUTURE = 'rows of a day in the future';
const LATER = 'rows later than the day taken';
export const BAD_CLOSE = 'rows whose close is not above 0';
