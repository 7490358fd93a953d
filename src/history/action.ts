/** Splits and dividends of a security, and their effect on closes and share counts. */

export interface Action {
  /** First session in new shares, or without the dividend, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: 'split' | 'dividend';
  /** New shares per old share, or the dividend per share in the currency of the price. */
  readonly value: number;
}

/** By day; a split precedes a dividend on the same day, which is per new share. */
export function inOrder(actions: Iterable<Action>): Action[] {
  return [...actions].sort((a, b) => a.day - b.day || Number(a.kind === 'dividend') - Number(b.kind === 'dividend'));
}

/** New shares per old share, from the splits after one day up to another. */
export function splitRatio(actions: readonly Action[], after: number, until: number): number {
  return actions.reduce(
    (ratio, { day, kind, value }) => (kind === 'split' && day > after && day <= until ? ratio * value : ratio),
    1,
  );
}

/**
 * Closes adjusted for splits and dividends, so that their quotients are total returns; the last one is as quoted. A dividend
 * is reinvested at the close of its day, or at the next one.
 * @param actions in order; only those on or between the days of the closes matter
 * @param days of the closes, ascending
 * @param closes positive, unadjusted
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
    // What a share held at the previous close has become.
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
