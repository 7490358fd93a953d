/** Converts a company's facts to rows of the statements table. */
import { flagBit } from '../../../catalogue/flag.ts';
import { NIL_LINES } from '../../../catalogue/nil.ts';
import { IS_FLOW, type PeriodKind, STATEMENT_IDS, statementPosition } from '../../figures/period.ts';
import { SHARE_IDS } from '../../figures/splits.ts';
import { debtOf } from './debt.ts';
import { type Fact, isAnnualForm, isForeignForm } from './fact.ts';
import { absentBefore, type Flows, hasAmountIn, isYear, LONGEST, levelOf, lineFlows, stacked } from './flows.ts';
import { investmentsOf } from './investments.ts';
import { LINES, type Rule } from './rule.ts';
import { EMPTY, evaluateRule, type Figure, periodKey, type Series, type SeriesOf } from './series.ts';
import { coverFactor, type Split, shareFactors, splitsOf } from './splits.ts';
import { AVERAGE_SHARE_TAGS, BUILT_TAGS, COVER_SHARES_TAG, CRYPTO_TAGS, DILUTED_SHARE_TAGS, INTANGIBLES_TAG } from './tags.ts';

export interface StatementRow {
  /** Last day, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: PeriodKind;
  readonly currency: string;
  readonly filed: number;
  /** After a split: day of the first filing on this share basis; otherwise NaN. */
  readonly sharesSince: number;
  /** New shares per old one of that split; NaN for none. */
  readonly sharesRatio: number;
  /** In the order of STATEMENT_IDS, NaN for missing. */
  readonly values: Float64Array;
  /** Flag bits per value. A missing value with a flag is not nil. */
  readonly flags: Uint16Array;
}

export interface Statements {
  /** Sorted by day and kind. */
  readonly rows: readonly StatementRow[];
  readonly splits: readonly Split[];
  /** Counts of changed or dropped items by reason. */
  readonly corrected: ReadonlyMap<string, number>;
}

/** A period counts if one of these is known for it. */
const CORE_IDS = ['netIncome', 'totalRevenue', 'operatingCashflow', 'incomeBeforeTax'];
/** A negative amount counts as missing. */
const NEVER_NEGATIVE = ['totalAssets', 'totalCurrentAssets', 'cash', 'inventory', 'goodwill', 'commonStockSharesOutstanding'];
/** Payments: a negative one has its sign reversed. */
const PAYMENTS = ['capitalExpenditures', 'dividendPayout', 'paymentsForRepurchaseOfCommonStock', 'treasuryStock'];
/**
 * Plausible ratios of a share count to its period's average. A lower one covers only one class, a higher one is in another unit. An IPO
 * late in a year also gives a high ratio.
 */
const SHARES_RATIO = { min: 0.5, max: 20 };
/** If an average differs from net income ÷ earnings per share by more, it is in another unit. */
const IMPLIED_FACTOR_MAX = 3;
/** Operating expenses that add up with operating income to revenue, within this, include the cost of revenue. */
const WHOLE_COST_TOLERANCE = 0.005;
/** Age of rows that are used: five-year growth, and twelve months with those a year earlier. */
const YEAR_ROWS_DAYS = 8 * 366;
const QUARTER_ROWS_DAYS = 3 * 366;
/** Smaller differences from an earlier filing's value, as a share of it, are rounding, for example to cents of shares split since. */
const RESTATED = 0.001;
const RESTATED_PER_SHARE = 0.03;
/** A smaller stock dividend changes a market value by less than the price does until the next close. */
const LEAST_SPLIT = Math.log(1.15);
/** Twelve months up to the last day and up to a year earlier. */
const TRAILING_ROWS_DAYS = 400;
/** Older periods, counted from the last one, give no rows. */
const FACTS_DAYS = 9 * 366;

const CURRENCY = /^[A-Z]{3}$/;
const PER_SHARE = /^([A-Z]{3})\/shares$/;
const SHARES = 'shares';
const NIL: ReadonlySet<string> = new Set(NIL_LINES);
/** Lines for which some tags state only a part, such as depreciation within operating expenses. */
const LARGEST_LINES: ReadonlySet<string> = new Set(['depreciationAndAmortization']);

/**
 * @param all facts of one company, in any order, none later than the as-of day
 * @param periodOfFiling last day of a filing's period by accession number, if known
 */
