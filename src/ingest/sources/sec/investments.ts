/** Current investments of a balance sheet: every part that is there once. */
import { type AmountOf, firstOf, present, wholeOf } from './amounts.ts';
import { INVESTMENTS } from './tags.ts';

/** Of a day, in the currency of the statements; NaN for what isn't reported. */
export interface Investments {
  readonly shortTerm: number;
  /** With cash, where the balance sheet states it and it holds both. */
  readonly withCash: number;
  /** None is reported, but some may be among the current assets or are in the notes. */
  readonly isGap: boolean;
}

/** A stated sum that is smaller than its parts by more is of something else. */
const SUM_SHARE_MIN = 0.95;
/** Current assets of unknown kind that may be investments, as a share of all current assets. */
const HIDDEN_SHARE_MAX = 0.2;
/** The same where notes state investments that are not among the non-current assets. */
const HIDDEN_IN_NOTES_SHARE_MAX = 0.05;

/** Current investments of a balance sheet. */
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
