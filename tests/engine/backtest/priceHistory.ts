import { type Listing, listingOn, type PriceHistory } from '../../../src/engine/backtest/market.ts';

/** A split (new shares per old share) or a dividend (amount per share, in the currency of the price), on its ex-day. */
export interface CorporateAction {
  readonly day: number;
  readonly kind: 'split' | 'dividend';
  readonly value: number;
  /** False for an unconfirmed jump of the price that looks like a split. */
  readonly isConfirmed: boolean;
}

/** On one day a split precedes a dividend, which is per new share. */
function inOrder(a: CorporateAction, b: CorporateAction): number {
  return a.day - b.day || Number(a.kind === 'dividend') - Number(b.kind === 'dividend');
}

function wealthOf(
  days: Int32Array,
  closes: Float64Array,
  rates: Float64Array,
  actions: readonly CorporateAction[],
  countsUnconfirmed: boolean,
): Float64Array {
  const wealth = new Float64Array(days.length);
  let shares = 1;
  let next = actions.findIndex(({ day }) => days.length > 0 && day > days[0]!);
  if (next < 0) next = actions.length;
  for (let i = 0; i < days.length; i++) {
    for (; next < actions.length && actions[next]!.day <= days[i]!; next++) {
      const { kind, value, isConfirmed } = actions[next]!;
      if (!isConfirmed && !countsUnconfirmed) continue;
      shares *= kind === 'split' ? value : 1 + value / closes[i]!;
    }
    wealth[i] = shares * closes[i]! * rates[i]!;
  }
  return wealth;
}

/**
 * The price history of one security. An action whose ex-day has no close takes effect at the next close.
 * @param days days of the closes, ascending; those outside of the listings are left out
 * @param closes unadjusted closes, as quoted on their days
 * @param rates US dollars per unit of the currency of the close
 */
export function priceHistory(
  { days, closes, rates }: { readonly days: Int32Array; readonly closes: Float64Array; readonly rates: Float64Array },
  actions: readonly CorporateAction[],
  listings: readonly Listing[],
): PriceHistory {
  const listed = [...days.keys()].filter((i) => listingOn(listings, days[i]!));
  const pick = (values: Float64Array): Float64Array => Float64Array.from(listed, (i) => values[i]!);
  const kept = Int32Array.from(listed, (i) => days[i]!);
  const ordered = [...actions].sort(inOrder);
  const wealth = wealthOf(kept, pick(closes), pick(rates), ordered, true);
  const isCertain = ordered.every(({ isConfirmed }) => isConfirmed);
  return {
    days: kept,
    wealth,
    quotedWealth: isCertain ? wealth : wealthOf(kept, pick(closes), pick(rates), ordered, false),
    listings,
  };
}
