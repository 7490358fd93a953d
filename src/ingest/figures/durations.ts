/** Statement rows whose flows don't cover the stated period: short fiscal years, and year-to-date amounts labelled as quarters. */
import { flagBit } from '../../catalogue/flag.ts';
import {
  flagged,
  hasBalance,
  hasFlows,
  IS_FLOW,
  type Period,
  type PeriodKind,
  SAME_END_DAYS,
  STATEMENT_IDS,
  statementPosition,
} from './period.ts';

/** Days from the first to the last day of a period; a fiscal year has 52 or 53 weeks, a quarter 11 to 17. */
const SPAN_DAYS: Readonly<Record<PeriodKind, { readonly min: number; readonly max: number }>> = {
  annual: { min: 345, max: 385 },
  half: { min: 165, max: 200 },
  quarter: { min: 70, max: 125 },
  trailing: { min: 345, max: 385 },
};
/** Relative tolerance for sums: amounts are rounded to millions. */
const EQUAL_SHARE = 0.01;
const QUARTER_DAYS = 91.3;
const QUARTER_DRIFT_DAYS = 20;

/** Called with a finding about a period and the period's last day. */
export type Doubt = (finding: string, day: number) => void;

/**
 * Returns the periods of one source with flows of the stated length. Flows of another length are dropped and the balance sheet kept;
 * year-to-date flows are converted to quarterly ones.
 */
export function wholePeriods(periods: readonly Period[], doubt: Doubt): Period[] {
  const sorted = [...periods].sort((a, b) => a.day - b.day);
  const annuals = sorted.filter(({ kind }) => kind === 'annual');
  const quarters = sorted.filter(({ kind }) => kind === 'quarter' || kind === 'half');
  const checked = sorted.flatMap((period) => {
    if (!hasFlows(period) || !isOtherLength(period, annuals, quarters)) return [period];
    doubt(`the row is not of ${NAMES[period.kind]}: its flows don't count`, period.day);
    return hasBalance(period) ? [withoutFlows(period)] : [];
  });
  return singleQuarters(checked, doubt);
}

const NAMES: Readonly<Record<PeriodKind, string>> = {
  annual: 'a whole year',
  half: 'a half-year',
  quarter: 'a quarter',
  trailing: 'twelve months',
};

function withoutFlows(period: Period): Period {
  return { ...period, values: period.values.map((value, position) => (IS_FLOW[position] ? Number.NaN : value)) };
}

function isOtherLength(period: Period, annuals: readonly Period[], quarters: readonly Period[]): boolean {
  const { day, kind, startDay } = period;
  const { min, max } = SPAN_DAYS[kind];
  if (startDay !== undefined) return day - startDay < min || day - startDay > max;
  if (kind !== 'annual') return false;
  const spanned = quartersSpanned(period, quarters);
  if (spanned !== null) return spanned < 4;
  const before = annuals.findLast((other) => other.day < day - SAME_END_DAYS);
  return before !== undefined && day - before.day < min;
}

const SIGN_LINES = ['totalRevenue', 'netIncome', 'operatingCashflow'].map(statementPosition);
const isEqual = (part: number, whole: number): boolean => Math.abs(part - whole) <= EQUAL_SHARE * Math.abs(whole);

/** How many of the last quarters an annual row sums up, 2 to 4; null if the quarters don't tell. */
function quartersSpanned({ day, values }: Period, quarters: readonly Period[]): number | null {
  const last = [0, 1, 2, 3].map((back) =>
    quarters.find((other) => other.kind === 'quarter' && Math.abs(other.day - day + back * QUARTER_DAYS) <= QUARTER_DRIFT_DAYS),
  );
  for (const count of [4, 3, 2]) {
    const parts = last.slice(0, count);
    if (parts.includes(undefined)) continue;
    const sums = SIGN_LINES.map((position) => parts.reduce((sum, part) => sum + part!.values[position]!, 0));
    if (SIGN_LINES.some((position, at) => values[position] !== 0 && isEqual(sums[at]!, values[position]!))) return count;
  }
  return null;
}

const positionsOf = (ids: readonly string[]): readonly number[] => ids.map(statementPosition);
/** Lines that are never negative, so that year-to-date amounts rise. */
const RISING_LINES = new Set(
  positionsOf([
    'totalRevenue',
    'costOfRevenue',
    'operatingExpenses',
    'sellingGeneralAndAdministrative',
    'depreciationAndAmortization',
    'capitalExpenditures',
  ]),
);
const CASH_FLOW_IDS = [
  'operatingCashflow',
  'capitalExpenditures',
  'cashflowFromInvestment',
  'cashflowFromFinancing',
  'dividendPayout',
  'paymentsForRepurchaseOfCommonStock',
  'proceedsFromIssuanceOfCommonStock',
];
/** Lines that a vendor accumulates together. Depreciation may be in either statement. */
const BUNDLES: readonly { readonly name: string; readonly positions: readonly number[] }[] = [
  { name: 'cash flows', positions: positionsOf(CASH_FLOW_IDS) },
  { name: 'depreciation', positions: positionsOf(['depreciationAndAmortization']) },
  {
    name: 'income statements',
    positions: STATEMENT_IDS.flatMap((id, position) =>
      IS_FLOW[position] && !CASH_FLOW_IDS.includes(id) && id !== 'depreciationAndAmortization' && id !== 'dividendPerShare'
        ? [position]
        : [],
    ),
  },
];

