/** A security's close-to-close returns as known at the end of a range of sessions. */
import type { Rates } from '../figures/currency.ts';
import { confirmedRatio, unadjustedJumps } from '../figures/splits.ts';
import { knownBefore } from './filedPeriods.ts';
import type { Known } from './snapshotRow.ts';

export interface CloseReturn {
  readonly day: number;
  /** Gross return in US dollars since the previous close; 1 at the first close. */
  readonly growth: number;
  /** The same by quoted prices if an unconfirmed split is likely; otherwise null. */
  readonly quoted: number | null;
}

interface Bases {
  /** Consecutive closes are comparable except for splits. */
  readonly closes: Float64Array;
  /** New shares per old share at an index. */
  splitAt(at: number): { readonly ratio: number; readonly isConfirmed: boolean };
}

const CERTAIN = { ratio: 1, isConfirmed: true };

/** Without corporate actions: an unadjusted jump is a split if share counts confirm it. */
function inferred(known: Known, last: number, rates: Rates): Bases {
  const { sessions, filings, security } = known;
  const jumps = new Map(unadjustedJumps(sessions).map((jump) => [jump.at, jump]));
  const { periods } = knownBefore(filings, last + 1, last, [], security.currency, rates, () => {});
  return {
    closes: sessions.adjusted,
    splitAt(at) {
      const jump = jumps.get(at);
      if (!jump) return CERTAIN;
      const ratio = confirmedRatio(periods, jump);
      if (ratio > 0) return { ratio, isConfirmed: true };
      return jump.isSplit ? { ratio: jump.ratio, isConfirmed: false } : CERTAIN;
    },
  };
}

/** Growth from actions between two closes: dividends are per new share and reinvested at the close. */
function growthByActions({ actions }: Known, before: number, day: number, close: number): number {
  let shares = 1;
  for (const action of actions ?? [])
    if (action.day > before && action.day <= day) shares *= action.kind === 'split' ? action.value : 1 + action.value / close;
  return shares;
}

/**
 * Returns after `from`, up to `to` (days since 1970-01-01).
 * @param isListed whether the security was listed on a day: other closes are ignored
 */
export function closeReturns(
  known: Known,
  from: number,
  to: number,
  rates: Rates,
  isListed: (day: number) => boolean,
): CloseReturn[] {
  const { days, closes, adjusted } = known.sessions;
  const { currency } = known.security;
  const bases = known.actions === null ? inferred(known, to, rates) : null;
  const found: CloseReturn[] = [];
  let before = -1;
  for (let at = 0; at < days.length && days[at]! <= to; at++) {
    const price = bases ? adjusted[at]! : closes[at]! > 0 ? closes[at]! : adjusted[at]!;
    if (!(price > 0) || !isListed(days[at]!)) continue;
    const last = before;
    before = at;
    if (days[at]! <= from) continue;
    if (last < 0) {
      found.push({ day: days[at]!, growth: 1, quoted: null });
      continue;
    }
    const priceBefore = bases ? adjusted[last]! : closes[last]! > 0 ? closes[last]! : adjusted[last]!;
    const exchange = rates.usdRate(currency, days[at]!) / rates.usdRate(currency, days[last]!);
    const plain = (price / priceBefore) * exchange;
    if (!bases) {
      found.push({ day: days[at]!, growth: plain * growthByActions(known, days[last]!, days[at]!, price), quoted: null });
      continue;
    }
    const { ratio, isConfirmed } = bases.splitAt(at);
    found.push({ day: days[at]!, growth: plain * ratio, quoted: isConfirmed ? null : plain });
  }
  return found;
}
