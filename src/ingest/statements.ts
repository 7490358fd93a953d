/** From reported periods to the figures of a row: trailing twelve months, the balance sheet, and both a year earlier. */
import { areYearsApart } from './growth.ts';
import { figureAt, fillNil, IS_FLOW, type Period, STATEMENT_IDS, statementPosition } from './period.ts';

/** Two reports of one period end may differ by some days, as a 52-week year does from a calendar one. */
const SAME_END_DAYS = 7;
const QUARTER_DAYS = { min: 70, max: 125 };
/** First to last of four quarter ends. */
const THREE_QUARTERS_DAYS = { min: 245, max: 300 };
const HALF_DAYS = { min: 165, max: 200 };
const MEAN_QUARTER_DAYS = 91.3;
const QUARTER_DRIFT_DAYS = 20;
const PRIOR_YEAR = 'PriorYear';

const PRIOR_YEAR_POSITIONS: readonly (readonly [prior: number, now: number])[] = STATEMENT_IDS.filter((id) =>
  id.endsWith(PRIOR_YEAR),
).map((id) => [statementPosition(id), statementPosition(id.slice(0, -PRIOR_YEAR.length))]);

/** All periods of a company by kind, oldest first. */
export interface History {
  readonly annuals: readonly Period[];
  /** With the fourth quarter as the year less the other three where it isn't reported. */
  readonly quarters: readonly Period[];
  readonly halves: readonly Period[];
  /** Day of the latest period of any kind. */
  readonly latestDay: number;
}

/** Sorts a company's periods. Null when there are none. No two of a kind may end on the same day. */
export function historyOf(periods: readonly Period[]): History | null {
  if (periods.length === 0) return null;
  const filled = fillNil(periods).sort((a, b) => a.day - b.day);
  const ofKind = (kind: Period['kind']): Period[] => filled.filter((period) => period.kind === kind);
  const annuals = ofKind('annual');
  const quarters = ofKind('quarter');
  const areHalves = quarters.length > 2 && gapsOf(quarters).every((gap) => within(gap, HALF_DAYS));
  return {
    annuals,
    quarters: areHalves ? [] : completeYears(annuals, quarters),
    halves: areHalves ? quarters : ofKind('half'),
    latestDay: filled.reduce((latest, { day }) => Math.max(latest, day), Number.NEGATIVE_INFINITY),
  };
}

/**
 * The figures of a row in the order of STATEMENT_IDS, NaN for missing: flows over the twelve months to the latest period end,
 * else over the last fiscal year; stocks of the latest period end; the same a year earlier; and what is derived from them.
 */
export function figuresOf(history: History): Float64Array {
  const { annuals, latestDay } = history;
  const flowDay = flowsAt(history, latestDay) ? latestDay : annuals.at(-1)?.day;
  const now = merged(flowDay === undefined ? null : flowsAt(history, flowDay), stocksAt(history, latestDay));
  const priorFlowDay = flowDay === undefined ? undefined : dayBefore(history, flowDay);
  const priorStockDay = dayBefore(history, latestDay);
  const prior = merged(
    priorFlowDay === undefined ? null : flowsAt(history, priorFlowDay),
    priorStockDay === undefined ? null : stocksAt(history, priorStockDay),
  );
  derive(now);
  derive(prior);
  for (const [priorPosition, position] of PRIOR_YEAR_POSITIONS) {
    const value = prior[position] ?? Number.NaN;
    if (!Number.isNaN(value)) now[priorPosition] = value;
  }
  return now;
}

const within = (days: number, { min, max }: { min: number; max: number }): boolean => days >= min && days <= max;
const endingAt = (periods: readonly Period[], day: number): Period | undefined =>
  periods.findLast((period) => Math.abs(period.day - day) <= SAME_END_DAYS);
const gapsOf = (periods: readonly Period[]): number[] =>
  periods.slice(1).map(({ day }, index) => day - (periods[index]?.day ?? day));

