/** Splits and dividends of a security, and what they mean for its closes and its counts of shares. */

export interface Action {
  /** First session in new shares, or without the dividend, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: 'split' | 'dividend';
  /** New shares per old one; or the amount per share in the currency of the price. */
  readonly value: number;
}

/** By day; on one day a split comes before a dividend, which is per new share. */
export function inOrder(actions: Iterable<Action>): Action[] {
  return [...actions].sort((a, b) => a.day - b.day || Number(a.kind === 'dividend') - Number(b.kind === 'dividend'));
}

/** New shares per old one by the splits after a day, up to another. */
export function splitRatio(actions: readonly Action[], after: number, until: number): number {
  return actions.reduce(
    (ratio, { day, kind, value }) => (kind === 'split' && day > after && day <= until ? ratio * value : ratio),
    1,
  );
}

/**
 * Closes adjusted for splits and dividends, so that their quotients are total returns; the last one stays as it was quoted. A dividend
 * is reinvested at the close of its day, or at the next one.
 * @param actions in order; none of another day than those of the closes, or between them, matters
 * @param days of the closes, rising
 * @param closes above 0, unadjusted
 */
export function totalReturnCloses(actions: readonly Action[], days: Float64Array, closes: Float64Array): Float64Array {
  const adjusted = new Float64Array(days.length);
  let factor = 1;
  let next = actions.length - 1;
  while (next >= 0 && actions[next]!.day > days.at(-1)!) next--;
  let nextDay = actions[next]?.day ?? Number.NEGATIVE_INFINITY;
  for (let at = days.length - 1; at >= 0; at--) {
    adjusted[at] = closes[at]! * factor;
    const before = at === 0 ? Number.POSITIVE_INFINITY : days[at - 1]!;
    if (nextDay <= before) continue;
    let first = next;
    while (first > 0 && actions[first - 1]!.day > before) first--;
    // What a share held at the close before has become at this one.
    let shares = 1;
    let cash = 0;
    for (let action = first; action <= next; action++) {
      const { kind, value } = actions[action]!;
      if (kind === 'split') shares *= value;
      else cash += shares * value;
    }
    factor /= shares + cash / closes[at]!;
    next = first - 1;
    nextDay = actions[next]?.day ?? Number.NEGATIVE_INFINITY;
  }
  return adjusted;
}
