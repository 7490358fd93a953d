/** Accounting identities, checked in every reported period. Figures that break one carry the flag `inconsistent`. */
import { flagBit } from '../../catalogue/flag.ts';
import { figureAt, IS_FLOW, type Period, SAME_END_DAYS, STATEMENT_IDS, statementPosition } from './period.ts';

/**
 * - `balances`: assets = liabilities + equity + minority interest, or = liabilities + equity where equity holds the minority interest.
 * - `currentAssets`, `assets`, `currentLiabilities`, `liabilities`: the parts of a total sum to no more than the total.
 * - `years`: four quarters add up to the fiscal year or the twelve months, line by line.
 * - `earnings`: earnings per share × shares ≈ net income.
 * - `cashFlows`: operating, investing and financing cash flows ≈ the change in cash.
 */
export const IDENTITIES = [
  'balances',
  'currentAssets',
  'assets',
  'currentLiabilities',
  'liabilities',
  'years',
  'earnings',
  'cashFlows',
] as const;
export type IdentityName = (typeof IDENTITIES)[number];

/** As a share of assets: figures are rounded, by some sources to millions. */
export const BALANCE_TOLERANCE = 0.02;
/**
 * Largest shortfall of liabilities and equity, as a share of assets: mezzanine equity has no column, and some sources omit the
 * minority interest.
 */
export const REDEEMABLE_MAX = 0.1;
/** How far parts may exceed their total, for the same reason. */
export const PARTS_TOLERANCE = 0.01;
/** How far quarters may differ from the year, as a share of the larger: quarters are not always restated with the year. */
export const YEAR_TOLERANCE = 0.05;
/**
 * Shares implied by earnings per share may be this factor below the lowest or above the highest count of the year. Apart from share
 * classes and dilution, a year's average is between its counts; the smallest usual split is two for one.
 */
export const SHARES_FACTOR = 1.6;
/** As a share of total assets: earnings available to common shares differ from net income by preferred dividends. */
export const PREFERRED_SHARE = 0.002;
/** In currency units: for smaller earnings per share, rounding to a cent is too coarse. */
export const EARNINGS_PER_SHARE_MIN = 0.05;
/** As a share of the three flows' absolute values: exchange rates, restricted cash and discontinued operations change cash too. */
export const CASH_FLOW_TOLERANCE = 0.2;
/** As a share of opening plus closing cash: an exchange rate changes all of it. */
export const CASH_TOLERANCE = 0.1;

