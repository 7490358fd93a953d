/** A security's close-to-close returns as known at the end of a range of sessions. */
import type { Rates } from '../figures/currency.ts';
import { confirmedRatio, deniesSplit, unadjustedJumps } from '../figures/splits.ts';
import { knownBefore } from './filedPeriods.ts';
import type { Known } from './snapshotRow.ts';

export interface CloseReturn {
  readonly day: number;
  /** Gross return in US dollars since the previous close; 1 at the first close. */
  readonly growth: number;
  /** The same by quoted prices if an unconfirmed split is likely; otherwise null. */
  readonly quoted: number | null;
}

interface Split {
  readonly ratio: number;
  readonly isConfirmed: boolean;
}

interface Bases {
  /** Consecutive closes are comparable except for splits. */
  readonly closes: Float64Array;
  /** New shares per old share by the splits between two indexes. */
  splitsBetween(after: number, until: number): Split;
}

const NO_SPLIT: Split = { ratio: 1, isConfirmed: true };

/** Without corporate actions: an unadjusted jump is a split if share counts confirm it. */
function inferred(known: Known, last: number, rates: Rates): Bases {
  const { sessions, filings, security } = known;
  const jumps = new Map(unadjustedJumps(sessions).map((jump) => [jump.at, jump]));
  const areAsFiled = filings.some(({ accession }) => accession !== '');
  const { periods } = knownBefore(filings, last + 1, last, [], security.currency, rates, () => {});
  const splitAt = (at: number): Split => {
    const jump = jumps.get(at);
    if (!jump) return NO_SPLIT;
    const ratio = confirmedRatio(periods, jump);
    if (ratio > 0) return { ratio, isConfirmed: true };
    const isOpen = jump.isSplit && !(areAsFiled && deniesSplit(periods, jump.day));
    return isOpen ? { ratio: jump.ratio, isConfirmed: false } : NO_SPLIT;
  };
  return {
    closes: sessions.adjusted,
    splitsBetween(after, until) {
      let split = splitAt(until);
      for (let at = after + 1; at < until; at++) {
        const { ratio, isConfirmed } = splitAt(at);
        split = { ratio: split.ratio * ratio, isConfirmed: split.isConfirmed && isConfirmed };
      }
      return split;
    },
  };
}

/** Growth from actions between two closes: dividends are per share of their day and reinvested at the close. */
function growthByActions({ actions }: Known, before: number, day: number, close: number): number {
  let shares = 1;
  let cash = 0;
  for (const action of actions ?? []) {
    if (action.day <= before || action.day > day) continue;
    if (action.kind === 'split') shares *= action.value;
    else cash += shares * action.value;
  }
  return shares + cash / close;
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
    // A session without an exchange rate is passed over, so that the next one has the return since the last with a rate.
    const rate = rates.usdRate(currency, days[at]!);
    if (!(price > 0) || !(rate > 0) || !isListed(days[at]!)) continue;
    const last = before;
    before = at;
    if (days[at]! <= from) continue;
    if (last < 0) {
      found.push({ day: days[at]!, growth: 1, quoted: null });
      continue;
    }
    const priceBefore = bases ? adjusted[last]! : closes[last]! > 0 ? closes[last]! : adjusted[last]!;
    const exchange = rate / rates.usdRate(currency, days[last]!);
    const plain = (price / priceBefore) * exchange;
    if (!bases) {
      found.push({ day: days[at]!, growth: plain * growthByActions(known, days[last]!, days[at]!, price), quoted: null });
      continue;
    }
    const { ratio, isConfirmed } = bases.splitsBetween(last, at);
    found.push({ day: days[at]!, growth: plain * ratio, quoted: isConfirmed ? null : plain });
  }
  return found;
}