export function statementsOf(all: readonly Fact[], periodOfFiling: ReadonlyMap<string, number> = new Map()): Statements {
  const lastEnd = all.reduce((last, { end }) => Math.max(last, end), 0);
  const facts = all.filter(({ end }) => end > lastEnd - FACTS_DAYS);
  const corrected = new Map<string, number>();
  const note = (reason: string, count = 1): void => {
    corrected.set(reason, (corrected.get(reason) ?? 0) + count);
  };
  const splits = splitsOf(facts);
  const factors = shareFactors(facts, splits);
  if (splits.length > 0) note('a split: earlier counts are in later shares', splits.length);
  const latest = new Map<string, StatementRow>();
  for (const [currency, own] of byCurrency(facts)) {
    for (const row of rowsOf(currency, own, splits, factors, periodOfFiling, note)) {
      const key = `${row.kind} ${row.day}`;
      const known = latest.get(key);
      if (!known || row.filed > known.filed) latest.set(key, row);
    }
  }
  const rows = [...latest.values()].sort((a, b) => a.day - b.day || (a.kind < b.kind ? -1 : 1));
  const lastDay = rows.at(-1)?.day ?? 0;
  const lastFiled = rows.reduce((last, { filed }) => Math.max(last, filed), Number.NEGATIVE_INFINITY);
  const split = splits.findLast(({ ratio }) => Math.abs(Math.log(ratio)) >= LEAST_SPLIT);
  const shares = { sharesSince: split?.after ?? Number.NaN, sharesRatio: split?.ratio ?? Number.NaN };
  const isKept = ({ day, kind }: StatementRow): boolean =>
    day > lastDay - (kind === 'annual' ? YEAR_ROWS_DAYS : QUARTER_ROWS_DAYS);
  if (isForeign(facts)) for (const row of rows) doubtShares(row);
  return {
    rows: rows.filter(isKept).map((row) => ({ ...row, filed: lastFiled, ...shares })),
    splits,
    corrected,
  };
}

/** Whether the last annual report is that of a foreign company: what is listed may be depositary receipts, each of several shares or a part of one. */
function isForeign(facts: readonly Fact[]): boolean {
  let last: Fact | undefined;
  for (const fact of facts) if (isAnnualForm(fact.form) && !(last && last.filed >= fact.filed)) last = fact;
  return last !== undefined && isForeignForm(last.form);
}

const SHARE_POSITIONS = SHARE_IDS.map(statementPosition);
function doubtShares({ values, flags }: StatementRow): void {
  for (const at of SHARE_POSITIONS) if (!Number.isNaN(values[at]!)) flags[at]! |= flagBit('inconsistent');
}

const currencyOf = (unit: string): string | null => PER_SHARE.exec(unit)?.[1] ?? (CURRENCY.test(unit) ? unit : null);

/** Groups monetary facts by the main currency of their filing; amounts in other currencies are translations. Counts belong to every group. */
function byCurrency(facts: readonly Fact[]): Map<string, Fact[]> {
  const inFiling = new Map<string, Map<string, number>>();
  for (const { unit, accession } of facts) {
    const currency = currencyOf(unit);
    if (currency === null) continue;
    const counts = inFiling.get(accession) ?? new Map<string, number>();
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
    inFiling.set(accession, counts);
  }
  const kept = new Map<string, string>();
  for (const [accession, counts] of inFiling) {
    const [[currency = ''] = []] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    kept.set(accession, currency);
  }
  const groups = new Map<string, Fact[]>([...new Set(kept.values())].map((currency) => [currency, []]));
  for (const fact of facts) {
    const currency = currencyOf(fact.unit);
    if (currency !== null) {
      if (kept.get(fact.accession) === currency) groups.get(currency)?.push(fact);
    } else if (fact.unit === SHARES) for (const group of groups.values()) group.push(fact);
  }
  return groups;
}

/** Latest filed figure by tag and period, on the latest share basis. */
function seriesByTag(facts: readonly Fact[], factors: ReadonlyMap<Fact, number>): Map<string, Map<string, Figure>> {
  const accessions = new Map<Figure, string>();
  const series = new Map<string, Map<string, Figure>>();
  for (const fact of facts) {
    const { tag, start, end, value, unit, filed, accession } = fact;
    const own = series.get(tag) ?? new Map<string, Figure>();
    series.set(tag, own);
    const key = periodKey(start, end);
    const known = own.get(key);
    if (known && (filed < known.filed || (filed === known.filed && accession < accessions.get(known)!))) continue;
    const factor = factors.get(fact) ?? 1;
    const isPerShare = PER_SHARE.test(unit);
    const stated = unit === SHARES ? value * factor : isPerShare ? value / factor : value;
    const isOther =
      known && Math.abs(known.value - stated) > (isPerShare ? RESTATED_PER_SHARE : RESTATED) * Math.abs(known.value);
    const figure = { start, end, filed, value: stated, ...((isOther || known?.isRestated) && { isRestated: true }) };
    own.set(key, figure);
    accessions.set(figure, accession);
  }
  return series;
}

