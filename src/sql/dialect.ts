/** What the dialects of SQL write differently. Texts only: nothing here runs a query. */

/** Which of the two middle values is the median of an even count. */
export type Middle = 'lower' | 'upper';

export interface Dialect {
  readonly name: 'clickhouse' | 'duckdb';
  /** Quotes the name of a column or a table. */
  quote(name: string): string;
  /** A text literal. */
  text(value: string): string;
  /** A float32 literal: `value` is one exactly. */
  float(value: number): string;
  /** Rounds a number to float32; out of its range it becomes infinite or missing. */
  toFloat(expression: string): string;
  readonly infinity: string;
  toDouble(expression: string): string;
  /** A date literal. @param day ISO date */
  date(day: string): string;
  /** Seconds from 1970-01-01 to the midnight that begins a date, as float32. */
  secondsOf(date: string): string;
  /** Natural logarithm of a double. Like SQL's exp, it equals JavaScript's after rounding to float32: measured for every float32. */
  ln(expression: string): string;
  middle(which: Middle, expression: string, window: string): string;
  /** Ends a subquery so that conditions of the queries around it are not moved into it. */
  readonly barrier: string;
  readonly ending: string;
  /** Separates the name of a subquery from its text so that conditions of the queries around it are not moved into it. */
  readonly computed: string;
  /** A key that orders texts by UTF-16 code units. */
  textKey(expression: string): string;
  /** Whether a text matches a regular expression of RE2. */
  matches(expression: string, pattern: string): string;
  /** Unsigned 64-bit arithmetic on numbers below 2^32. */
  readonly bits: Bits;
  /** Runs MurmurHash3's loop over the numbers of a text, separated by spaces, but for the last. @param seed below 2^32 */
  mixedBlocks(blocks: string, seed: number): string;
  /** The last number of such a text. */
  lastBlock(blocks: string): string;
}

interface Bits {
  xor(a: string, b: string): string;
  and(a: string, mask: number): string;
  shiftRight(a: string, by: number): string;
  /** @param factor below 2^32 */
  times(a: string, factor: number): string;
}

/** The lower 32 bits. */
export const LOW_BITS = 0xffff_ffff;
/** The loop of MurmurHash3 rotates by this, then multiplies by and adds these. */
export const ROTATED_BITS = 13;
export const LOOP_FACTOR = 5;
export const LOOP_TERM = 0xe654_6b64;

/** A number as both dialects read it: JavaScript's shortest decimal, which gives the same double. */
export const decimal = (value: number): string => (Object.is(value, -0) ? '0' : String(value));
