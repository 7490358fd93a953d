/** Computes a security's row at one snapshot from what was known then. */
import { type Action, totalReturnCloses } from '../../history/action.ts';
import type { Listing } from '../../history/listing.ts';
import { CLOSE_SESSIONS_MAX } from '../../history/sessions.ts';
import { type Continuity, continuityOf, settledContinuity } from '../figures/continuity.ts';
import type { Rates } from '../figures/currency.ts';
import { wholePeriods } from '../figures/durations.ts';
import { checkIdentities, flagBreaches } from '../figures/identities.ts';
import type { Period } from '../figures/period.ts';
import { SessionRows, type Sessions } from '../figures/prices.ts';
import { type Row, rowOf } from '../figures/row.ts';
import { inLastShares } from '../figures/splits.ts';
import type { Security } from '../join/securities.ts';
import { type Filing, isTooOld, type KnownFilings, knownBefore } from './filedPeriods.ts';

/** Older sessions are ignored: 1,260 sessions and five fiscal year-end closes are needed. */
export const CLOSE_DAYS_MAX = 7 * 366;

export interface Known {
  readonly security: Security & { readonly id: string };
  /** Sessions up to the end of the range, unadjusted if the source has such closes. */
  readonly sessions: Sessions;
  /** In the order in which they became public. */
  readonly filings: readonly Filing[];
  /** In chronological order; null without a table of actions, so that splits are inferred from closes and share counts. */
  readonly actions: readonly Action[] | null;
  /** Whether to check the length of flows because the source states no start days. */
  readonly checksDurations: boolean;
}

export interface SnapshotDay {
  readonly day: number;
  /** The first day whose close may be used for the snapshot. */
  readonly firstCloseDay: number;
  /** None later than the day. */
  readonly rates: Rates;
}

/** @param at index of the snapshot's session */
export function snapshotDay(sessions: readonly number[], at: number, rates: Rates): SnapshotDay {
  return { day: sessions[at]!, firstCloseDay: sessions[Math.max(0, at - CLOSE_SESSIONS_MAX)]!, rates };
}

export interface SnapshotRow {
  readonly row: Row;
  readonly isPriced: boolean;
  /** The latest filing used; null without statements. */
  readonly newest: Filing | null;
  readonly isGuessed: boolean;
}

const NO_SESSIONS = new SessionRows().sessions(1);
const isValid = (price: number | undefined): boolean => price !== undefined && price > 0;

/** The sessions up to a day that are not too old. */
function sessionsUpTo({ days, closes, adjusted, volumes }: Sessions, day: number): Sessions {
  let count = days.length;
  while (count > 0 && days[count - 1]! > day) count--;
  let from = count;
  while (from > 0 && days[from - 1]! > day - CLOSE_DAYS_MAX) from--;
  const last = count - 1;
  const own = closes.subarray(from, count);
  return {
    days: days.subarray(from, count),
    closes: own,
    adjusted: adjusted === closes ? own : adjusted.subarray(from, count),
    volumes: volumes.subarray(from, count),
    lastClose: last < from ? Number.NaN : isValid(closes[last]) ? closes[last]! : adjusted[last]!,
    isLastAdjusted: last < from || !isValid(closes[last]),
  };
}

/** Converts sessions and statements to the share basis of the last close. */
function settled(
  known: Known,
  priced: Sessions,
  { periods }: KnownFilings,
  sharesDay: number,
): { continuity: Continuity; periods: readonly Period[] } {
  const { actions } = known;
  if (actions === null) {
    const continuity = continuityOf(priced, periods);
    const key = continuity.splits.map(({ day, ratio }) => `${day} ${ratio}`).join();
    return { continuity, periods: memoOf(known).shares.of(periods, key, () => inLastShares(periods, continuity.splits)) };
  }
  const adjusted = totalReturnCloses(actions, priced.days, priced.closes);
  const splits = actions.flatMap(({ day, kind, value }) => (kind === 'split' && day <= sharesDay ? [{ day, ratio: value }] : []));
  return { continuity: settledContinuity({ ...priced, adjusted }, splits), periods };
}