type Note = (reason: string, count?: number) => void;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the rows of a company share its series, amounts and flows
function rowsOf(
  currency: string,
  facts: readonly Fact[],
  splits: readonly Split[],
  factors: ReadonlyMap<Fact, number>,
  periodOfFiling: ReadonlyMap<string, number>,
  note: Note,
): StatementRow[] {
  const series = seriesByTag(facts, factors);
  const seriesOf: SeriesOf = (tag) => series.get(tag);
  if (areIntangiblesInvestments(seriesOf)) series.delete(INTANGIBLES_TAG);
  series.set(COVER_SHARES_TAG, coverCounts(facts, splits, periodOfFiling));
  const restated = new Set(
    [...(seriesOf('NetIncomeLoss') ?? EMPTY)].flatMap(([key, { isRestated }]) => (isRestated ? [key] : [])),
  );
  const nil = new NilLines(mergedLevels('operatingCashflow', seriesOf));
  const lastEnd = facts.reduce((last, { end, unit }) => (unit === SHARES ? last : Math.max(last, end)), 0);
  const amounts = new Map<string, ReadonlyMap<number, Figure>>();
  const flows = new Map<string, Flows>();
  for (const [id, levels] of LINES) {
    if (IS_FLOW[statementPosition(id)]) {
      const options = {
        nil: nil.periodsOf(id, levels, seriesOf),
        restated,
        isOverAverage: id === 'dilutedEPSTTM',
        trailingAfter: lastEnd - TRAILING_ROWS_DAYS,
      };
      flows.set(id, lineFlows(levels, seriesOf, options, LARGEST_LINES.has(id)));
    } else amounts.set(id, ofDays(mergedLevels(id, seriesOf)));
  }
  const annualEnds = new Set<number>();
  for (const { start, end, form } of facts) if (isAnnualForm(form) && isYear({ start, end })) annualEnds.add(end);
  const ends = (kind: keyof Flows): Set<number> => new Set(CORE_IDS.flatMap((id) => [...(flows.get(id)?.[kind].keys() ?? [])]));
  const years = new Set([...ends('years')].filter((end) => annualEnds.has(end)));
  const quarters = ends('quarters');
  // Half-years of a company that also reports quarters give no rows.
  const halves = new Set([...ends('halves')].filter((end) => !quarters.has(end)));
  const onlyDays = [...(amounts.get('totalAssets')?.keys() ?? [])].filter(
    (end) => !years.has(end) && !quarters.has(end) && !halves.has(end),
  );
  const operating = flows.get('operatingCashflow')!;
  const averages = averageShares(AVERAGE_SHARE_TAGS, series);
  const diluted = averageShares(DILUTED_SHARE_TAGS, series);
  const row = (day: number, kind: PeriodKind, flow: keyof Flows): StatementRow => {
    const values = new Float64Array(STATEMENT_IDS.length).fill(Number.NaN);
    const flags = new Uint16Array(STATEMENT_IDS.length);
    let filed = Number.NEGATIVE_INFINITY;
    const put = (id: string, figure: Figure): void => {
      values[statementPosition(id)] = figure.value;
      filed = Math.max(filed, figure.filed);
      if (figure.isPartial) flags[statementPosition(id)]! |= flagBit('fallback');
    };
    if (kind !== 'trailing') {
      for (const [id, byDay] of amounts) {
        const figure = byDay.get(day);
        if (figure) put(id, figure);
      }
      const average = diluted.get(day);
      if (average) put('weightedAverageSharesDiluted', average);
    }
    for (const [id, own] of flows) {
      const figure = own[flow].get(day) ?? (kind === 'annual' ? own.trailing.get(day) : undefined);
      if (figure) put(id, figure);
      else if (NIL.has(id) && operating[flow].has(day)) {
        const absence = nil.absenceOf(id, flow, day);
        if (absence !== 'nil') flags[statementPosition(id)]! |= flagBit('fallback');
        if (absence !== 'gap' && kind === 'trailing') values[statementPosition(id)] = 0;
      }
    }
    if (kind !== 'trailing') {
      const state = (id: string, value: number, isFallback: boolean): void => {
        values[statementPosition(id)] = value;
        if (isFallback) flags[statementPosition(id)]! |= flagBit('fallback');
      };
      const amountOf = (tag: string): number => seriesOf(tag)?.get(periodKey(Number.NaN, day))?.value ?? Number.NaN;
      const { years, trailing, quarters: byQuarter } = flows.get('interestExpense')!;
      const yearly = years.get(day) ?? trailing.get(day);
      const interest = yearly?.value ?? QUARTERS * (byQuarter.get(day)?.value ?? Number.NaN);
      const debt = debtOf({ amountOf, interest });
      state('shortTermDebt', debt.short, debt.isFallback);
      state('longTermDebt', debt.long, debt.isFallback);
      state('totalDebt', debt.total, debt.isFallback);
      const investments = investmentsOf(amountOf);
      state('shortTermInvestments', investments.shortTerm, investments.isGap);
      state('cashAndShortTermInvestments', investments.withCash, false);
    }
    settleShares(values, averages.get(day), note);
    settleSigns(values, note);
    settleExpenses(values, note);
    return { day, kind, currency, filed, sharesSince: Number.NaN, sharesRatio: Number.NaN, values, flags };
  };
  return [
    ...[...years].map((day) => row(day, 'annual', 'years')),
    ...[...halves].map((day) => row(day, 'half', 'halves')),
    ...[...quarters, ...onlyDays].map((day) => row(day, 'quarter', 'quarters')),
    ...[...ends('trailing')].map((day) => row(day, 'trailing', 'trailing')),
  ];
}

