/** Computes a balance sheet's debt without double counting. */
import { type AmountOf, firstOf, present, wholeOf } from './amounts.ts';
import { DEBT } from './tags.ts';

/** In the currency of the statements; NaN for unknown. */
export interface Debt {
  readonly short: number;
  readonly long: number;
  readonly total: number;
  /** A part is missing or was derived from a total that doesn't match the other parts. */
  readonly isFallback: boolean;
}

export interface DebtEvidence {
  readonly amountOf: AmountOf;
  /** Interest of twelve months; NaN if not reported. */
  readonly interest: number;
}

/** Totals within this factor are the same debt, with or without issuance costs. */
const SAME_TOTAL_SHARE = 1.1;
/** A higher implied interest rate means that the debt is larger. */
const INTEREST_RATE_MAX = 0.25;
/** Lower interest, as a share of total assets, may be for leases or an undrawn credit line. */
const INTEREST_SHARE_MIN = 0.001;
/** Tolerated unclassified liabilities, as a share of total assets, without and with known long-term debt. */
const HIDDEN_SHARE_MAX = 0.02;
const HIDDEN_BESIDE_SHARE_MAX = 0.1;

export function debtOf({ amountOf, interest }: DebtEvidence): Debt {
  const first = (tags: readonly string[]): number => firstOf(tags, amountOf);
  const all = (tags: readonly string[]): number[] => tags.map(amountOf);
  const lessLeases = (debt: number, leases: readonly string[]): number => {
    const lease = present(first(leases));
    return debt - (lease <= debt ? lease : 0);
  };

  const portion = wholeOf(lessLeases(amountOf(DEBT.portionWithLeases), DEBT.currentLeases), [
    wholeOf(first(DEBT.portion), all(DEBT.portionParts)),
  ]);
  const borrowings = [
    wholeOf(first(DEBT.borrowings), all(DEBT.borrowingsParts)),
    wholeOf(first(DEBT.currentNotes), all(DEBT.currentNotesParts)),
    first(DEBT.currentCreditLines),
  ];
  const current = wholeOf(first(DEBT.current), [...borrowings, portion]);

  const families = DEBT.families.map(({ noncurrent, whole, current: due }) => {
    const stated = first(noncurrent);
    return Number.isNaN(stated) ? Math.max(first(whole) - present(first(due)), 0) : stated;
  });
  const named = wholeOf(first(DEBT.noncurrent), families);
  const withLeases = lessLeases(amountOf(DEBT.noncurrentWithLeases), DEBT.noncurrentLeases);
  let noncurrent = Number.isNaN(withLeases) ? named : Math.max(withLeases, present(named));
  let isFallback = false;

  const longTerm = [amountOf(DEBT.longTerm), lessLeases(amountOf(DEBT.longTermWithLeases), DEBT.leases)].find(
    (total) => !Number.isNaN(total),
  );
  const isStated = !Number.isNaN(first(DEBT.noncurrent)) || !Number.isNaN(withLeases);
  if (longTerm !== undefined) {
    // Total current debt may contain none or all of the portion of long-term debt that is due.
    const isSplit = !Number.isNaN(portion) || Number.isNaN(first(DEBT.current));
    if (!isStated && !isSplit) {
      if (longTerm > 0) return { short: Number.NaN, long: Number.NaN, total: Math.max(longTerm, current), isFallback: true };
    } else if (!isStated || longTerm > SAME_TOTAL_SHARE * (noncurrent + present(current))) {
      isFallback = isStated;
      noncurrent = longTerm >= present(portion) ? longTerm - present(portion) : longTerm;
    }
  }
  const known = (): number => present(noncurrent) + present(current);
  const combined = first(DEBT.combined);
  const instruments = Number.isNaN(noncurrent) ? amountOf(DEBT.instruments) : Number.NaN;
  for (const total of [combined, instruments]) {
    if (!(total > SAME_TOTAL_SHARE * known())) continue;
    isFallback ||= !Number.isNaN(noncurrent) || Number.isNaN(combined);
    noncurrent = total - present(current);
  }
  const isWhole = isStated || longTerm !== undefined || combined > 0;
  return settled({ current, noncurrent, isFallback, isWhole }, { amountOf, interest });
}

interface Parts {
  readonly current: number;
  readonly noncurrent: number;
  readonly isFallback: boolean;
  /** A tag states all long-term debt, not only some kinds. */
  readonly isWhole: boolean;
}

/** Decides about parts that no tag states. */
function settled({ current, noncurrent, isFallback, isWhole }: Parts, evidence: DebtEvidence): Debt {
  const { amountOf, interest } = evidence;
  const total = present(current) + present(noncurrent);
  const isBank = amountOf(DEBT.deposits) > 0;
  if (Number.isNaN(current) && Number.isNaN(noncurrent)) {
    const isNil = !isBank && isComplete(amountOf) && !(interest > INTEREST_SHARE_MIN * amountOf('Assets'));
    return isNil ? { short: 0, long: 0, total: 0, isFallback: false } : UNKNOWN;
  }
  const short = Number.isNaN(current) && isComplete(amountOf) ? 0 : current;
  if (isWhole && total > 0) return { short, long: noncurrent, total, isFallback };
  if (!isBank && interest / INTEREST_RATE_MAX > total && interest > INTEREST_SHARE_MIN * amountOf('Assets')) return UNKNOWN;
  const isHidden = isDebtHidden(present(noncurrent), amountOf);
  if (!Number.isNaN(noncurrent)) return { short, long: noncurrent, total, isFallback: isFallback || (isHidden && total > 0) };
  return isHidden
    ? { short: current, long: Number.NaN, total, isFallback: true }
    : { short: current, long: 0, total, isFallback };
}

const UNKNOWN: Debt = { short: Number.NaN, long: Number.NaN, total: Number.NaN, isFallback: true };

/** Whether the balance sheet has all of its totals. */
const isComplete = (amountOf: AmountOf): boolean =>
  DEBT.completeBalance.every((tags) => tags.some((tag) => !Number.isNaN(amountOf(tag))));

/** Whether liabilities may include more long-term debt than is known; true if they are unknown. */
function isDebtHidden(noncurrent: number, amountOf: AmountOf): boolean {
  const other = DEBT.otherNoncurrent.reduce((sum, tag) => sum + present(amountOf(tag)), 0);
  const rest = amountOf('Liabilities') - present(amountOf('LiabilitiesCurrent')) - other - noncurrent;
  return !(rest <= (noncurrent > 0 ? HIDDEN_BESIDE_SHARE_MAX : HIDDEN_SHARE_MAX) * amountOf('Assets'));
}
