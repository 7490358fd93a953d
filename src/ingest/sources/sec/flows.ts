/** Derives fiscal years, half-years, quarters and trailing twelve months from reported amounts. */
import type { Rule, Term } from './rule.ts';
import { evaluateRule, type Figure, periodKey, type Series, type SeriesOf } from './series.ts';

/** Lengths in days, first and last day included. */
const QUARTER = { min: 76, max: 104 };
const HALF = { min: 165, max: 200 };
const YEAR = { min: 350, max: 380 };
/** Two periods with start days within this tolerance begin together: filers are off by a day. */
const SAME_DAY_DAYS = 3;
/** Two years to date have the same number of weeks, or differ by one in a 53-week year. */
const SAME_LENGTH_DAYS = 10;
/** Two rules describe the same line if their figures of shared periods differ by at most this. */
const SAME_LINE_TOLERANCE = 0.001;

/** A figure must exceed another by this factor to count as larger: some are rounded. */
const LARGER_SHARE = 1.05;

/** Figures by the last day of their period. */
export interface Flows {
  readonly years: ReadonlyMap<number, Figure>;
  readonly halves: ReadonlyMap<number, Figure>;
  readonly quarters: ReadonlyMap<number, Figure>;
  readonly trailing: ReadonlyMap<number, Figure>;
}

const KINDS = ['years', 'halves', 'quarters', 'trailing'] as const satisfies readonly (keyof Flows)[];
/** Maximum length of a period, in days. */
export const LONGEST: Readonly<Record<keyof Flows, number>> = {
  years: YEAR.max,
  halves: HALF.max,
  quarters: QUARTER.max,
  trailing: YEAR.max,
};

const lengthOf = ({ start, end }: { start: number; end: number }): number => end - start + 1;
const isLength = (days: number, { min, max }: { min: number; max: number }): boolean => days >= min && days <= max;
const isSameDay = (day: number, other: number): boolean => Math.abs(day - other) <= SAME_DAY_DAYS;

export const isYear = (figure: { start: number; end: number }): boolean => isLength(lengthOf(figure), YEAR);

export interface FlowOptions {
  /** Periods for which a missing figure counts as 0: the line was omitted because it is nil. */
  readonly nil: Series;
  /** Keys of periods with restated income. */
  readonly restated: ReadonlySet<string>;
  /** Amounts per average shares of their own period: companies publish them as the sum of four quarters; they don't add up otherwise. */
  readonly isOverAverage: boolean;
  /** Twelve months are only computed for later days. */
  readonly trailingAfter: number;
}

/**
 * Collects a series' fiscal years, half-years, quarters and twelve months. Missing ones are derived: the longer of two periods that begin
 * together minus the shorter one, then the year minus three consecutive quarters; twelve months as the year plus the year to date minus the
 * same months of the previous year, which the same filing states, or as four quarters.
 */
export function flowsOf(series: Series, options: FlowOptions): Flows {
  const figures = [...series.values()].filter(({ start }) => !Number.isNaN(start));
  const zeros = [...options.nil].flatMap(([key, { start, end, filed }]) =>
    series.has(key) || Number.isNaN(start) ? [] : [{ start, end, value: 0, filed }],
  );
  const all = zeros.length > 0 && figures.length > 0 ? [...figures, ...zeros] : figures;
  const years = new Map<number, Figure>();
  const halves = new Map<number, Figure>();
  const quarters = new Map<number, Figure>();
  const put = (into: Map<number, Figure>, figure: Figure): void => {
    const known = into.get(figure.end);
    if (!known || figure.filed > known.filed) into.set(figure.end, figure);
  };
  for (const figure of figures) {
    const length = lengthOf(figure);
    if (isLength(length, QUARTER)) put(quarters, figure);
    else if (isLength(length, HALF)) put(halves, figure);
    else if (isLength(length, YEAR)) put(years, figure);
  }
  const isRestated = (figure: Figure): boolean =>
    figure.isRestated === true || options.restated.has(periodKey(figure.start, figure.end));
  deriveFrom(all, QUARTER, quarters, isRestated);
  for (const year of years.values()) {
    if (quarters.has(year.end)) continue;
    const fourth = fourthOf(year, quarters);
    if (fourth) quarters.set(year.end, fourth);
  }
  deriveFrom(all, HALF, halves, isRestated);
  const trailing = new Map<number, Figure>();
  if (figures.length > 0) {
    const zeroQuarters = zeros.filter((figure) => isLength(lengthOf(figure), QUARTER) && !quarters.has(figure.end));
    const summands = { all, quarters: [...quarters.values(), ...zeroQuarters], halves: [...halves.values()] };
    for (const end of new Set(all.map((figure) => figure.end))) {
      if (end <= options.trailingAfter) continue;
      const sum = twelveMonthsTo(end, summands, options.isOverAverage);
      if (sum) trailing.set(end, sum);
    }
  }
  return { years, halves, quarters, trailing };
}

