/** A security's reported periods as known on a day: for each line of a period the latest figure filed before that day. */
import { type Action, splitRatio } from '../../history/action.ts';
import type { Rates } from '../figures/currency.ts';
import { convertPeriod, type Period, type PeriodKind, STATEMENT_IDS } from '../figures/period.ts';
import { inOtherShares } from '../figures/splits.ts';

/** What one filing states about a period. */
export interface Filing extends Omit<Period, 'currency'> {
  /** The day it became public; a guess if none is stated. */
  readonly knownDay: number;
  readonly isGuessed: boolean;
  /** ISO 4217; the security's own if the source doesn't state it. */
  readonly currency: string;
  /** Empty if the source doesn't state it. */
  readonly accession: string;
  /** Replaces all earlier filings of the period, including lines that it omits. */
  readonly isWhole: boolean;
}

/** Days after the period's end from which a row without a filing day counts as known. */
export interface Lags {
  readonly annual: number;
  readonly quarter: number;
}
export const LAGS: Lags = { annual: 90, quarter: 60 };

export function knownDayOf(day: number, kind: PeriodKind, filedDay: number | undefined, lags: Lags): number {
  return filedDay ?? day + (kind === 'annual' ? lags.annual : lags.quarter);
}

/** Older figures are ignored: five-year growth needs six years and some months. */
export const FILING_DAYS_MAX = 8 * 366;

export function isTooOld(filing: Filing, day: number): boolean {
  return filing.day <= day - FILING_DAYS_MAX;
}

export interface KnownFilings {
  readonly periods: readonly Period[];
  /** The latest filing used; null for none. */
  readonly newest: Filing | null;
  /** Whether a figure depends on a guessed filing day. */
  readonly isGuessed: boolean;
}

/** A filing is on the share basis of its filing day, since it restates for earlier splits; without one, of the period's end. */
const basisDay = ({ day, filedDay }: Filing): number => filedDay ?? day;

/** Sorts filings by the day on which they became public; stable. */
export function inOrderOfFiling(filings: readonly Filing[]): Filing[] {
  return [...filings].sort((a, b) => a.knownDay - b.knownDay);
}

/**
 * Returns the periods public before a day, converted to the security's currency at that day's rates and to the share basis of `sharesDay`.
 * @param filings in the order of {@link inOrderOfFiling}
 * @param sharesDay day of the price
 * @param lost called with each filing that is skipped because its currency has no rate
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

/** The later filing's figures, filled with those of the earlier one. */
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
