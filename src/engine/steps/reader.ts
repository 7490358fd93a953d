/** Reads and writes the smallest parts of a screen text: words, columns, numbers, values. */

/** A text that can't be read: what is wrong, and at which character (counted from 0). */
export class ScreenTextError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'ScreenTextError';
    this.at = at;
  }
}

/** Words that a column must be quoted with backticks to be named by. The last ones are kept for later kinds of steps. */
const RESERVED = new Set(
  'sort rows percent not between and in asc desc any all at least of top bottom rank by within is missing present keep drop only flags watchlist issuer no'.split(
    ' ',
  ),
);

/** Membership of a list is a column with a colon in its id. */
const BARE_COLUMN = /in:[A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y;
const BARE_VALUE = /[\p{L}\p{N}_.-]+/uy;
const NUMBER = /[+-]?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Not the “AND” of a range; no currency has that code, while ALL and TOP are currencies. */
const CURRENCY = /(?!AND(?![A-Za-z0-9_]))[A-Z]{3}(?![A-Za-z0-9_])/y;
const WORD = /[A-Za-z]+(?![A-Za-z0-9_.])/y;
const SPACE = /\s*/y;

/** A number in a text, at [at, end). */
export interface PlacedNumber {
  readonly at: number;
  readonly end: number;
  readonly value: number;
}

/** Names of columns besides their ids. */
export interface ColumnNames {
  /** The longest name that stands there; null when none does. */
  at(text: string, from: number): string | null;
  /** Id of the column of a name. */
  columnOf(name: string): string | undefined;
}

export class Reader {
  readonly text: string;
  readonly names: ColumnNames | null;
  at = 0;
  /** Numbers that have been read, some of them more than once. */
  readonly numbers: PlacedNumber[] = [];
  constructor(text: string, names: ColumnNames | null = null) {
    this.text = text;
    this.names = names;
  }

  skipSpace(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)![0].length;
  }

  /** The match of a sticky pattern here, or null; moves on. */
  take(pattern: RegExp): string | null {
    this.skipSpace();
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0] ?? null;
    if (match !== null) this.at += match.length;
    return match;
  }

  takeSign(sign: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  /** True when the pattern matches here; stays. */
  sees(pattern: RegExp): boolean {
    const from = this.at;
    const seen = this.take(pattern) !== null;
    this.at = from;
    return seen;
  }

  seesNumber(): boolean {
    return this.sees(NUMBER);
  }

  /** Takes all of the keywords or none. */
  takeWords(...words: readonly string[]): boolean {
    const from = this.at;
    if (words.every((word) => this.takeWord(word))) return true;
    this.at = from;
    return false;
  }

  /** The one of the keywords that stands here, or null. */
  takeOneOf<const T extends string>(words: readonly T[]): T | null {
    return words.find((word) => this.takeWord(word)) ?? null;
  }

  /** Takes a sign that must be here. */
  need(sign: string, otherwise = `“${sign}”`): void {
    if (!this.takeSign(sign)) throw this.expected(otherwise);
  }

  /** Takes a keyword, whatever its case. */
  takeWord(word: string): boolean {
    const from = this.at;
    if (this.take(WORD)?.toLowerCase() === word) return true;
    this.at = from;
    return false;
  }

  expected(what: string): ScreenTextError {
    this.skipSpace();
    const found = this.text.slice(this.at, this.at + 20);
    return new ScreenTextError(`expected ${what}, found ${found === '' ? 'the end' : `“${found}”`}`, this.at);
  }

  /** The inside of a quoted span that starts here, with \ before the quote and before itself. */
  quoted(quote: '"' | '`'): string {
    const from = this.at;
    let inside = '';
    for (let index = this.at + 1; index < this.text.length; index++) {
      const char = this.text.charAt(index);
      if (char === quote) {
        this.at = index + 1;
        return inside;
      }
      const next = this.text.charAt(index + 1);
      if (char === '\\' && (next === quote || next === '\\')) {
        inside += next;
        index++;
      } else inside += char;
    }
    throw new ScreenTextError(`the ${quote} is not closed`, from);
  }
}

/** True where a column stands here. */
export function seesColumn(reader: Reader): boolean {
  const from = reader.at;
  const bare = reader.take(BARE_COLUMN);
  reader.at = from;
  return bare === null ? reader.sees(/`/y) : !RESERVED.has(bare.toLowerCase());
}

/** Reads a column; `what` is said when there is none. A common name that is no id, such as p/e, gives the id of its column. */
export function readColumn(reader: Reader, what = 'a column'): string {
  reader.skipSpace();
  const from = reader.at;
  if (reader.text.charAt(from) === '`') {
    const id = reader.quoted('`');
    if (id === '') throw new ScreenTextError('expected a column between the backticks', from);
    return id;
  }
  const id = reader.take(BARE_COLUMN);
  const name = reader.names?.at(reader.text, from) ?? null;
  const named = name === null ? undefined : reader.names?.columnOf(name);
  if (name !== null && named !== undefined && from + name.length > reader.at) {
    reader.at = from + name.length;
    return named;
  }
  if (id === null || RESERVED.has(id.toLowerCase())) {
    reader.at = from;
    throw reader.expected(what);
  }
  return id;
}

export function readPlainNumber(reader: Reader): number {
  const text = reader.take(NUMBER);
  if (text === null) throw reader.expected('a number');
  const value = Number(text) || 0;
  if (!Number.isFinite(value)) throw new ScreenTextError(`${text} is too large`, reader.at - text.length);
  reader.numbers.push({ at: reader.at - text.length, end: reader.at, value });
  return value;
}

export interface Bound {
  readonly value: number;
  readonly currency: string | null;
}

/** A bound: a number, in percent if a sign says so, and the currency behind it. */
export function readBound(reader: Reader): Bound {
  reader.skipSpace();
  const from = reader.at;
  let value = readPlainNumber(reader);
  if (reader.text.charAt(reader.at) === '%') {
    const text = reader.text.slice(from, reader.at);
    value = (/[eE]/.test(text) ? value / 100 : Number(`${text}e-2`)) || 0;
    reader.at++;
  }
  return { value, currency: reader.take(CURRENCY) };
}

export function readValue(reader: Reader): string {
  reader.skipSpace();
  if (reader.text.charAt(reader.at) === '"') return reader.quoted('"');
  const word = reader.take(BARE_VALUE);
  if (word === null) throw reader.expected('a value');
  return word;
}

export function readValues(reader: Reader): string[] {
  if (!reader.takeSign('(')) throw reader.expected('“(”');
  const values: string[] = [];
  if (reader.takeSign(')')) return values;
  do values.push(readValue(reader));
  while (reader.takeSign(','));
  if (!reader.takeSign(')')) throw reader.expected('“,” or “)”');
  return values;
}

export function printColumn(id: string): string {
  BARE_COLUMN.lastIndex = 0;
  const bare = BARE_COLUMN.exec(id)?.[0] === id && !RESERVED.has(id.toLowerCase());
  return bare ? id : `\`${id.replace(/[\\`]/g, '\\$&')}\``;
}

export function printValue(value: string): string {
  BARE_VALUE.lastIndex = 0;
  return BARE_VALUE.exec(value)?.[0] === value ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/** From here on a number is written with an exponent. */
const EXPONENT_FROM = 1e6;

/** A number in the shortest text that gives the same number back, such as 1.5e9. */
export function printNumber(value: number): string {
  const plain = String(value);
  return Math.abs(value) >= EXPONENT_FROM ? value.toExponential().replace('e+', 'e') : plain;
}
