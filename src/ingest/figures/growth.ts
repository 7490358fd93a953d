/** Growth rates as domain section 3.1 defines them: growth from a zero or negative base is meaningless and therefore missing. */
import { figureAt, type Period, SAME_END_DAYS, statementPosition } from './period.ts';

/** Two period ends a year apart: 52 or 53 weeks, with a shifted Saturday. */
const YEAR_DAYS = 365.25;
const YEAR_DAYS_TOLERANCE = 20;

const positive = (base: number): number => (base > 0 ? base : Number.NaN);

/** now / base − 1 as a fraction; NaN when either is missing or the base is zero or negative. */
export function yearOverYear(now: number, base: number): number {
  return now / positive(base) - 1;
}

/** Compound annual growth as a fraction; NaN when either is missing, base ≤ 0, or now < 0. */
export function compoundGrowth(now: number, base: number, years: number): number {
  return now >= 0 ? (now / positive(base)) ** (1 / years) - 1 : Number.NaN;
}

/** Mean of the yearly dividend yields, 0 for a year without dividends; NaN with fewer than `years` of them. */
export function averageYield(yields: readonly number[], years: number): number {
  if (yields.length < years) return Number.NaN;
  return yields.slice(0, years).reduce((sum, value) => sum + value, 0) / years;
}

/** Whether the days are that many years apart, allowing for the drift of a 52-week calendar. */
export function areYearsApart(earlierDay: number, laterDay: number, years: number): boolean {
  return Math.abs(laterDay - earlierDay - years * YEAR_DAYS) <= YEAR_DAYS_TOLERANCE;
}

const CAGR_YEARS = 5;

interface Line {
  readonly ids: readonly string[];
  readonly of: (period: Period) => number;
}
const lineOf = (id: string): Line => ({ ids: [id], of: ({ values }) => figureAt(values, id) });
const EARNINGS = lineOf('netIncome');
const REVENUE = lineOf('totalRevenue');
const DIVIDENDS: Line = { ids: ['dividendPerShare', 'dividendPayout', 'commonStockSharesOutstanding'], of: dividendPerShareOf };

/** A rate as a fraction, NaN when missing, with the flag bits of its inputs. */
export interface Growth {
  readonly rate: number;
  readonly flags: number;
}

/** The growth columns that follow from statements alone, by id. */
export function growthOf(
  annuals: readonly Period[],
  quarters: readonly Period[],
  latestDay: number,
): Readonly<Record<string, Growth>> {
  const year = annuals.at(-1);
  const base = year && annuals.find(({ day }) => areYearsApart(day, year.day, CAGR_YEARS));
  const quarter = quarters.findLast(({ day }) => latestDay - day <= SAME_END_DAYS);
  const yearAgo = quarter && quarters.find(({ day }) => areYearsApart(day, quarter.day, 1));
  const quarterly = (line: Line): Growth => growthFrom(line, quarter, yearAgo, yearOverYear);
  const compound = (line: Line): Growth => growthFrom(line, year, base, (now, before) => compoundGrowth(now, before, CAGR_YEARS));
  return {
    quarterlyEarningsGrowthYOY: quarterly(EARNINGS),
    quarterlyRevenueGrowthYOY: quarterly(REVENUE),
    quarterlyDividendsGrowthYOY: quarterly(DIVIDENDS),
    fiveYearsEarningsGrowth: compound(EARNINGS),
    fiveYearsRevenueGrowth: compound(REVENUE),
    fiveYearsDividendsGrowth: compound(DIVIDENDS),
  };
}

function growthFrom(
  { ids, of }: Line,
  now: Period | undefined,
  base: Period | undefined,
  rateOf: (now: number, base: number) => number,
): Growth {
  if (!now || !base) return { rate: Number.NaN, flags: 0 };
  return { rate: rateOf(of(now), of(base)), flags: flagsIn(now, ids) | flagsIn(base, ids) };
}

function flagsIn({ flags }: Period, ids: readonly string[]): number {
  return ids.reduce((bits, id) => bits | (flags?.[statementPosition(id)] ?? 0), 0);
}

/** Dividends per share as reported, otherwise the payout divided by the shares at the period's end. */
function dividendPerShareOf({ values }: Period): number {
  const reported = figureAt(values, 'dividendPerShare');
  return Number.isNaN(reported)
    ? figureAt(values, 'dividendPayout') / positive(figureAt(values, 'commonStockSharesOutstanding'))
    : reported;
}

const YIELD_YEARS = 5;

/**
 * Mean dividend yield of the five latest fiscal years: dividends per share divided by the year-end close, 0 if nothing was paid.
 * @param annuals per-share amounts on the share basis of the last close
 * @param closeAt close of a day on the same basis, not adjusted for dividends; NaN if none is near
 */
export function dividendsYield(annuals: readonly Period[], closeAt: (day: number) => number): Growth {
  const years = annuals.slice(-YIELD_YEARS);
  const isWhole = years.every(({ day }, index) => index === 0 || areYearsApart(years[index - 1]!.day, day, 1));
  if (!isWhole) return { rate: Number.NaN, flags: 0 };
  const yields = years.map(({ day, values }) => {
    if (figureAt(values, 'dividendPayout') === 0) return 0;
    return figureAt(values, 'dividendPerShare') / positive(closeAt(day));
  });
  const flags = years.reduce((bits, year) => bits | flagsIn(year, ['dividendPerShare', 'dividendPayout']), 0);
  return { rate: averageYield(yields, YIELD_YEARS), flags };
}
