/** Computes a row's figures from reported periods: trailing twelve months, the balance sheet, and both a year earlier. */
import { flagBit } from '../../catalogue/flag.ts';
import { areYearsApart } from './growth.ts';
import { fillNil, NOT_NIL } from './nil.ts';
import {
  figureAt,
  hasBalance,
  hasFlows,
  IS_FLOW,
  type Period,
  SAME_END_DAYS,
  STATEMENT_IDS,
  statementPosition,
} from './period.ts';

const QUARTER_DAYS = { min: 70, max: 125 };
/** First to last of four quarter ends. */
const THREE_QUARTERS_DAYS = { min: 245, max: 300 };
const HALF_DAYS = { min: 165, max: 200 };
const MEAN_QUARTER_DAYS = 91.3;
const QUARTER_DRIFT_DAYS = 20;
/** How long a balance sheet may be combined with later flows: a year plus the drift of a 52-week calendar. */
const BALANCE_DAYS_MAX = 385;
const PRIOR_YEAR = 'PriorYear';

const PRIOR_YEAR_POSITIONS: readonly (readonly [prior: number, now: number])[] = STATEMENT_IDS.filter((id) =>
  id.endsWith(PRIOR_YEAR),
).map((id) => [statementPosition(id), statementPosition(id.slice(0, -PRIOR_YEAR.length))]);

/** All periods of a company by kind, oldest first. */
export interface History {
  readonly annuals: readonly Period[];
  /** An unreported fourth quarter is the year minus the other three. */
  readonly quarters: readonly Period[];
  readonly halves: readonly Period[];
  /** Flows of twelve months, if the source states them. */
  readonly trailing: readonly Period[];
  readonly latestDay: number;
}

/** Groups a company's periods; null if there are none. No two of a kind may end on the same day. */
export function historyOf(periods: readonly Period[]): History | null {
  if (periods.length === 0) return null;
  const filled = fillNil(periods);
  const ofKind = (kind: Period['kind']): Period[] => filled.filter((period) => period.kind === kind);
  const annuals = ofKind('annual');
  const quarters = ofKind('quarter');
  const areHalves = quarters.length > 2 && gapsOf(quarters).every((gap) => within(gap, HALF_DAYS));
  return {
    annuals,
    quarters: areHalves ? [] : completeYears(annuals, quarters),
    halves: areHalves ? quarters : ofKind('half'),
    trailing: ofKind('trailing'),
    latestDay: filled.reduce((latest, { day }) => Math.max(latest, day), Number.NEGATIVE_INFINITY),
  };
}

/** Values and their flag bits, both in the order of STATEMENT_IDS. */
export interface Figures {
  readonly values: Float64Array;
  readonly flags: Uint16Array;
}

/**
 * Returns a row's figures in the order of STATEMENT_IDS, NaN for missing: flows of the twelve months up to the latest period with flows,
 * otherwise of the last fiscal year; stocks of the latest balance sheet; both a year earlier; and derived lines. If flows and stocks end
 * on different days, the older ones have the flag mixedPeriods.
 * @param isOfNewest uses the newest period end only, and the last fiscal year if no twelve months end there
 */
export function figuresOf(history: History, isOfNewest = false): Figures {
  const { flowDay, stockDay, priorFlowDay, priorStockDay, earlierDay } = daysBehind(history, isOfNewest);
  const { latestDay } = history;
  const now = merged(flowDay === undefined ? null : flowsAt(history, flowDay), stocksAt(history, stockDay));
  const prior = merged(
    priorFlowDay === undefined ? null : flowsAt(history, priorFlowDay),
    priorStockDay === undefined ? null : stocksAt(history, priorStockDay),
  );
  if (flowDay !== undefined && Math.abs(flowDay - stockDay) > SAME_END_DAYS) flagMixedPeriods(now, flowDay < stockDay);
  if (latestDay - stockDay > SAME_END_DAYS) takeShareCount(now, stocksAt(history, latestDay));
  for (const figures of [now, prior]) {
    derive(figures);
    flagPartialDebt(figures);
  }
  if (earlierDay !== undefined) putAssetsTwoYearsPrior(now, stocksAt(history, earlierDay));
  for (const [priorPosition, position] of PRIOR_YEAR_POSITIONS) {
    const value = prior.values[position] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    now.values[priorPosition] = value;
    now.flags[priorPosition] = prior.flags[position]!;
  }
  return now;
}

