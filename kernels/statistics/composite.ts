/** Composite score: a weighted mean of percentiles. */

/** How a row without a value is scored: it is dropped, counts as the worst, counts as the middle, or is judged by its other columns. */
export const MISSING_POLICIES = ['drop', 'zero', 'median', 'renormalise'] as const;
export type MissingPolicy = (typeof MISSING_POLICIES)[number];

export interface Part {
  /** By row of the table, 0 … 1, NaN for missing. */
  readonly percentiles: Float32Array;
  /** 0 or more, relative to the sum of all. */
  readonly weight: number;
  /** With `lower`, p counts as 1 − p. */
  readonly better: 'higher' | 'lower';
  readonly missing: MissingPolicy;
}

const DROPS = 1;
const RENORMALISES = 2;

/**
 * Σ weight × p / Σ weight per row, in 0 … 1, summed in double precision in the order of the parts and rounded to float32 once.
 * With `renormalise`, a missing part is left out of both sums of its row. A part of weight 0 neither counts nor drops a row.
 * @param rowCount rows of the table, the length of the result
 * @param rows the rows to score
 * @returns a score per row of the table; NaN for a dropped row, a row without any weight, and outside of `rows`
 * @throws RangeError for a negative or non-finite weight
 */
export function compositeScores(parts: readonly Part[], rowCount: number, rows: Uint32Array): Float32Array {
  for (const { weight } of parts) {
    if (!(weight >= 0 && weight < Infinity)) throw new RangeError(`the weight ${weight} is not a number from 0 on`);
  }
  const used = parts.filter(({ weight }) => weight > 0);
  const sums = new Float64Array(rows.length);
  const weights = new Float64Array(rows.length);
  for (const part of used) addPart(part, rows, sums, weights);
  const scores = new Float32Array(rowCount).fill(Number.NaN);
  for (let i = 0; i < rows.length; i++) scores[rows[i]!] = sums[i]! / weights[i]!;
  return scores;
}

function addPart(
  { percentiles, weight, better, missing }: Part,
  rows: Uint32Array,
  sums: Float64Array,
  weights: Float64Array,
): void {
  const factor = better === 'lower' ? -weight : weight;
  const base = better === 'lower' ? weight : 0;
  const policy = missing === 'drop' ? DROPS : missing === 'renormalise' ? RENORMALISES : 0;
  const stand = missing === 'median' ? weight / 2 : 0;
  for (let i = 0; i < rows.length; i++) {
    const p = percentiles[rows[i]!]!;
    if (!Number.isNaN(p)) {
      sums[i]! += base + factor * p;
      weights[i]! += weight;
    } else if (policy === 0) {
      sums[i]! += stand;
      weights[i]! += weight;
    } else if (policy === DROPS) sums[i] = Number.NaN;
  }
}
