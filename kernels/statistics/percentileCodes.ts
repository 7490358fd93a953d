/** Percentiles as one byte each, by counting places: no sort, whatever the scopes. */
import type { Places } from '../sort/denseRanks.ts';

/** Codes 0 … 199 are half percents: floor(200 p), so that (code + 1) >> 1 is the whole percent. */
export const CODE_COUNT = 200;
/** Not computed yet. */
export const PENDING_CODE = 253;
/** The value is there, but its row is in no scope. */
export const UNRANKED_CODE = 254;
export const MISSING_VALUE_CODE = 255;

/** Places from `positive` on hold numbers above zero, those up to `negative` numbers below it. */
export interface Signs {
  readonly negative: number;
  readonly positive: number;
}

/** Where zero lies among the places of a column: of the values and rates that the places were made of. */
export function signsOf(values: Float32Array, rates: Float32Array | null, { places, placeCount }: Places): Signs {
  let negative = 0;
  let positive = placeCount + 1;
  for (let row = 0; row < values.length; row++) {
    const place = places[row]!;
    if (place === 0) continue;
    const value = Math.fround(values[row]! * (rates === null ? 1 : rates[row]!));
    if (value < 0 && place > negative) negative = place;
    if (value > 0 && place < positive) positive = place;
  }
  return { negative, positive };
}

let counts = new Uint32Array(0);
let codeOf = new Uint8Array(0);

/** Values of the rows at each place; index 0 counts the missing. */
function count(places: Places['places'], placeCount: number, rows: Uint32Array): void {
  if (counts.length <= placeCount) {
    counts = new Uint32Array(placeCount + 1);
    codeOf = new Uint8Array(placeCount + 1);
  }
  counts.fill(0, 0, placeCount + 1);
  for (let i = 0; i < rows.length; i++) counts[places[rows[i]!]!]!++;
}

/** Sum of the counts of places from … to, both included. */
function countBetween(from: number, to: number): number {
  let sum = 0;
  for (let place = from; place <= to; place++) sum += counts[place]!;
  return sum;
}

/** Codes of places: of their percentiles, rounded to float32 as kernels/percentile.ts gives them. */
function codePlaces(placeCount: number, n: number): void {
  let below = 0;
  for (let place = 1; place <= placeCount; place++) {
    const equal = counts[place]!;
    codeOf[place] = CODE_COUNT * Math.fround((2 * below + equal) / (2 * n));
    below += equal;
  }
}

/**
 * Codes of places around zero, which has code 100: below it floor(100 p / z) of the percentiles p of the value and z of zero, above it the
 * same from the other end, 199 − floor(100 (1 − p) / (1 − z)).
 */
function codeAroundZero(placeCount: number, n: number, { negative, positive }: Signs): void {
  const half = CODE_COUNT / 2;
  const belowZero = countBetween(1, negative);
  const zeros = countBetween(negative + 1, positive - 1);
  let below = 0;
  for (let place = 1; place <= placeCount; place++) {
    const equal = counts[place]!;
    const above = n - below - equal;
    if (place <= negative) codeOf[place] = Math.floor((half * (2 * below + equal)) / (2 * belowZero + zeros));
    else if (place < positive) codeOf[place] = half;
    else codeOf[place] = CODE_COUNT - 1 - Math.floor((half * (2 * above + equal)) / (2 * (n - belowZero - zeros) + zeros));
    below += equal;
  }
}

/**
 * A code per row of the table for the percentile that its value has in its scope; see kernels/percentile.ts for the definition.
 * @param column places over rows that hold all scopes
 * @param scopes rows that are compared with one another, each row in one of them at most
 * @param signs to rank negative and positive values apart around zero; null for plain percentiles
 */
export function percentileCodes(column: Places, scopes: readonly Uint32Array[], signs: Signs | null): Uint8Array<ArrayBuffer> {
  const { places, placeCount } = column;
  const codes = new Uint8Array(places.length);
  for (let row = 0; row < places.length; row++) codes[row] = places[row] === 0 ? MISSING_VALUE_CODE : UNRANKED_CODE;
  for (const rows of scopes) {
    count(places, placeCount, rows);
    const n = rows.length - counts[0]!;
    if (n === 0) continue;
    if (signs) codeAroundZero(placeCount, n, signs);
    else codePlaces(placeCount, n);
    codeOf[0] = MISSING_VALUE_CODE;
    for (let i = 0; i < rows.length; i++) codes[rows[i]!] = codeOf[places[rows[i]!]!]!;
  }
  return codes;
}