/** Adds the fourth quarters that only the annual report has: its flows less those of the other three, its balance sheet. */
function completeYears(annuals: readonly Period[], quarters: readonly Period[]): Period[] {
  const fourths = annuals.flatMap((annual): Period[] => {
    if (endingAt(quarters, annual.day)) return [];
    const others = [1, 2, 3].flatMap((back) => {
      const end = annual.day - back * MEAN_QUARTER_DAYS;
      return quarters.find(({ day }) => Math.abs(day - end) <= QUARTER_DRIFT_DAYS) ?? [];
    });
    if (others.length < 3) return [];
    const values = annual.values.slice();
    for (const quarter of others)
      for (let index = 0; index < values.length; index++) if (IS_FLOW[index]) values[index]! -= quarter.values[index]!;
    return [{ day: annual.day, kind: 'quarter', values }];
  });
  return [...quarters, ...fourths].sort((a, b) => a.day - b.day);
}

/** Flows of the twelve months to that day: the fiscal year's, four quarters' or two half-years'; null when none of them ends there. */
function flowsAt({ annuals, quarters, halves }: History, day: number): Float64Array | null {
  const year = endingAt(annuals, day)?.values;
  const summed = sumOfLast(quarters, day, 4) ?? sumOfLast(halves, day, 2);
  return year && summed ? coalesced(year, summed) : (year ?? summed);
}

/** The last periods up to that day added up, null unless they follow each other without a gap. */
function sumOfLast(periods: readonly Period[], day: number, count: 2 | 4): Float64Array | null {
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
  if (!isWhole) return null;
  const sum = last[0]!.values.slice();
  for (const { values } of last.slice(1)) for (let index = 0; index < sum.length; index++) sum[index]! += values[index]!;
  return sum;
}

function stocksAt({ annuals, quarters, halves }: History, day: number): Float64Array | null {
  const reports = [annuals, quarters, halves].flatMap((periods) => endingAt(periods, day)?.values ?? []);
  return reports.length === 0 ? null : reports.reduce(coalesced);
}

/** Day of the period that ends a year before that day. */
function dayBefore({ annuals, quarters, halves }: History, day: number): number | undefined {
  return [...annuals, ...quarters, ...halves].find((period) => areYearsApart(period.day, day, 1))?.day;
}

function coalesced(first: Float64Array, second: Float64Array): Float64Array {
  const values = first.slice();
  for (let index = 0; index < values.length; index++) if (Number.isNaN(values[index])) values[index] = second[index]!;
  return values;
}

function merged(flows: Float64Array | null, stocks: Float64Array | null): Float64Array {
  const values = new Float64Array(STATEMENT_IDS.length);
  for (let index = 0; index < values.length; index++) values[index] = (IS_FLOW[index] ? flows : stocks)?.[index] ?? Number.NaN;
  return values;
}

/**
 * Fills what follows from other lines (docs/columns.md). EBIT is as reported, else pre-tax income and interest. EBITDA is operating
 * income and depreciation, so that gains on investments don't count; a vendor's counts only where it doesn't follow.
 */
function derive(values: Float64Array): void {
  const of = (id: string): number => figureAt(values, id);
  const present = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : value);
  const put = (id: string, value: number): void => {
    if (!Number.isNaN(value)) values[statementPosition(id)] = value;
  };
  put(
    'cashAndShortTermInvestments',
    present(of('cashAndShortTermInvestments'), of('cash') + present(of('shortTermInvestments'), 0)),
  );
  put('grossProfit', present(of('grossProfit'), of('totalRevenue') - of('costOfRevenue')));
  put('ebit', present(of('ebit'), of('incomeBeforeTax') + of('interestExpense')));
  put('ebitda', of('operatingIncome') + of('depreciationAndAmortization'));
  const [short, long] = [of('shortTermDebt'), of('longTermDebt')];
  if (!(Number.isNaN(short) && Number.isNaN(long))) put('totalDebt', present(short, 0) + present(long, 0));
  put('netDebt', of('totalDebt') - of('cashAndShortTermInvestments'));
}
