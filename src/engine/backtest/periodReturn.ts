/** The return of a security between two trades. */
import { firstAtLeast, listingOn, type Market, type PriceHistory } from './market.ts';

/** A trade takes the first close in its session or in this many sessions after it. */
export const SEARCH_SESSIONS = 5;
/**
 * Assumed delisting return when unknown: −30 %, the mean of NYSE and AMEX stocks delisted for performance
 * (Shumway, The Delisting Bias in CRSP Data, Journal of Finance 52, 1997).
 */
export const UNKNOWN_END_RETURN = -0.3;

/** How a holding period ended: sold at a close; delisted with a known or an unknown return; or not priced in time, so that the last close counts. */
export type Fate = 'sold' | 'ended' | 'unknown' | 'stale';

/** Total return in US dollars, as fractions: worst case, shown, and best case. */
export interface PeriodReturn {
  readonly fate: Fate;
  /** Days since 1970-01-01 of the first and last close used. */
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly shown: number;
  readonly high: number;
}

/** Position of the close at which a trade planned for a session takes place; −1 without a close within {@link SEARCH_SESSIONS}. */
export function tradeAt(sessions: Int32Array, { days }: PriceHistory, session: number): number {
  const at = firstAtLeast(days, sessions[session]!);
  const last = sessions[Math.min(session + SEARCH_SESSIONS, sessions.length - 1)]!;
  return at < days.length && days[at]! <= last ? at : -1;
}

/** Return after the last close, by {@link Listing.reason}: a merger without terms is shown at its last close. */
function afterLastClose(
  { listings }: PriceHistory,
  day: number,
): readonly [fate: Fate, low: number, shown: number, high: number] {
  const listing = listingOn(listings, day);
  const known = listing?.endReturn ?? null;
  if (known !== null) return ['ended', known, known, known];
  return ['unknown', -1, listing?.reason === 'merged' ? 0 : UNKNOWN_END_RETURN, 0];
}

/** Whether the last listing is over on a day. */
const isOver = ({ listings }: PriceHistory, day: number): boolean => listings.length > 0 && listings.at(-1)!.to <= day;

/**
 * The return of a security bought at the close of position `from`, up to the trade of session `to`.
 * Without a close in time it ends at its last close: stale if it is priced again later, or if the sessions end before the search
 * does and its listing continues; else as its listing ended.
 */
export function periodReturn({ sessions }: Market, history: PriceHistory, from: number, to: number): PeriodReturn {
  const { days, wealth, quotedWealth } = history;
  const sold = tradeAt(sessions, history, to);
  const at = sold >= 0 ? sold : firstAtLeast(days, sessions[to]!) - 1;
  const isSearched = to + SEARCH_SESSIONS < sessions.length;
  const isStale = at + 1 < days.length || !(isSearched || isOver(history, sessions.at(-1)!));
  const [fate, low, shown, high]: ReturnType<typeof afterLastClose> =
    sold >= 0 ? ['sold', 0, 0, 0] : isStale ? ['stale', 0, 0, 0] : afterLastClose(history, days[at]!);
  const grown = wealth[at]! / wealth[from]!;
  const quoted = quotedWealth[at]! / quotedWealth[from]!;
  return {
    fate,
    start: days[from]!,
    end: days[at]!,
    low: Math.min(grown, quoted) * (1 + low) - 1,
    shown: grown * (1 + shown) - 1,
    high: grown * (1 + high) - 1,
  };
}