/**
 * Whether purchases of intangible assets are investments rather than capital expenditures: crypto assets, or rights that cost more than
 * everything built.
 */
function areIntangiblesInvestments(seriesOf: SeriesOf): boolean {
  const totalOf = (tag: string): number =>
    [...(seriesOf(tag)?.values() ?? [])].reduce((sum, { value }) => sum + Math.abs(value), 0);
  if (CRYPTO_TAGS.some((tag) => totalOf(tag) > 0)) return true;
  const built = BUILT_TAGS.reduce((sum, tag) => sum + totalOf(tag), 0);
  return totalOf(INTANGIBLES_TAG) > built;
}

/** Instant figures by day. */
function ofDays(series: Series): Map<number, Figure> {
  return new Map([...series.values()].flatMap((figure) => (Number.isNaN(figure.start) ? [[figure.end, figure] as const] : [])));
}

function mergedLevels(id: string, seriesOf: SeriesOf): Map<string, Figure> {
  const levels = LINES.get(id) ?? [];
  return stacked(levels.map((rules) => levelOf(rules.map((rule) => evaluateRule(rule, seriesOf)))));
}

/** Lines reported every quarter or never: missing within this many days of a reported one, a line is a gap. */
const STEADY_LINES: ReadonlyMap<string, number> = new Map([['capitalExpenditures', 2 * 366]]);
const QUARTERS = 4;
const YEAR_DAYS = 365;
const YEAR_DRIFT_DAYS = 10;
const isYearBefore = (day: number, other: number): boolean => Math.abs(other - day - YEAR_DAYS) <= YEAR_DRIFT_DAYS;

/** Meaning of a missing figure; `doubtful` is nil with a flag. */
type Absence = 'nil' | 'gap' | 'doubtful';

/** Lines that companies omit when they are nil. */
class NilLines {
  readonly #operating: Series;
  readonly #reported = new Map<string, Series>();

  constructor(operating: Series) {
    this.#operating = operating;
  }

