/** Target weights of a portfolio, and the caps on them. */

/** How rows are weighted: equally, by a column's value, or by its inverse. */
export type Weighting = { readonly kind: 'equal' } | { readonly kind: 'by' | 'inverse'; readonly columnId: string };

export interface Caps {
  /** Largest weight of a row, a fraction; null for none. */
  readonly row: number | null;
  /** Largest weight of the rows that share a value of a column, a fraction; null for none. */
  readonly group: number | null;
}

export interface Target {
  /** Weight of each row; the remainder to 1 is cash. */
  readonly weights: Float64Array;
  /** Caps under which the rows cannot be fully invested. */
  readonly infeasible: readonly ('row' | 'group')[];
}

/** A smaller excess over a cap is rounding. */
const TOLERANCE = 1e-12;

/**
 * Weights before caps: they add up to 1, or are all 0 when no row has a positive value.
 * @param values of the weighting column, one per row; null for equal weights
 */
export function uncappedWeights(kind: Weighting['kind'], values: ArrayLike<number> | null, count: number): Float64Array {
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const value = kind === 'equal' ? 1 : (values?.[i] ?? Number.NaN);
    if (value > 0 && value < Number.POSITIVE_INFINITY) weights[i] = kind === 'inverse' ? 1 / value : value;
  }
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i]!;
  if (sum > 0) for (let i = 0; i < count; i++) weights[i]! /= sum;
  return weights;
}

/** Distributes `excess` among the open rows in proportion to their weights. Returns false when they have none. */
function distribute(weights: Float64Array, open: Uint8Array, excess: number): boolean {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (open[i] === 1) sum += weights[i]!;
  if (!(sum > 0)) return false;
  for (let i = 0; i < weights.length; i++) if (open[i] === 1) weights[i]! += (excess * weights[i]!) / sum;
  return true;
}

/** Clips the open rows to a cap and closes them. Returns the excess. */
function clipRows(weights: Float64Array, open: Uint8Array, cap: number): number {
  let excess = 0;
  for (let i = 0; i < weights.length; i++) {
    if (open[i] !== 1 || weights[i]! <= cap + TOLERANCE) continue;
    excess += weights[i]! - cap;
    weights[i] = cap;
    open[i] = 0;
  }
  return excess;
}

/** Scales the rows of groups beyond a cap down to it and closes them. Returns the excess. */
function clipGroups(weights: Float64Array, open: Uint8Array, groups: ArrayLike<number>, cap: number): number {
  const sums = new Map<number, number>();
  for (let i = 0; i < weights.length; i++) sums.set(groups[i]!, (sums.get(groups[i]!) ?? 0) + weights[i]!);
  let excess = 0;
  for (let i = 0; i < weights.length; i++) {
    const sum = sums.get(groups[i]!)!;
    if (sum <= cap + TOLERANCE) continue;
    excess += weights[i]! * (1 - cap / sum);
    weights[i]! *= cap / sum;
    open[i] = 0;
  }
  return excess;
}

/**
 * Applies the row cap, then the group cap. The excess is distributed among the rows not yet closed, in proportion, until no cap
 * is exceeded; what cannot be placed is cash.
 * @param groups group of each row; rows without a value share one
 */
export function cappedWeights(uncapped: Float64Array, { row, group }: Caps, groups: ArrayLike<number> | null): Target {
  if (row === null && group === null) return { weights: uncapped, infeasible: [] };
  const weights = uncapped.slice();
  const open = new Uint8Array(weights.length).fill(1);
  const infeasible = new Set<'row' | 'group'>();
  const settle = (clip: () => number, name: 'row' | 'group'): boolean => {
    const excess = clip();
    if (excess > 0 && !distribute(weights, open, excess)) infeasible.add(name);
    return excess > 0;
  };
  const clipRow = (): boolean => row !== null && settle(() => clipRows(weights, open, row), 'row');
  const clipGroup = (): boolean =>
    group !== null && groups !== null && settle(() => clipGroups(weights, open, groups, group), 'group');
  while (clipRow());
  while (clipGroup()) while (clipRow());
  return { weights, infeasible: [...infeasible] };
}