const percent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)} %`;

/** What a broken identity means, as the sentence continues after “12 of 400”. */
export const IDENTITY_TEXTS: Readonly<Record<IdentityName, string>> = {
  balances: `balance sheets have liabilities, equity and minority interest more than ${percent(BALANCE_TOLERANCE)} above the assets, or more than ${percent(REDEEMABLE_MAX)} below`,
  currentAssets: `balance sheets have cash, investments, receivables and inventory more than ${percent(PARTS_TOLERANCE)} above current assets`,
  assets: `balance sheets have current and non-current assets more than ${percent(PARTS_TOLERANCE)} above total assets`,
  currentLiabilities: `balance sheets have payables and short-term debt more than ${percent(PARTS_TOLERANCE)} above current liabilities`,
  liabilities: `balance sheets have current liabilities and long-term debt more than ${percent(PARTS_TOLERANCE)} above total liabilities`,
  years: `periods of twelve months have a line more than ${percent(YEAR_TOLERANCE)} apart from the sum of its four quarters`,
  earnings: `periods have net income ÷ earnings per share more than a factor of ${SHARES_FACTOR} away from the shares outstanding`,
  cashFlows: `periods have cash flows more than ${percent(CASH_FLOW_TOLERANCE)} of them apart from the change of cash`,
};

export interface Breach {
  readonly identity: IdentityName;
  readonly period: Period;
  readonly columns: readonly string[];
  /** The discrepancy as a share of the identity's measure; for `earnings` the factor minus 1. */
  readonly size: number;
}

export interface Checked {
  /** Number of periods in which each identity could be checked. */
  readonly counts: Readonly<Record<IdentityName, number>>;
  readonly breaches: readonly Breach[];
}

/** The size of a breach in words. */
export function breachText({ identity, columns, size }: Breach): string {
  switch (identity) {
    case 'years':
      return `${columns.join(', ')} up to ${percent(size, 1)} apart`;
    case 'earnings':
      return Number.isFinite(size) ? `a factor of ${(1 + size).toPrecision(3)}` : 'of opposite signs';
    case 'balances':
    case 'cashFlows':
      return `${percent(size, 1)} apart`;
    default:
      return `${percent(size, 1)} above`;
  }
}

interface Sum {
  readonly identity: IdentityName;
  readonly total: string;
  readonly parts: readonly string[];
}

const SUMS: readonly Sum[] = [
  {
    identity: 'currentAssets',
    total: 'totalCurrentAssets',
    parts: ['cash', 'shortTermInvestments', 'currentNetReceivables', 'inventory'],
  },
  {
    identity: 'assets',
    total: 'totalAssets',
    parts: [
      'totalCurrentAssets',
      'propertyPlantEquipment',
      'goodwill',
      'intangibleAssetsExcludingGoodwill',
      'longTermInvestments',
    ],
  },
  { identity: 'currentLiabilities', total: 'totalCurrentLiabilities', parts: ['currentAccountsPayable', 'shortTermDebt'] },
  { identity: 'liabilities', total: 'totalLiabilities', parts: ['totalCurrentLiabilities', 'longTermDebt'] },
];

const CLAIMS = ['totalLiabilities', 'totalShareholderEquity', 'minorityInterest'];
const CASH_FLOWS = ['operatingCashflow', 'cashflowFromInvestment', 'cashflowFromFinancing'];
/** Lines whose quarters add up to a year; not earnings per share, whose share counts differ. */
const ADDED = STATEMENT_IDS.flatMap((id, position) =>
  IS_FLOW[position] && !id.endsWith('PriorYear') && id !== 'dilutedEPSTTM' ? [{ id, position }] : [],
);

/** Nominal lengths; the tolerance covers years of 52 or 53 weeks and months of 28 to 31 days. */
const KIND_DAYS: Readonly<Record<Period['kind'], number>> = { annual: 365, half: 182, quarter: 91, trailing: 365 };
const LENGTH_TOLERANCE_DAYS = 20;
/** How long before a period's end share counts are considered: includes the opening balance sheet of its year. */
const COUNTS_DAYS = KIND_DAYS.annual + LENGTH_TOLERANCE_DAYS;

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** @param periods of one company, in one currency, with no two of a kind on the same day */
export function checkIdentities(periods: readonly Period[]): Checked {
  const counts = Object.fromEntries(IDENTITIES.map((name) => [name, 0])) as Record<IdentityName, number>;
  const breaches: Breach[] = [];
  const look: Look = (identity, period, columns, size, tolerance) => {
    if (Number.isNaN(size)) return;
    counts[identity]++;
    if (size > tolerance) breaches.push({ identity, period, columns, size });
  };
  for (const period of periods) {
    look('balances', period, ['totalAssets', ...CLAIMS], ...imbalance(period));
    for (const { identity, total, parts } of SUMS) {
      const present = parts.filter((id) => figureAt(period.values, id) > 0);
      look(identity, period, [total, ...present], excess(period, total, present), PARTS_TOLERANCE);
    }
    look('earnings', period, ['dilutedEPSTTM', 'netIncome', 'commonStockSharesOutstanding'], ...earningsGap(period, periods));
    look('cashFlows', period, ['cash', ...CASH_FLOWS], ...cashGap(period, periods));
    if (period.kind === 'annual' || period.kind === 'trailing') lookAtQuarters(period, periods, look);
  }
  return { counts, breaches };
}

/**
 * Returns the periods with the columns of breached identities flagged. Flows of twelve months inherit the flags of the periods that
 * they are made of.
 */
export function flagBreaches(periods: readonly Period[], breaches: readonly Breach[]): readonly Period[] {
  if (breaches.length === 0) return periods;
  return periods.map((period) => {
    const columns = breaches.flatMap((breach) =>
      breach.period === period || isWithin(breach.period, period) ? breach.columns.map(statementPosition) : [],
    );
    if (columns.length === 0) return period;
    const flags = period.flags?.slice() ?? new Uint16Array(STATEMENT_IDS.length);
    for (const position of columns) flags[position]! |= flagBit('inconsistent');
    return { ...period, flags };
  });
}

/** Whether a period ends within twelve months of flows. */
function isWithin({ day }: Period, trailing: Period): boolean {
  return trailing.kind === 'trailing' && day <= trailing.day && day > trailing.day - KIND_DAYS.trailing + LENGTH_TOLERANCE_DAYS;
}

function imbalance({ values }: Period): [size: number, tolerance: number] {
  const assets = figureAt(values, 'totalAssets');
  const claims = figureAt(values, 'totalLiabilities') + figureAt(values, 'totalShareholderEquity');
  if (!(assets > 0)) return [Number.NaN, BALANCE_TOLERANCE];
  const minority = orZero(figureAt(values, 'minorityInterest'));
  const gaps = [assets - claims - minority, assets - claims].sort((a, b) => Math.abs(a) - Math.abs(b));
  return [Math.abs(gaps[0]!) / assets, gaps[0]! > 0 ? REDEEMABLE_MAX : BALANCE_TOLERANCE];
}

/** By how much parts exceed their total, as a share of it. A total of 0 is missing: banks report no current assets. */
function excess({ values }: Period, total: string, parts: readonly string[]): number {
  const whole = figureAt(values, total);
  if (!(whole > 0) || parts.length === 0) return Number.NaN;
  return parts.reduce((sum, id) => sum + figureAt(values, id), 0) / whole - 1;
}

type Look = (identity: IdentityName, period: Period, columns: readonly string[], size: number, tolerance: number) => void;

/** Compares twelve months with their four quarters; the breach lists every line that doesn't add up. */
function lookAtQuarters(year: Period, periods: readonly Period[], look: Look): void {
  const quarters = [0, 1, 2, 3].flatMap((back) => {
    const end = year.day - back * KIND_DAYS.quarter;
    const tolerance = back === 0 ? SAME_END_DAYS : LENGTH_TOLERANCE_DAYS;
    return periods.find(({ kind, day }) => kind === 'quarter' && Math.abs(day - end) <= tolerance) ?? [];
  });
  if (quarters.length < 4) return;
  const gaps: { id: string; size: number }[] = [];
  for (const { id, position } of ADDED) {
    const whole = year.values[position]!;
    let [sum, parts] = [0, 0];
    for (const { values } of quarters) {
      sum += values[position]!;
      parts += Math.abs(values[position]!);
    }
    const scale = Math.max(Math.abs(whole), parts);
    const size = scale === 0 ? 0 : Math.abs(sum - whole) / scale;
    if (!Number.isNaN(size)) gaps.push({ id, size });
  }
  if (gaps.length === 0) return;
  const broken = gaps.filter(({ size }) => size > YEAR_TOLERANCE);
  const columns = broken.map(({ id }) => id);
  const size = Math.max(...gaps.map((gap) => gap.size));
  look('years', year, columns, size, YEAR_TOLERANCE);
}

/** The factor, minus 1, by which the shares implied by earnings are outside the year's counts. */
function earningsGap({ day, values }: Period, periods: readonly Period[]): [size: number, tolerance: number] {
  const tolerance = SHARES_FACTOR - 1;
  const perShare = figureAt(values, 'dilutedEPSTTM');
  const income = figureAt(values, 'netIncome');
  const shares = figureAt(values, 'commonStockSharesOutstanding');
  if (!(Math.abs(perShare) >= EARNINGS_PER_SHARE_MIN && shares > 0) || Number.isNaN(income)) return [Number.NaN, tolerance];
  const preferred = PREFERRED_SHARE * orZero(figureAt(values, 'totalAssets'));
  if (Math.abs(perShare * shares - income) <= preferred) return [0, tolerance];
  const counts = periods
    .filter((other) => other.day <= day && other.day >= day - COUNTS_DAYS)
    .map((other) => figureAt(other.values, 'commonStockSharesOutstanding'))
    .filter((count) => count > 0);
  const implied = income / perShare;
  if (implied <= 0) return [Number.POSITIVE_INFINITY, tolerance];
  return [Math.max(implied / Math.max(...counts), Math.min(...counts) / implied, 1) - 1, tolerance];
}

/** Difference between the cash flows and the change in cash, as a share of the flows; NaN without an opening balance sheet. */
function cashGap({ day, kind, values }: Period, periods: readonly Period[]): [size: number, tolerance: number] {
  const tolerance = CASH_FLOW_TOLERANCE;
  const flows = CASH_FLOWS.map((id) => figureAt(values, id));
  const sum = flows.reduce((total, flow) => total + flow, 0);
  // A bank's cash flow statement and balance sheet define cash differently: with or without deposits at other banks.
  if (Number.isNaN(sum) || !(figureAt(values, 'totalCurrentAssets') > 0)) return [Number.NaN, tolerance];
  const before = periods.find(
    (other) =>
      Math.abs(day - other.day - KIND_DAYS[kind]) <= LENGTH_TOLERANCE_DAYS && !Number.isNaN(figureAt(other.values, 'cash')),
  );
  const [opening, closing] = [before ? figureAt(before.values, 'cash') : Number.NaN, figureAt(values, 'cash')];
  const gap = Math.abs(sum - (closing - opening));
  if (gap <= CASH_TOLERANCE * (opening + closing)) return [0, tolerance];
  return [gap / flows.reduce((total, flow) => total + Math.abs(flow), 0), tolerance];
}
