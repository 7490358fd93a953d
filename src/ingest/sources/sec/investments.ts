/** Computes a balance sheet's current investments without double counting. */
import { type AmountOf, firstOf, present, wholeOf } from './amounts.ts';
import { INVESTMENTS } from './tags.ts';

/** In the currency of the statements; NaN for not reported. */
export interface Investments {
  readonly shortTerm: number;
  /** Including cash, if the balance sheet states such a sum. */
  readonly withCash: number;
  /** None are reported, but current assets may include some or the notes state some. */
  readonly isGap: boolean;
}

/** A stated sum below this share of its parts means something else. */
const SUM_SHARE_MIN = 0.95;
/** Unclassified current assets that may be investments, as a share of all current assets. */
const HIDDEN_SHARE_MAX = 0.2;
/** The same if the notes state investments that are not non-current assets. */
const HIDDEN_IN_NOTES_SHARE_MAX = 0.05;

export function investmentsOf(amountOf: AmountOf): Investments {
  const first = (tags: readonly string[]): number => firstOf(tags, amountOf);
  const debtSecurities = wholeOf(amountOf(INVESTMENTS.debtSecurities), [
    first(INVESTMENTS.availableForSale),
    first(INVESTMENTS.heldToMaturity),
    first(INVESTMENTS.trading),
  ]);
  const marketable = wholeOf(amountOf(INVESTMENTS.marketable), [debtSecurities, first(INVESTMENTS.equity)]);
  const stated = wholeOf(first(INVESTMENTS.shortTerm), [marketable, first(INVESTMENTS.other)]);
  const cash = amountOf('CashAndCashEquivalentsAtCarryingValue');
  const sum = amountOf(INVESTMENTS.withCash);
  const withCash = sum >= SUM_SHARE_MIN * (present(cash) + present(stated)) ? sum : Number.NaN;
  const shortTerm = Number.isNaN(stated) ? Math.max(withCash - cash, 0) : stated;
  return { shortTerm, withCash, isGap: Number.isNaN(shortTerm) && isHidden(amountOf) };
}

function isHidden(amountOf: AmountOf): boolean {
  const all = amountOf('AssetsCurrent');
  const rest = INVESTMENTS.otherCurrentAssets.reduce((left, tags) => left - present(firstOf(tags, amountOf)), all);
  const noted = firstOf(INVESTMENTS.all, amountOf) - present(firstOf(INVESTMENTS.noncurrent, amountOf));
  return rest > HIDDEN_SHARE_MAX * all || (noted > HIDDEN_IN_NOTES_SHARE_MAX * all && rest > HIDDEN_IN_NOTES_SHARE_MAX * all);
}
