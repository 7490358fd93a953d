/** The reported periods of a security as they were known on a day: of each line of a period the figure that was filed last before it. */
import { type Action, splitRatio } from '../../history/action.ts';
import type { Rates } from '../figures/currency.ts';
import { convertPeriod, type Period, type PeriodKind, STATEMENT_IDS } from '../figures/period.ts';
import { inOtherShares } from '../figures/splits.ts';

/** What was filed of one period at one time. */
export interface Filing extends Omit<Period, 'currency'> {
  /** The day it became public; without one stated, the guess. */
  readonly knownDay: number;
  readonly isGuessed: boolean;
  /** ISO 4217; the security's own where the source doesn't say. */
  readonly currency: string;
  /** Stated by the source, else empty. */
  readonly accession: string;
  /** Takes the place of all that was filed of the period before, lines that it omits among them. */
  readonly isWhole: boolean;
}

/** Days after the period's end at which a row without a filing day counts as known. */
export interface Lags {
  readonly annual: number;
  readonly quarter: number;
}
export const LAGS: Lags = { annual: 90, quarter: 60 };

/** The day on which a row became public. */
export function knownDayOf(day: number, kind: PeriodKind, filedDay: number | undefined, lags: Lags): number {
  return filedDay ?? day + (kind === 'annual' ? lags.annual : lags.quarter);
}

/** Figures older than this before the day are ignored: five-year growth needs six years and some months. */
export const FILING_DAYS_MAX = 8 * 366;

/** Whether a filing is too old to count on a day. */
export function isTooOld(filing: Filing, day: number): boolean {
  return filing.day <= day - FILING_DAYS_MAX;
}

/** What is known of a security on a day, in the order in which it was filed. */
export interface KnownFilings {
  readonly periods: readonly Period[];
  /** The filing that became public last, of those that count; null for none. */
  readonly newest: Filing | null;
  /** Whether a figure that counts rests on a guessed day. */
  readonly isGuessed: boolean;
}

/** The day as of whose shares a filing is: that of filing, since it restates for a split before; without one that of the period's end. */
const basisDay = ({ day, filedDay }: Filing): number => filedDay ?? day;

/** In the order in which they became public; of one day the later row comes later. */
export function inOrderOfFiling(filings: readonly Filing[]): Filing[] {
  return [...filings].sort((a, b) => a.knownDay - b.knownDay);
}

/**
 * The periods of which something became public before a day, in the currency of the security at that day's rates, and in the shares of
 * another day.
 * @param filings in the order of {@link inOrderOfFiling}
 * @param sharesDay the day of the price
 * @param lost is told of a filing that is passed over because its currency has no rate
 */
export function knownBefore(
  filings: readonly Filing[],
  day: number,
  sharesDay: number,
  actions: readonly Action[],
  currency: string,
  rates: Rates,
  lost: (filing: Filing) => void,
): KnownFilings {
  const byPeriod = new Map<string, Period>();
  let newest: Filing | null = null;
  let isGuessed = false;
  for (const filing of filings) {
    if (filing.knownDay >= day) break;
    if (isTooOld(filing, day)) continue;
    const rate = filing.currency === currency ? 1 : rates.usdRate(filing.currency, day) / rates.usdRate(currency, day);
    if (Number.isNaN(rate)) {
      lost(filing);
      continue;
    }
    const ratio = splitRatio(actions, basisDay(filing), sharesDay);
    const own: Period = convertPeriod(ratio === 1 ? filing : inOtherShares(filing, ratio), rate);
    const key = `${filing.kind} ${filing.day}`;
    const before = filing.isWhole ? undefined : byPeriod.get(key);
    byPeriod.set(key, before ? overlaid(before, own) : own);
    newest = filing;
    isGuessed ||= filing.isGuessed;
  }
  const periods = [...byPeriod.values()].sort((a, b) => a.day - b.day || (a.kind < b.kind ? -1 : 1));
  return { periods, newest, isGuessed };
}

/** The later filing's figures, those of the earlier one where it has none. */
function overlaid(before: Period, later: Period): Period {
  const values = before.values.slice();
  const flags = before.flags?.slice() ?? new Uint16Array(STATEMENT_IDS.length);
  for (let position = 0; position < values.length; position++) {
    const value = later.values[position]!;
    if (Number.isNaN(value) && !Number.isNaN(values[position])) continue;
    values[position] = value;
    flags[position] = later.flags?.[position] ?? 0;
  }
  return { ...later, values, flags };
}
