/** Filters as loops: rows in, the rows that pass out, in the same order. */

/** Rows that passed, and how many were left out because they have no value. */
export interface Kept {
  readonly rows: Uint32Array;
  readonly missing: number;
}

/**
 * Rows whose value lies within [low, high], both included (inside), or outside of it among those that have a value.
 * @param rates a factor per row, the product rounded to float32 before it is compared; null for none
 * @param low,high float32 numbers or infinities
 */
export function filterNumbers(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  low: number,
  high: number,
  inside: boolean,
): Kept {
  const out = new Uint32Array(rows.length);
  let kept = 0;
  let missing = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = rates === null ? values[row]! : Math.fround(values[row]! * rates[row]!);
    if (Number.isNaN(value)) missing++;
    else if ((value >= low && value <= high) === inside) out[kept++] = row;
  }
  return { rows: out.slice(0, kept), missing };
}

/** Rows whose code is allowed. */
export function filterText(codes: Uint32Array, allowed: Uint8Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (allowed[codes[row]!] === 1) out[kept++] = row;
  }
  return out.slice(0, kept);
}

/** Rows that a mask lets pass; `passes` and `missing` are the codes it says so with. */
export function filterByMask(mask: Uint8Array, passes: number, missing: number, rows: Uint32Array): Kept {
  const out = new Uint32Array(rows.length);
  let kept = 0;
  let without = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (mask[row] === passes) out[kept++] = row;
    else if (mask[row] === missing) without++;
  }
  return { rows: out.slice(0, kept), missing: without };
}