  /**
   * Periods in which a line counts as 0: no tag reports it for the period or a part of it. If it had an amount a year earlier that the filing
   * doesn't state either, it is not nil but part of another line.
   */
  periodsOf(id: string, levels: readonly (readonly Rule[])[], seriesOf: SeriesOf): Series {
    if (!NIL.has(id)) return EMPTY;
    const reported = stacked(levels.flat().map((rule) => evaluateRule(rule, seriesOf)));
    this.#reported.set(id, reported);
    const amounts = [...reported.values()].filter(({ value }) => value !== 0);
    if (STEADY_LINES.has(id) && amounts.length > 0) return EMPTY;
    const filings = new Set([...reported.values()].map(({ filed }) => filed));
    const hadAmount = ({ start, end }: Figure): boolean =>
      amounts.some((amount) => isYearBefore(amount.start, start) && isYearBefore(amount.end, end));
    return new Map(
      [...absentBefore(this.#operating, reported)].filter(([, period]) => filings.has(period.filed) || !hadAmount(period)),
    );
  }

  absenceOf(id: string, kind: keyof Flows, day: number): Absence {
    const reported = this.#reported.get(id) ?? EMPTY;
    const steady = STEADY_LINES.get(id);
    const isGap =
      steady === undefined ? hasAmountIn(reported, day - LONGEST[kind], day) : hasAmountIn(reported, day - steady, day + steady);
    if (isGap) return 'gap';
    const reachesIn = [...reported.values()].some(({ end, value }) => value !== 0 && end > day - LONGEST[kind] && end < day);
    return reachesIn ? 'doubtful' : 'nil';
  }
}

/** Cover page counts, assigned to the balance sheet day of their filing. */
function coverCounts(
  facts: readonly Fact[],
  splits: readonly Split[],
  periodOfFiling: ReadonlyMap<string, number>,
): Map<string, Figure> {
  const balanceDay = new Map<string, number>();
  for (const { tag, accession, end } of facts) {
    if (tag === 'Assets' || tag === 'ifrs-full:Assets' || tag === 'StockholdersEquity') {
      balanceDay.set(accession, Math.max(balanceDay.get(accession) ?? Number.NEGATIVE_INFINITY, end));
    }
  }
  const counts = new Map<string, Figure>();
  const factorOf = coverFactor(splits, facts);
  for (const fact of facts) {
    const { tag, accession, value, filed } = fact;
    const end = periodOfFiling.get(accession) ?? balanceDay.get(accession);
    if (tag !== COVER_SHARES_TAG || end === undefined) continue;
    const key = periodKey(Number.NaN, end);
    const known = counts.get(key);
    if (!known || filed >= known.filed) {
      counts.set(key, { start: Number.NaN, end, value: value * factorOf(fact), filed });
    }
  }
  return counts;
}

/** Average count of the shortest period that ends on a day, from the first tag that has one. */
function averageShares(tags: readonly string[], series: ReadonlyMap<string, Series>): Map<number, Figure> {
  const averages = new Map<number, Figure>();
  for (const tag of tags) {
    const own = new Map<number, Figure>();
    for (const figure of series.get(tag)?.values() ?? []) {
      const known = own.get(figure.end);
      if (figure.value > 0 && (!known || figure.start > known.start)) own.set(figure.end, figure);
    }
    for (const [end, figure] of own) if (!averages.has(end)) averages.set(end, figure);
  }
  return averages;
}

/** Replaces a missing or implausible share count by the period's average. */
function settleShares(values: Float64Array, average: Figure | undefined, note: Note): void {
  if (!average) return;
  const at = statementPosition('commonStockSharesOutstanding');
  const implied = values[statementPosition('netIncome')]! / values[statementPosition('dilutedEPSTTM')]!;
  const isKnown = implied > 0 && implied < Number.POSITIVE_INFINITY;
  if (isKnown && (average.value > IMPLIED_FACTOR_MAX * implied || IMPLIED_FACTOR_MAX * average.value < implied)) return;
  if (Number.isNaN(values[at]!)) {
    values[at] = average.value;
    return;
  }
  const ratio = values[at]! / average.value;
  if (!isKnown || (ratio >= SHARES_RATIO.min && ratio <= SHARES_RATIO.max)) return;
  note('a share count that the average of its period rules out: the average counts');
  values[at] = average.value;
}

function settleSigns(values: Float64Array, note: Note): void {
  for (const id of NEVER_NEGATIVE) {
    const at = statementPosition(id);
    if (!(values[at]! < 0)) continue;
    note(`a negative ${id}: missing`);
    values[at] = Number.NaN;
  }
  for (const id of PAYMENTS) {
    const at = statementPosition(id);
    if (!(values[at]! < 0)) continue;
    note(`a negative ${id}: the sign is reversed`);
    values[at] = -values[at]!;
  }
}

/** Subtracts the cost of revenue from operating expenses that include it. */
function settleExpenses(values: Float64Array, note: Note): void {
  const of = (id: string): number => values[statementPosition(id)]!;
  const [revenue, cost, expenses, income] = [
    of('totalRevenue'),
    of('costOfRevenue'),
    of('operatingExpenses'),
    of('operatingIncome'),
  ];
  if (!(cost > 0) || !(Math.abs(expenses + income - revenue) <= WHOLE_COST_TOLERANCE * Math.abs(revenue))) return;
  note('operating expenses with the cost of revenue in them: it is taken out');
  values[statementPosition('operatingExpenses')] = expenses - cost;
}