/** Adds differences, of the given length, of periods that begin together. Existing figures stay. */
function deriveFrom(
  figures: readonly Figure[],
  length: typeof QUARTER,
  into: Map<number, Figure>,
  isRestated: (figure: Figure) => boolean,
): void {
  const byStart = [...figures].sort((a, b) => a.start - b.start);
  const derived = new Map<number, Figure>();
  for (let first = 0; first < byStart.length; first++) {
    for (let second = first + 1; second < byStart.length; second++) {
      const [a, b] = [byStart[first]!, byStart[second]!];
      if (b.start - a.start > SAME_DAY_DAYS) break;
      const [shorter, longer] = a.end < b.end ? [a, b] : [b, a];
      if (!isLength(longer.end - shorter.end, length) || lengthOf(longer) > YEAR.max || into.has(longer.end)) continue;
      const figure = {
        start: shorter.end + 1,
        end: longer.end,
        value: longer.value - shorter.value,
        filed: Math.max(longer.filed, shorter.filed),
        ...(isRestated(longer) !== isRestated(shorter) && { isMixed: true }),
      };
      const known = derived.get(figure.end);
      if (!known || figure.filed > known.filed) derived.set(figure.end, figure);
    }
  }
  for (const [end, figure] of derived) into.set(end, figure);
}

/** The fourth quarter of a year with three known consecutive quarters. */
function fourthOf(year: Figure, quarters: ReadonlyMap<number, Figure>): Figure | null {
  let start = year.start;
  let { value, filed } = year;
  for (let count = 0; count < 3; count++) {
    const next = [...quarters.values()].find((quarter) => isSameDay(quarter.start, start));
    if (!next) return null;
    value -= next.value;
    filed = Math.max(filed, next.filed);
    start = next.end + 1;
  }
  return isLength(year.end - start + 1, QUARTER) ? { start, end: year.end, value, filed } : null;
}

interface Summands {
  readonly all: readonly Figure[];
  readonly quarters: readonly Figure[];
  readonly halves: readonly Figure[];
}

/**
 * Prefers the year to date minus the same months of the previous year, which one filing states on the same basis, to quarters, which may be
 * derived from several filings. Amounts per average shares use quarters unless one is derived from a restated and an unrestated figure.
 */
function twelveMonthsTo(end: number, { all, quarters, halves }: Summands, isOverAverage: boolean): Figure | null {
  const year = latestFiled(all.filter((figure) => figure.end === end && isYear(figure)));
  if (year) return year;
  const toDate = yearToDateAt(end, all, true);
  const chained = chainTo(end, quarters, 4) ?? chainTo(end, halves, 2);
  const isChained = chained !== null && isOverAverage && !chained.isMixed;
  return (isChained ? chained : toDate) ?? chained ?? yearToDateAt(end, all, false);
}

const latestFiled = (figures: readonly Figure[]): Figure | undefined =>
  figures.reduce<Figure | undefined>((latest, figure) => (latest && latest.filed >= figure.filed ? latest : figure), undefined);

/**
 * The last fiscal year plus the year to date minus the same months of the previous year.
 * @param isComparable requires those months to be stated by the filing of the year to date or a later one
 */
function yearToDateAt(end: number, all: readonly Figure[], isComparable: boolean): Figure | null {
  for (const toDate of all) {
    if (toDate.end !== end || lengthOf(toDate) >= YEAR.min) continue;
    const year = latestFiled(all.filter((figure) => isYear(figure) && isSameDay(figure.end + 1, toDate.start)));
    if (!year) continue;
    const before = latestFiled(
      all.filter(
        (figure) =>
          isSameDay(figure.start, year.start) &&
          figure.end < year.end &&
          Math.abs(lengthOf(figure) - lengthOf(toDate)) <= SAME_LENGTH_DAYS,
      ),
    );
    if (!before || (isComparable && before.filed < toDate.filed)) continue;
    return {
      start: before.end + 1,
      end,
      value: year.value + toDate.value - before.value,
      filed: Math.max(year.filed, toDate.filed, before.filed),
    };
  }
  return null;
}