/** Converts year-to-date flows to quarterly ones. */
function singleQuarters(periods: readonly Period[], doubt: Doubt): Period[] {
  const quarters = periods.filter(({ kind }) => kind === 'quarter');
  const years = fiscalYears(
    quarters,
    periods.filter((period) => period.kind === 'annual' && hasFlows(period)),
  );
  let changed = [...periods];
  for (const { name, positions } of BUNDLES) {
    const votes = years.reduce((sum, year) => sum + voteOf(year, positions), 0);
    if (votes <= 0) continue;
    doubt(
      `${name} of its quarters add up from the beginning of the fiscal year: taken less the quarter before`,
      quarters.at(-1)!.day,
    );
    changed = changed.map((period) => (period.kind === 'quarter' ? single(period, quarters, years, positions) : period));
  }
  return changed;
}

interface FiscalYear {
  readonly end: number;
  /** The year's own row, where there is one. */
  readonly annual: Period | undefined;
  /** First to fourth. */
  readonly quarters: readonly (Period | undefined)[];
  /** The first quarter of the year after. */
  readonly next: Period | undefined;
}

/** Years that end with an annual row or, without any such row, with each quarter. */
function fiscalYears(quarters: readonly Period[], annuals: readonly Period[]): FiscalYear[] {
  const at = (day: number): Period | undefined => quarters.find((quarter) => Math.abs(quarter.day - day) <= QUARTER_DRIFT_DAYS);
  const yearAt = (end: number, annual?: Period): FiscalYear => ({
    end,
    annual,
    quarters: [3, 2, 1, 0].map((back) => at(end - back * QUARTER_DAYS)),
    next: at(end + QUARTER_DAYS),
  });
  return annuals.length > 0
    ? annuals.map((annual) => yearAt(annual.day, annual))
    : quarters.map(({ day }) => yearAt(day)).filter((year) => isRising(year));
}

/** Positive if the lines of a year's quarters are year-to-date amounts, negative if they are not, 0 if unclear. */
function voteOf({ annual, quarters, next }: FiscalYear, positions: readonly number[]): number {
  if (annual === undefined) return Number(positions.some((position) => risesAndFalls(quarters, next, position)));
  let votes = 0;
  for (const position of positions) {
    const whole = annual.values[position]!;
    const parts = quarters.map((quarter) => quarter?.values[position] ?? Number.NaN);
    const [first, second, third, fourth] = parts as [number, number, number, number];
    const before = Math.abs(first) + Math.abs(second) + Math.abs(third);
    if (Number.isNaN(whole) || Number.isNaN(before) || before <= EQUAL_SHARE * Math.abs(whole)) continue;
    if (Number.isNaN(fourth)) {
      if (!RISING_LINES.has(position)) continue;
      votes += whole < first + second + third && first <= second && second <= third && third <= whole ? 1 : -1;
    } else if (isEqual(first + second + third + fourth, whole)) votes--;
    else if (isEqual(fourth, whole)) votes++;
  }
  return votes;
}

const YEAR_LINES = positionsOf(['operatingCashflow', 'capitalExpenditures', 'depreciationAndAmortization', 'totalRevenue']);

/** Whether four quarters of a company without annual rows look like a fiscal year: two lines rise through it and fall back after it. */
function isRising({ quarters, next }: FiscalYear): boolean {
  return YEAR_LINES.filter((position) => risesAndFalls(quarters, next, position)).length >= 2;
}

/** Year-to-date amounts are about one, two, three and four times the first one, then start over. */
function risesAndFalls(quarters: readonly (Period | undefined)[], next: Period | undefined, position: number): boolean {
  const [first, second, third, fourth, after] = [...quarters, next].map((quarter) => quarter?.values[position] ?? Number.NaN);
  return (
    first! > 0 &&
    second! >= 1.5 * first! &&
    third! >= 1.2 * second! &&
    fourth! >= 1.1 * third! &&
    fourth! >= 2.5 * first! &&
    after! > 0 &&
    after! <= 0.5 * fourth!
  );
}

/** A quarter's lines minus those of the previous quarter of its fiscal year; without that quarter they are missing and flagged as not nil. */
function single(period: Period, quarters: readonly Period[], years: readonly FiscalYear[], positions: readonly number[]): Period {
  const end = years.reduce((nearest, year) =>
    Math.abs(year.end - period.day) < Math.abs(nearest.end - period.day) ? year : nearest,
  ).end;
  const isFirst = ((Math.round((period.day - end) / QUARTER_DAYS) % 4) + 4) % 4 === 1;
  if (isFirst) return period;
  const before = quarters.find(({ day }) => Math.abs(day - period.day + QUARTER_DAYS) <= QUARTER_DRIFT_DAYS);
  const values = period.values.slice();
  for (const position of positions) values[position]! -= before?.values[position] ?? Number.NaN;
  const isLost = (position: number): boolean =>
    positions.includes(position) && Number.isNaN(values[position]) && !Number.isNaN(period.values[position]);
  return flagged({ ...period, values }, (position) => (isLost(position) ? flagBit('fallback') : 0));
}