/** Last days of the periods used; undefined if there are none. */
interface FigureDays {
  readonly flowDay: number | undefined;
  readonly stockDay: number;
  readonly priorFlowDay: number | undefined;
  readonly priorStockDay: number | undefined;
  readonly earlierDay: number | undefined;
}

function daysBehind(history: History, isOfNewest: boolean): FigureDays {
  const { latestDay } = history;
  const flowEnd = (isOfNewest ? null : lastDayOf(history, hasFlows)) ?? latestDay;
  const atEnd = flowsAt(history, flowEnd);
  const flowDay = atEnd && hasFlows(atEnd) ? flowEnd : lastDayOf({ ...history, quarters: [], halves: [] }, hasFlows);
  const balanceDay = lastDayOf(history, hasBalance) ?? latestDay;
  const stockDay = !isOfNewest && latestDay - balanceDay <= BALANCE_DAYS_MAX ? balanceDay : latestDay;
  const priorStockDay = dayBefore(history, stockDay);
  return {
    flowDay,
    stockDay,
    priorFlowDay: flowDay === undefined ? undefined : dayBefore(history, flowDay),
    priorStockDay,
    earlierDay: priorStockDay === undefined ? undefined : dayBefore(history, priorStockDay),
  };
}

/** Lists of periods: a line is the sum over the first list that has it. */
type Alternatives = readonly (readonly Period[])[];

/** The reported periods behind the figures of a snapshot. */
export interface PeriodsBehind {
  readonly flows: Alternatives;
  readonly stocks: Alternatives;
  readonly priorFlows: Alternatives;
  readonly priorStocks: Alternatives;
  readonly earlierStocks: Alternatives;
}

/** The periods that {@link figuresOf} uses for the newest period end. */
export function periodsBehind(history: History): PeriodsBehind {
  const { flowDay, stockDay, priorFlowDay, priorStockDay, earlierDay } = daysBehind(history, true);
  const flows = (day: number | undefined): Alternatives => (day === undefined ? [] : flowPeriods(history, day));
  const stocks = (day: number | undefined): Alternatives => (day === undefined ? [] : stockPeriods(history, day));
  return {
    flows: flows(flowDay),
    stocks: stocks(stockDay),
    priorFlows: flows(priorFlowDay),
    priorStocks: stocks(priorStockDay),
    earlierStocks: stocks(earlierDay),
  };
}

/** The periods that {@link flowsAt} uses. */
function flowPeriods({ annuals, quarters, halves, trailing }: History, day: number): Alternatives {
  const known = endingAt(trailing, day);
  if (known) return [[known]];
  const year = endingAt(annuals, day);
  const parts = lastOf(quarters, day, 4) ?? lastOf(halves, day, 2);
  const reported = parts && [...new Set(parts.flatMap((part) => part.madeOf ?? [part]))];
  return [...(year ? [[year]] : []), ...(reported ? [reported] : [])];
}

/** The periods that {@link stocksAt} uses. */
function stockPeriods({ annuals, quarters, halves }: History, day: number): Alternatives {
  const found = [annuals, quarters, halves].flatMap((periods) => endingAt(periods, day) ?? []);
  // A computed fourth quarter has the year's balance sheet.
  return found.map((period) => [period.madeOf?.[0] ?? period]);
}

/** Opening assets of the previous year, for Piotroski's score. */
function putAssetsTwoYearsPrior(now: Figures, earlier: Figures | null): void {
  if (!earlier) return;
  const [from, to] = ['totalAssets', 'totalAssetsTwoYearsPrior'].map(statementPosition) as [number, number];
  now.values[to] = earlier.values[from]!;
  now.flags[to] = earlier.flags[from]!;
}

function lastDayOf({ annuals, quarters, halves, trailing }: History, has: (period: Period) => boolean): number | undefined {
  const days = [annuals, quarters, halves, trailing].flatMap((periods) => periods.findLast(has)?.day ?? []);
  return days.length === 0 ? undefined : Math.max(...days);
}

function flagMixedPeriods({ values, flags }: Figures, areFlowsOlder: boolean): void {
  for (let index = 0; index < values.length; index++)
    if (IS_FLOW[index] === areFlowsOlder && !Number.isNaN(values[index])) flags[index]! |= flagBit('mixedPeriods');
}

/** If one part of the debt is missing, the total is the other part. */
function flagPartialDebt({ values, flags }: Figures): void {
  const [short, long] = [figureAt(values, 'shortTermDebt'), figureAt(values, 'longTermDebt')];
  if (Number.isNaN(short) === Number.isNaN(long)) return;
  for (const id of ['totalDebt', 'netDebt'])
    if (!Number.isNaN(figureAt(values, id))) flags[statementPosition(id)]! |= flagBit('fallback');
}

