/** The receipt of a result: what it was made of, and a digest that is the same on every machine. */
import { isoDate } from '../catalogue/display.ts';
import type { Table } from './table.ts';

/** FNV-1a, 64 bits: offset basis and prime 2^40 + 0x1b3 (Fowler, Noll, Vo; draft-eastlake-fnv). */
const OFFSET_HIGH = 0xcbf29ce4 | 0;
const OFFSET_LOW = 0x84222325 | 0;
const PRIME_LOW = 0x1b3;

/** 64-bit FNV-1a in two 32-bit words; the lower one is multiplied by halves. */
export class Fnv1a {
  #high = OFFSET_HIGH;
  #low = OFFSET_LOW;

  add(bytes: Uint8Array): void {
    let high = this.#high;
    let low = this.#low;
    for (let i = 0; i < bytes.length; i++) {
      const mixed = low ^ bytes[i]!;
      const lower = (mixed & 0xffff) * PRIME_LOW;
      const upper = (mixed >>> 16) * PRIME_LOW + (lower >>> 16);
      low = (upper << 16) | (lower & 0xffff);
      high = (Math.imul(high, PRIME_LOW) + (upper >>> 16) + (mixed << 8)) | 0;
    }
    this.#high = high;
    this.#low = low;
  }

  /** 16 hexadecimal digits. */
  hex(): string {
    return [this.#high, this.#low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const REPLACEMENT = 0xfffd;

/** The UTF-8 bytes of a text; half a surrogate pair becomes U+FFFD. */
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

/** Gives the bytes of a text column's cell and the sign behind it; each label is encoded once. */
function cellBytes(table: Table, id: string, end: string): (row: number) => Uint8Array {
  const text = table.text(id);
  const nothing = utf8(end);
  if (!text) return () => nothing;
  const encoded: (Uint8Array | undefined)[] = new Array(text.labels.length);
  return (row) => {
    const code = text.codes[row]!;
    encoded[code] ??= utf8(text.labels[code]! + end);
    return encoded[code];
  };
}

/** 64-bit FNV-1a over the UTF-8 of "symbol, tab, exchange, line feed" for each row in order. */
export function digest(table: Table, rows: Uint32Array): string {
  const symbol = cellBytes(table, 'symbol', '\t');
  const exchange = cellBytes(table, 'exchange', '\n');
  const hash = new Fnv1a();
  for (let i = 0; i < rows.length; i++) {
    hash.add(symbol(rows[i]!));
    hash.add(exchange(rows[i]!));
  }
  return hash.hex();
}

export interface Receipt {
  /** Newest date of the prices, YYYY-MM-DD; null when no row has one. */
  readonly dataDate: string | null;
  /** Newest date of each country whose prices are older than that, or null where it has none; by code. */
  readonly countryDates: readonly { readonly country: string; readonly date: string | null }[];
  /** Securities of the universe. */
  readonly universeCount: number;
  readonly rowCount: number;
  readonly digest: string;
}

const dayOf = (time: number): string | null => (Number.isFinite(time) ? isoDate(time) : null);

/** Newest date of the prices by code of the country, −∞ where there is none; NaN for a code without rows. */
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

/** What a result was made of, so that two who have the same text can tell whether they see the same. */
export function receipt(table: Table, rows: Uint32Array): Receipt {
  const newest = newestByCountry(table);
  const labels = table.text('country')?.labels ?? [''];
  const latest = newest.reduce((max, date) => (date > max ? date : max), Number.NEGATIVE_INFINITY);
  return {
    dataDate: dayOf(latest),
    countryDates: labels
      .flatMap((country, code) =>
        Number.isNaN(newest[code]!) || dayOf(newest[code]!) === dayOf(latest) ? [] : [{ country, date: dayOf(newest[code]!) }],
      )
      .sort((a, b) => (a.country < b.country ? -1 : 1)),
    universeCount: table.rowCount,
    rowCount: rows.length,
    digest: digest(table, rows),
  };
}