/** Sums `count` consecutive periods up to that day. */
function chainTo(end: number, periods: readonly Figure[], count: number): Figure | null {
  let start = end + 1;
  let [value, filed, isMixed] = [0, Number.NEGATIVE_INFINITY, false];
  for (let at = 0; at < count; at++) {
    const next = periods.find((period) => (at === 0 ? period.end === end : isSameDay(period.end + 1, start)));
    if (!next) return null;
    start = next.start;
    value += next.value;
    filed = Math.max(filed, next.filed);
    isMixed ||= next.isMixed === true;
  }
  return { start, end, value, filed, ...(isMixed && { isMixed }) };
}

interface RuleFlows {
  readonly series: Series;
  readonly flows: Flows;
}

/**
 * Flows of a rule. Each term is derived from its own figures, so that a difference never has a term in only one of its two periods.
 */
function ruleFlows(rule: Rule, seriesOf: SeriesOf, options: FlowOptions): RuleFlows {
  const series = evaluateRule(rule, seriesOf);
  if (rule.terms.length === 1) return { series, flows: flowsOf(series, options) };
  const needed = rule.terms.filter(({ isOptional }) => !isOptional);
  const own = rule.terms.map((term) => {
    const reported = ofTerm(term, series, seriesOf);
    const nil = term.isOptional ? absentBefore(new Map([...options.nil, ...series]), reported) : options.nil;
    return { term, reported, flows: flowsOf(reported, { ...options, nil }) };
  });
  const combined = (kind: keyof Flows): Map<number, Figure> => {
    const figures = new Map<number, Figure>();
    const days = new Set(
      own.flatMap(({ term, flows }) => (needed.length === 0 || !term.isOptional ? [...flows[kind].keys()] : [])),
    );
    for (const day of days) {
      const sum = sumAt(day, kind, own, needed.length > 0);
      if (sum) figures.set(day, sum);
    }
    return figures;
  };
  const [years, halves, quarters, trailing] = KINDS.map(combined) as [
    Map<number, Figure>,
    Map<number, Figure>,
    Map<number, Figure>,
    Map<number, Figure>,
  ];
  return { series, flows: { years, halves, quarters, trailing } };
}

interface TermFlows {
  readonly term: Term;
  readonly reported: Series;
  readonly flows: Flows;
}

