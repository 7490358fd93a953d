/** Reads and prints the tokens of a screen text: words, columns, numbers, values. */

/** A text that cannot be read: what is wrong, and at which character from 0. */
export class ScreenTextError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'ScreenTextError';
    this.at = at;
  }
}

/** Words that need backticks as column names. The last ones are reserved for future kinds of steps. */
const RESERVED = new Set(
  'sort rows percent not between and in asc desc any all at least of top bottom rank by within is missing present keep drop only flags watchlist issuer no'.split(
    ' ',
  ),
);

/** Membership of a list is a column with a colon in its id. */
const BARE_COLUMN = /in:[A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y;
const BARE_VALUE = /[\p{L}\p{N}_.-]+/uy;
const NUMBER = /[+-]?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Excludes the “AND” of a range, which is no currency code; ALL and TOP are. */
const CURRENCY = /(?!AND(?![A-Za-z0-9_]))[A-Z]{3}(?![A-Za-z0-9_])/y;
const WORD = /[A-Za-z]+(?![A-Za-z0-9_.])/y;
const SPACE = /\s*/y;

/** A number in a text, at [at, end). */
export interface PlacedNumber {
  readonly at: number;
  readonly end: number;
  readonly value: number;
}

/** Column names other than ids. */
export interface ColumnNames {
  /** The longest name at a position, or null. */
  at(text: string, from: number): string | null;
  /** Id of the column of a name. */
  columnOf(name: string): string | undefined;
}

export class Reader {
  readonly text: string;
  readonly names: ColumnNames | null;
  at = 0;
  /** Numbers read so far; backtracking may read some twice. */
  readonly numbers: PlacedNumber[] = [];
  constructor(text: string, names: ColumnNames | null = null) {
    this.text = text;
    this.names = names;
  }

  skipSpace(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)![0].length;
  }

  /** Consumes and returns the match of a sticky pattern, or null. */
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

  /** True when the pattern matches here, without consuming it. */
  sees(pattern: RegExp): boolean {
    const from = this.at;
    const seen = this.take(pattern) !== null;
    this.at = from;
    return seen;
  }

  seesNumber(): boolean {
    return this.sees(NUMBER);
  }

  /** Consumes all of the keywords or none. */
  takeWords(...words: readonly string[]): boolean {
    const from = this.at;
    if (words.every((word) => this.takeWord(word))) return true;
    this.at = from;
    return false;
  }

  /** Consumes one of the keywords and returns it, or null. */
  takeOneOf<const T extends string>(words: readonly T[]): T | null {
    return words.find((word) => this.takeWord(word)) ?? null;
  }

  /** Consumes a required sign. */
  need(sign: string, otherwise = `“${sign}”`): void {
    if (!this.takeSign(sign)) throw this.expected(otherwise);
  }

  /** Consumes a keyword, ignoring case. */
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

  /** The content of a quoted span that starts here; \ escapes the quote and itself. */
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

/** True when a column follows. */
export function seesColumn(reader: Reader): boolean {
  const from = reader.at;
  const bare = reader.take(BARE_COLUMN);
  reader.at = from;
  return bare === null ? reader.sees(/`/y) : !RESERVED.has(bare.toLowerCase());
}

/** Reads a column, or throws that `what` was expected. A common name that is not an id, such as p/e, gives its column's id. */
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

/** A number with its decimal point moved, exactly: 7 % is 0.07. */
export function shifted(number: string, places: number): number {
  const [digits = '', exponent = '0'] = number.split(/e/i);
  return Number(`${digits}e${Number(exponent) + places}`);
}

export interface Bound {
  readonly value: number;
  readonly currency: string | null;
}

/** Reads a number, possibly with a percent sign, and its currency. */
export function readBound(reader: Reader): Bound {
  reader.skipSpace();
  const from = reader.at;
  let value = readPlainNumber(reader);
  if (reader.text.charAt(reader.at) === '%') {
    value = shifted(reader.text.slice(from, reader.at), -2) || 0;
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

/** Larger numbers are printed with an exponent. */
const EXPONENT_FROM = 1e6;

/** The shortest text that reads back as the same number, such as 1.5e9. */
export function printNumber(value: number): string {
  const plain = String(value);
  return Math.abs(value) >= EXPONENT_FROM ? value.toExponential().replace('e+', 'e') : plain;
}