/** A report without a balance sheet may still state the share count. */
function takeShareCount(now: Figures, latest: Figures | null): void {
  const position = statementPosition('commonStockSharesOutstanding');
  if (!latest || Number.isNaN(latest.values[position])) return;
  now.values[position] = latest.values[position]!;
  now.flags[position] = latest.flags[position]!;
}

const NO_FLAGS = new Uint16Array(STATEMENT_IDS.length);
const figures = ({ values, flags }: Pick<Period, 'values' | 'flags'>): Figures => ({ values, flags: flags ?? NO_FLAGS });

const within = (days: number, { min, max }: { min: number; max: number }): boolean => days >= min && days <= max;
const endingAt = (periods: readonly Period[], day: number): Period | undefined =>
  periods.findLast((period) => Math.abs(period.day - day) <= SAME_END_DAYS);
const gapsOf = (periods: readonly Period[]): number[] =>
  periods.slice(1).map(({ day }, index) => day - (periods[index]?.day ?? day));

/** Adds fourth quarters that only the annual report covers: its flows minus those of the other three, and its balance sheet. */
function completeYears(annuals: readonly Period[], quarters: readonly Period[]): Period[] {
  const fourths = annuals.flatMap((annual): Period[] => {
    if (endingAt(quarters, annual.day)) return [];
    const others = [1, 2, 3].flatMap((back) => {
      const end = annual.day - back * MEAN_QUARTER_DAYS;
      return quarters.find(({ day }) => Math.abs(day - end) <= QUARTER_DRIFT_DAYS) ?? [];
    });
    if (others.length < 3) return [];
    const values = annual.values.slice();
    const flags = figures(annual).flags.slice();
    for (const quarter of others.map(figures)) {
      for (let index = 0; index < values.length; index++) {
        if (!IS_FLOW[index]) continue;
        values[index]! -= quarter.values[index]!;
        flags[index]! |= quarter.flags[index]!;
      }
    }
    return [{ day: annual.day, kind: 'quarter', values, flags, madeOf: [annual, ...others] }];
  });
  return [...quarters, ...fourths].sort((a, b) => a.day - b.day);
}

/** Flows of the twelve months up to a day: as stated, of the fiscal year, of four quarters or of two half-years; null if none ends there. */
function flowsAt({ annuals, quarters, halves, trailing }: History, day: number): Figures | null {
  const known = endingAt(trailing, day);
  if (known) return figures(known);
  const period = endingAt(annuals, day);
  const year = period && figures(period);
  const summed = sumOfLast(quarters, day, 4) ?? sumOfLast(halves, day, 2);
  return year && summed ? coalesced(year, summed) : (year ?? summed);
}

/** The last periods up to that day; null if there is a gap between them. */
function lastOf(periods: readonly Period[], day: number, count: 2 | 4): readonly Period[] | null {
  const end = periods.findLastIndex((period) => Math.abs(period.day - day) <= SAME_END_DAYS);
  const last = periods.slice(Math.max(0, end - count + 1), end + 1);
  if (last.length < count) return null;
  const gap = count === 4 ? QUARTER_DAYS : HALF_DAYS;
  const span = count === 4 ? THREE_QUARTERS_DAYS : HALF_DAYS;
  const gaps = gapsOf(last);
  const isWhole =
    gaps.every((days) => within(days, gap)) &&
    within(
      gaps.reduce((sum, days) => sum + days, 0),
      span,
    );
  return isWhole ? last : null;
}

function sumOfLast(periods: readonly Period[], day: number, count: 2 | 4): Figures | null {
  const last = lastOf(periods, day, count);
  if (!last) return null;
  const sum = new Float64Array(STATEMENT_IDS.length);
  const sumFlags = new Uint16Array(STATEMENT_IDS.length);
  for (const { values, flags } of last.map(figures)) {
    for (let index = 0; index < sum.length; index++) {
      sum[index]! += values[index]!;
      sumFlags[index]! |= flags[index]!;
    }
  }
  return { values: sum, flags: sumFlags };
}

function stocksAt({ annuals, quarters, halves }: History, day: number): Figures | null {
  const reports = [annuals, quarters, halves].flatMap((periods) => endingAt(periods, day) ?? []).map(figures);
  return reports.length === 0 ? null : reports.reduce(coalesced);
}