function sumAt(day: number, kind: keyof Flows, own: readonly TermFlows[], hasNeeded: boolean): Figure | null {
  let isPartial = false;
  let [start, value, filed] = [Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  for (const { term, reported, flows } of own) {
    const figure = flows[kind].get(day);
    if (figure) {
      start = Math.max(start, figure.start);
      value += term.sign * figure.value;
      filed = Math.max(filed, figure.filed);
    } else if (!term.isOptional) return null;
    else if (hasAmountIn(reported, day - LONGEST[kind], day)) {
      if (!hasNeeded) return null;
      isPartial = true;
    }
  }
  return { start, end: day, value, filed, ...(isPartial && { isPartial }) };
}

/** Whether a series has a nonzero amount of a period within those days. */
export function hasAmountIn(series: Series, after: number, until: number): boolean {
  for (const { start, end, value } of series.values()) if (value !== 0 && start > after && end <= until) return true;
  return false;
}

/** A term's figures in the periods of its rule. */
function ofTerm({ tags }: Term, rule: Series, seriesOf: SeriesOf): Series {
  const figures = new Map<string, Figure>();
  for (const key of rule.keys()) {
    const tag = tags.find((name) => seriesOf(name)?.has(key));
    if (tag !== undefined) figures.set(key, seriesOf(tag)!.get(key)!);
  }
  return figures;
}

/** Periods without a figure in a series, except those that contain an amount of it and are therefore not nil. */
export function absentBefore(periods: Series, reported: Series): Series {
  const amounts = [...reported.values()].filter(({ value }) => value !== 0);
  return new Map(
    [...periods].filter(
      ([key, { start, end }]) =>
        !reported.has(key) &&
        !amounts.some((amount) => amount.start >= start - SAME_DAY_DAYS && amount.end <= end + SAME_DAY_DAYS),
    ),
  );
}

/** Merges equivalent rules: the latest filed figure wins, or the first of those filed together. */
export function levelOf<Key>(candidates: readonly ReadonlyMap<Key, Figure>[]): Map<Key, Figure> {
  const level = new Map<Key, Figure>();
  for (const candidate of candidates) {
    for (const [key, figure] of candidate) {
      const known = level.get(key);
      if (!known || figure.filed > known.filed) level.set(key, figure);
    }
  }
  return level;
}

/** Merges levels: the first one with a period wins. */
export function stacked<Key>(levels: readonly ReadonlyMap<Key, Figure>[]): Map<Key, Figure> {
  const all = new Map<Key, Figure>();
  for (const level of levels) for (const [key, figure] of level) if (!all.has(key)) all.set(key, figure);
  return all;
}

/** Merges rules of which some state only a part: the largest figure wins. */
function largest(candidates: readonly ReadonlyMap<number, Figure>[]): Map<number, Figure> {
  const all = new Map<number, Figure>();
  for (const candidate of candidates) {
    for (const [key, figure] of candidate) {
      const known = all.get(key);
      if (!known || figure.value > LARGER_SHARE * known.value) all.set(key, figure);
    }
  }
  return all;
}

/**
 * Flows of a line: from a single rule, the first by level; otherwise from rules that agree on a shared period, so that a change of tag within
 * a year leaves no gap; otherwise from quarters of the rules of one level.
 * @param isLargest whether the largest figure wins instead of the first level's
 */
export function lineFlows(
  levels: readonly (readonly Rule[])[],
  seriesOf: SeriesOf,
  options: FlowOptions,
  isLargest: boolean,
): Flows {
  const byLevel = levels.map((rules) => rules.map((rule) => ruleFlows(rule, seriesOf, options)));
  const known = byLevel.flat().filter(({ series }) => series.size > 0);
  const merged = (kind: keyof Flows): Map<number, Figure> =>
    isLargest
      ? largest(known.map(({ flows }) => flows[kind]))
      : stacked(byLevel.map((level) => levelOf(level.map(({ flows }) => flows[kind]))));
  const own = { years: merged('years'), halves: merged('halves'), quarters: merged('quarters'), trailing: merged('trailing') };
  if (known.length < 2) return own;
  for (const joint of jointSeries(known.map(({ series }) => series))) {
    const flows = flowsOf(joint, options);
    for (const kind of KINDS) for (const [day, figure] of flows[kind]) if (!own[kind].has(day)) own[kind].set(day, figure);
  }
  for (const level of byLevel) {
    if (level.some(({ series }, at) => level.slice(0, at).some((other) => relationOf(other.series, series) === 'different')))
      continue;
    const quarters = [...levelOf(level.map(({ flows }) => flows.quarters)).values()];
    for (const { end } of quarters) {
      if (end <= options.trailingAfter || own.trailing.has(end)) continue;
      const sum = chainTo(end, quarters, 4);
      if (sum) own.trailing.set(end, sum);
    }
  }
  return own;
}

/** Merges series of the same line; earlier series win. */
function jointSeries(all: readonly Series[]): Series[] {
  const joints: Map<string, Figure>[] = [];
  const counts: number[] = [];
  for (const series of all) {
    const at = joints.findIndex((joint) => relationOf(joint, series) === 'same');
    if (at < 0) {
      joints.push(new Map(series));
      counts.push(1);
      continue;
    }
    for (const [key, figure] of series) if (!joints[at]!.has(key)) joints[at]!.set(key, figure);
    counts[at]!++;
  }
  return joints.filter((_, at) => counts[at]! > 1);
}

/** Whether two series agree on their shared periods; unknown without any. */
function relationOf(one: Series, other: Series): 'same' | 'different' | 'unknown' {
  let shared = 0;
  for (const [key, { start, value }] of other) {
    const figure = one.get(key);
    if (!figure || Number.isNaN(start)) continue;
    if (Math.abs(figure.value - value) > SAME_LINE_TOLERANCE * Math.abs(figure.value)) return 'different';
    if (value !== 0) shared++;
  }
  return shared > 0 ? 'same' : 'unknown';
}
