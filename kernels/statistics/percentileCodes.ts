/** Percentiles as one byte each, by counting dense ranks: no sort, whatever the scopes. */
import type { DenseRanks } from '../sort/denseRanks.ts';

/** Codes 0 … 199 are half percents: floor(200 p), so that (code + 1) >> 1 is the whole percent. */
export const CODE_COUNT = 200;
/** Not computed yet. */
export const PENDING_CODE = 253;
/** The value is present, but its row is in no scope. */
export const UNRANKED_CODE = 254;
export const MISSING_VALUE_CODE = 255;

/** Dense ranks from `positive` on are of numbers above zero, those up to `negative` of numbers below it. */
export interface Signs {
  readonly negative: number;
  readonly positive: number;
}

/** The ranks around zero. @param values the column that the ranks are of */
export function signsOf(values: Float32Array, rates: Float32Array | null, { denseRanks, rankCount }: DenseRanks): Signs {
  let negative = 0;
  let positive = rankCount + 1;
  for (let row = 0; row < values.length; row++) {
    const rank = denseRanks[row]!;
    if (rank === 0) continue;
    const value = Math.fround(values[row]! * (rates === null ? 1 : rates[row]!));
    if (value < 0 && rank > negative) negative = rank;
    if (value > 0 && rank < positive) positive = rank;
  }
  return { negative, positive };
}

let counts = new Uint32Array(0);
let codeOf = new Uint8Array(0);

/** Counts the rows' values by rank; index 0 counts the missing. */
function count(denseRanks: DenseRanks['denseRanks'], rankCount: number, rows: Uint32Array): void {
  if (counts.length <= rankCount) {
    counts = new Uint32Array(rankCount + 1);
    codeOf = new Uint8Array(rankCount + 1);
  }
  counts.fill(0, 0, rankCount + 1);
  for (let i = 0; i < rows.length; i++) counts[denseRanks[rows[i]!]!]!++;
}

/** Sum of the counts of ranks from … to, inclusive. */
function countBetween(from: number, to: number): number {
  let sum = 0;
  for (let rank = from; rank <= to; rank++) sum += counts[rank]!;
  return sum;
}

/** Codes of ranks, from their percentiles rounded to float32 as in percentile.ts. */
function codeRanks(rankCount: number, n: number): void {
  let below = 0;
  for (let rank = 1; rank <= rankCount; rank++) {
    const equal = counts[rank]!;
    codeOf[rank] = CODE_COUNT * Math.fround((2 * below + equal) / (2 * n));
    below += equal;
  }
}

/**
 * Codes of ranks around zero, which has code 100: below it floor(100 p / z) of the percentiles p of the value and z of zero, above it the
 * same from the other end, 199 − floor(100 (1 − p) / (1 − z)).
 */
function codeAroundZero(rankCount: number, n: number, { negative, positive }: Signs): void {
  const half = CODE_COUNT / 2;
  const belowZero = countBetween(1, negative);
  const zeros = countBetween(negative + 1, positive - 1);
  let below = 0;
  for (let rank = 1; rank <= rankCount; rank++) {
    const equal = counts[rank]!;
    const above = n - below - equal;
    if (rank <= negative) codeOf[rank] = Math.floor((half * (2 * below + equal)) / (2 * belowZero + zeros));
    else if (rank < positive) codeOf[rank] = half;
    else codeOf[rank] = CODE_COUNT - 1 - Math.floor((half * (2 * above + equal)) / (2 * (n - belowZero - zeros) + zeros));
    below += equal;
  }
}

/**
 * A code per row of the table for its value's percentile in its scope; see percentile.ts for the definition.
 * @param column dense ranks over rows that include all scopes
 * @param scopes sets of rows that are compared with one another, each row in at most one
 * @param signs to rank negative and positive values separately around zero; null for plain percentiles
 */
export function percentileCodes(
  column: DenseRanks,
  scopes: readonly Uint32Array[],
  signs: Signs | null,
): Uint8Array<ArrayBuffer> {
  const { denseRanks, rankCount } = column;
  const codes = new Uint8Array(denseRanks.length);
  for (let row = 0; row < denseRanks.length; row++) codes[row] = denseRanks[row] === 0 ? MISSING_VALUE_CODE : UNRANKED_CODE;
  for (const rows of scopes) {
    count(denseRanks, rankCount, rows);
    const n = rows.length - counts[0]!;
    if (n === 0) continue;
    if (signs) codeAroundZero(rankCount, n, signs);
    else codeRanks(rankCount, n);
    codeOf[0] = MISSING_VALUE_CODE;
    for (let i = 0; i < rows.length; i++) codes[rows[i]!] = codeOf[denseRanks[rows[i]!]!]!;
  }
  return codes;
}
