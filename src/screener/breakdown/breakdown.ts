/** Row counts and column medians by group. Pure functions. */

/** Group code of each table row; 0 is none. */
export interface Groups {
  readonly codes: ArrayLike<number>;
  readonly labels: readonly string[];
}

export interface Side {
  readonly counts: Uint32Array;
  /** Median by group for each column; NaN without values. */
  readonly medians: readonly Float64Array[];
}

function medianOf(sorted: Float64Array): number {
  const { length } = sorted;
  if (length === 0) return Number.NaN;
  const upper = sorted[length >> 1]!;
  return length % 2 === 1 ? upper : (sorted[(length >> 1) - 1]! + upper) / 2;
}

/** @param numbers reads the value of a row for each column; NaN when missing */
export function breakdown(groups: Groups, rows: Iterable<number>, numbers: readonly ((row: number) => number)[]): Side {
  const groupCount = groups.labels.length;
  const counts = new Uint32Array(groupCount);
  const kept = [...rows];
  for (const row of kept) counts[groups.codes[row]!]!++;
  return { counts, medians: numbers.map((numberOf) => mediansOf(groups, kept, counts, numberOf)) };
}

function mediansOf(
  groups: Groups,
  rows: readonly number[],
  counts: Uint32Array,
  numberOf: (row: number) => number,
): Float64Array {
  const values = Array.from(counts, (count) => new Float64Array(count));
  const filled = new Uint32Array(counts.length);
  for (const row of rows) {
    const value = numberOf(row);
    const code = groups.codes[row]!;
    if (!Number.isNaN(value)) values[code]![filled[code]!++] = value;
  }
  return Float64Array.from(values, (all, code) => medianOf(all.subarray(0, filled[code]).sort()));
}

/** Deciles of the rows by a number, the largest first, with their bounds. */
export interface Deciles {
  readonly groups: Groups;
  /** Minimum and maximum of each group by code; NaN for empty groups. */
  readonly bounds: readonly (readonly [low: number, high: number])[];
}

export const DECILE_COUNT = 10;

export function deciles(rowCount: number, numberOf: (row: number) => number): Deciles {
  const values = Float64Array.from({ length: rowCount }, (_, row) => numberOf(row));
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const cuts = Array.from(
    { length: DECILE_COUNT - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / DECILE_COUNT)]!,
  );
  const bounds: [number, number][] = Array.from({ length: DECILE_COUNT + 1 }, () => [Number.NaN, Number.NaN]);
  const codes = Uint8Array.from(values, (value) => {
    if (Number.isNaN(value)) return 0;
    const code = DECILE_COUNT - cuts.filter((cut) => value >= cut).length;
    const [low, high] = bounds[code]!;
    bounds[code] = [Math.min(value, Number.isNaN(low) ? value : low), Math.max(value, Number.isNaN(high) ? value : high)];
    return code;
  });
  return { groups: { codes, labels: ['', ...Array.from({ length: DECILE_COUNT }, (_, index) => String(index + 1))] }, bounds };
}