/** Caches the last result: most companies file nothing between two snapshots. */
class Last<Of, Answer> {
  #of: Of | undefined;
  #key: string | undefined;
  #answer: Answer | undefined;
  of(of: Of, key: string, compute: () => Answer): Answer {
    if (this.#answer === undefined || this.#of !== of || this.#key !== key) {
      this.#answer = compute();
      this.#of = of;
      this.#key = key;
    }
    return this.#answer;
  }
}

interface Memo {
  readonly filings: Last<null, KnownFilings>;
  readonly shares: Last<readonly Period[], readonly Period[]>;
  readonly checked: Last<readonly Period[], readonly Period[]>;
}

const memos = new WeakMap<Known, Memo>();
function memoOf(known: Known): Memo {
  const memo = memos.get(known) ?? { filings: new Last(), shares: new Last(), checked: new Last() };
  memos.set(known, memo);
  return memo;
}

/** Filings before a day, on the share basis of the price. */
function filedBefore(known: Known, day: number, sharesDay: number, rates: Rates, lost: (filing: Filing) => void): KnownFilings {
  const { filings, security, actions } = known;
  const { currency } = security;
  const compute = (): KnownFilings => knownBefore(filings, day, sharesDay, actions ?? [], currency, rates, lost);
  let count = 0;
  let tooOld = 0;
  for (; count < filings.length && filings[count]!.knownDay < day; count++) {
    if (filings[count]!.currency !== currency) return compute();
    if (isTooOld(filings[count]!, day)) tooOld++;
  }
  const splits = actions?.reduce((sum, action) => sum + Number(action.kind === 'split' && action.day <= sharesDay), 0);
  return memoOf(known).filings.of(null, `${count} ${tooOld} ${splits}`, compute);
}

/** Periods of valid length, with breached accounting identities flagged. */
function checkedPeriods(known: Known, periods: readonly Period[], doubt: (finding: string) => void): readonly Period[] {
  return memoOf(known).checked.of(periods, '', () => {
    const whole = known.checksDurations ? wholePeriods(periods, doubt) : periods;
    return flagBreaches(whole, checkIdentities(whole).breaches);
  });
}

/**
 * @param listing in force on the day; null for a security without listings, which counts as listed while it has closes
 * @param doubt called with each finding
 * @returns null for a security that is not listed
 */
export function snapshotRow(
  known: Known,
  { day, firstCloseDay, rates }: SnapshotDay,
  listing: Listing | null,
  doubt: (table: 'securities' | 'statements' | 'prices' | 'rates', finding: string) => void,
): SnapshotRow | null {
  const upTo = sessionsUpTo(known.sessions, day);
  const priceDay = upTo.days.at(-1) ?? Number.NEGATIVE_INFINITY;
  const isPriced = priceDay >= firstCloseDay;
  if (listing === null && !isPriced) return null;
  const sharesDay = isPriced ? priceDay : day;
  const security = listedAs(known.security, listing);
  const filings = filedBefore(known, day, sharesDay, rates, ({ currency }) =>
    doubt('rates', `no exchange rate from ${currency} to ${security.currency}`),
  );
  const priced = isPriced ? upTo : NO_SESSIONS;
  const { continuity, periods } = settled(known, priced, filings, sharesDay);
  const checked = checkedPeriods(known, periods, (finding) => doubt('statements', finding));
  const row = rowOf(security, checked, continuity.sessions, [], rates, day, Number.NEGATIVE_INFINITY, doubt, { continuity });
  return { row, isPriced, newest: filings.newest, isGuessed: filings.isGuessed };
}

/** Replaces symbol and exchange by those of the listing. */
function listedAs(security: Security, listing: Listing | null): Security {
  if (listing === null) return security;
  const fields = new Map(security.fields).set('symbol', listing.symbol);
  if (listing.exchange !== null) fields.set('exchange', listing.exchange);
  return { ...security, symbol: listing.symbol, fields };
}