/** End of the period a year earlier. */
function dayBefore({ annuals, quarters, halves }: History, day: number): number | undefined {
  return [...annuals, ...quarters, ...halves].find((period) => areYearsApart(period.day, day, 1))?.day;
}

/** Fills the first's missing values, with their flags, from the second. */
function coalesced(first: Figures, second: Figures): Figures {
  const values = first.values.slice();
  const flags = first.flags.slice();
  for (let index = 0; index < values.length; index++) {
    if (!Number.isNaN(values[index])) continue;
    values[index] = second.values[index]!;
    flags[index] = second.flags[index]!;
  }
  return { values, flags };
}

function merged(flows: Figures | null, stocks: Figures | null): Figures {
  const values = new Float64Array(STATEMENT_IDS.length);
  const flags = new Uint16Array(STATEMENT_IDS.length);
  for (let index = 0; index < values.length; index++) {
    const from = IS_FLOW[index] ? flows : stocks;
    values[index] = from?.values[index] ?? Number.NaN;
    flags[index] = from?.flags[index] ?? 0;
  }
  return { values, flags };
}

/**
 * Computes derived lines (docs/columns.md) with the flags of their inputs. EBIT is as reported, otherwise pre-tax income plus interest.
 * EBITDA is operating income before special items plus depreciation, so that investment gains don't count; a vendor's EBITDA is used only
 * if these are missing.
 */
function derive({ values, flags }: Figures): void {
  const of = (id: string): number => figureAt(values, id);
  const present = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : value);
  const put = (id: string, value: number, inputs: readonly string[]): void => {
    if (Number.isNaN(value)) return;
    values[statementPosition(id)] = value;
    flags[statementPosition(id)] = inputs.reduce((bits, input) => bits | flags[statementPosition(input)]!, 0);
  };
  const fill = (id: string, value: number, inputs: readonly string[]): void => {
    if (Number.isNaN(of(id))) put(id, value, inputs);
  };
  const cash = of('cash') + present(of('shortTermInvestments'), 0);
  fill('cashAndShortTermInvestments', cash, ['cash', 'shortTermInvestments']);
  fill('grossProfit', of('totalRevenue') - of('costOfRevenue'), ['totalRevenue', 'costOfRevenue']);
  const [short, long] = [of('shortTermDebt'), of('longTermDebt')];
  if (Number.isNaN(short) && Number.isNaN(long)) {
    const isUnknown = DEBT_IDS.some((id) => (flags[statementPosition(id)]! & NOT_NIL) !== 0);
    if (!isUnknown && isDebtFree(of)) for (const id of DEBT_IDS) fill(id, 0, []);
  } else {
    put('totalDebt', present(short, 0) + present(long, 0), ['shortTermDebt', 'longTermDebt']);
    if (Number.isNaN(short) || Number.isNaN(long)) flags[statementPosition('totalDebt')]! |= flagBit('fallback');
  }
  put('netDebt', of('totalDebt') - of('cashAndShortTermInvestments'), ['totalDebt', 'cashAndShortTermInvestments']);
  if (of('totalDebt') === 0) fill('interestExpense', 0, ['totalDebt']);
  fill('ebit', of('incomeBeforeTax') + of('interestExpense'), ['incomeBeforeTax', 'interestExpense']);
  const beforeSpecial = of('operatingIncome') + present(of('specialItems'), 0);
  put('ebitda', beforeSpecial + of('depreciationAndAmortization'), EBITDA_LINES);
  fill('weightedAverageSharesDiluted', of('commonStockSharesOutstanding'), ['commonStockSharesOutstanding']);
}

const DEBT_IDS = ['shortTermDebt', 'longTermDebt', 'totalDebt'];
const EBITDA_LINES = ['operatingIncome', 'specialItems', 'depreciationAndAmortization'];

/** Interest above this share of total assets implies debt that the balance sheet doesn't show: 2 % of the assets at 5 % interest. */
const DEBT_FREE_INTEREST_MAX = 0.001;
const COMPLETE_BALANCE = ['totalAssets', 'totalLiabilities', 'totalShareholderEquity'];

/** Whether a complete balance sheet shows no debt and the interest paid implies none. */
function isDebtFree(of: (id: string) => number): boolean {
  const isComplete = COMPLETE_BALANCE.every((id) => !Number.isNaN(of(id))) && Number.isNaN(of('totalDebt'));
  return isComplete && !(of('interestExpense') > DEBT_FREE_INTEREST_MAX * of('totalAssets'));
}
