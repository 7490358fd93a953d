/** The receipt of a result: its data, and a digest that is the same on every machine. */
import { isoDate } from '../../catalogue/display.ts';
import { runToEnd } from '../run/timeSlices.ts';
import type { Table } from '../table/table.ts';

/** FNV-1a, 64 bits: offset basis and prime 2^40 + 0x1b3 (Fowler, Noll, Vo; draft-eastlake-fnv). */
const OFFSET_HIGH = 0xcbf29ce4 | 0;
const OFFSET_LOW = 0x84222325 | 0;
const PRIME_LOW = 0x1b3;

const ascii = new Uint8Array(64);
const TAB = Uint8Array.of(0x09);
const LINE_FEED = Uint8Array.of(0x0a);

/** 64-bit FNV-1a in two 32-bit words; the lower one is multiplied by halves. */
export class Fnv1a {
  #high = OFFSET_HIGH;
  #low = OFFSET_LOW;

  add(bytes: Uint8Array, length = bytes.length): void {
    let high = this.#high;
    let low = this.#low;
    for (let i = 0; i < length; i++) {
      const mixed = low ^ bytes[i]!;
      const lower = (mixed & 0xffff) * PRIME_LOW;
      const upper = (mixed >>> 16) * PRIME_LOW + (lower >>> 16);
      low = (upper << 16) | (lower & 0xffff);
      high = (Math.imul(high, PRIME_LOW) + (upper >>> 16) + (mixed << 8)) | 0;
    }
    this.#high = high;
    this.#low = low;
  }

  /** Adds the UTF-8 of a text. Short ASCII texts, which most symbols are, are hashed without memory of their own. */
  addText(text: string): void {
    const { length } = text;
    let i = 0;
    if (length <= ascii.length) for (; i < length && text.charCodeAt(i) < 0x80; i++) ascii[i] = text.charCodeAt(i);
    if (i === length) this.add(ascii, length);
    else this.add(utf8(text));
  }

  /** 16 hexadecimal digits. */
  hex(): string {
    return [this.#high, this.#low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const REPLACEMENT = 0xfffd;

/** The UTF-8 bytes of a text; an unpaired surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0)!;
    const code = point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

/** Newest price dates by country, cached because every edit needs them. */
const newestDates = new WeakMap<Table, Float64Array>();

function newestOf(table: Table): Float64Array {
  const newest = newestDates.get(table) ?? newestByCountry(table);
  newestDates.set(table, newest);
  return newest;
}

/** Rows hashed per time slice, about 1 ms. */
const CHUNK_ROWS = 4096;

/** The text of a row; empty where there is no such column. */
function labelsOf(table: Table, id: string): (row: number) => string {
  const column = table.text(id);
  return column ? (row) => column.labels[column.codes[row]!]! : () => '';
}

function* digestWork(table: Table, rows: Uint32Array): Generator<void, string> {
  const [symbolOf, exchangeOf] = [labelsOf(table, 'symbol'), labelsOf(table, 'exchange')];
  const hash = new Fnv1a();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    hash.addText(symbolOf(row));
    hash.add(TAB);
    hash.addText(exchangeOf(row));
    hash.add(LINE_FEED);
    if (i % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
  }
  return hash.hex();
}

/** 64-bit FNV-1a over the UTF-8 of "symbol, tab, exchange, line feed" for each row in order. */
export function digest(table: Table, rows: Uint32Array): string {
  return runToEnd(digestWork(table, rows));
}

export interface Receipt {
  /** Newest price date, YYYY-MM-DD; null when no row has one. */
  readonly dataDate: string | null;
  /** Newest price date of each country that is behind it, by code; null when the country has none. */
  readonly countryDates: readonly { readonly country: string; readonly date: string | null }[];
  readonly universeCount: number;
  readonly rowCount: number;
  readonly digest: string;
  /** Digest of the history and date of the snapshot; absent for the current universe. */
  readonly history?: string | null;
  readonly snapshot?: string;
}

const dayOf = (time: number): string | null => (Number.isFinite(time) ? isoDate(time) : null);

/** Newest price date by country code; −∞ without dates, NaN for a code without rows. */
function newestByCountry(table: Table): Float64Array {
  const codes = table.text('country')?.codes;
  const dates = table.numbers('date');
  const newest = new Float64Array(table.text('country')?.labels.length ?? 1).fill(Number.NaN);
  for (const row of table.rows) {
    const code = codes?.[row] ?? 0;
    const known = Number.isNaN(newest[code]!) ? Number.NEGATIVE_INFINITY : newest[code]!;
    const date = dates?.[row] ?? Number.NaN;
    newest[code] = date > known ? date : known;
  }
  return newest;
}

/** The receipt in time slices. It tells two users of the same screen text whether they see the same result. */
export function* receiptWork(table: Table, rows: Uint32Array): Generator<void, Receipt> {
  const newest = newestOf(table);
  const labels = table.text('country')?.labels ?? [''];
  const latest = newest.reduce((max, date) => (date > max ? date : max), Number.NEGATIVE_INFINITY);
  return {
    dataDate: dayOf(latest),
    countryDates: labels
      .flatMap((country, code) =>
        Number.isNaN(newest[code]!) || dayOf(newest[code]!) === dayOf(latest) ? [] : [{ country, date: dayOf(newest[code]!) }],
      )
      .sort((a, b) => (a.country < b.country ? -1 : 1)),
    universeCount: table.rows.length,
    rowCount: rows.length,
    digest: yield* digestWork(table, rows),
    ...table.origin,
  };
}

export function receipt(table: Table, rows: Uint32Array): Receipt {
  return runToEnd(receiptWork(table, rows));
}
