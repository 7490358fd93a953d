/** The figures of one rule by period, and the quarters and half-years that follow from them. */
import type { Rule } from './rule.ts';

/** Lengths in days, first and last included. */
const QUARTER = { min: 76, max: 104 };
const HALF = { min: 165, max: 200 };
const YEAR = { min: 350, max: 380 };
/** Two periods begin together when their first days are no further apart: filers err by a day. */
const SAME_START_DAYS = 3;

export interface Figure {
  /** NaN for a figure of a day. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Day of the filing that it is from; of the later one where two made it. */
  readonly filed: number;
}

/** Figures of one tag or rule by period. */
export type Series = ReadonlyMap<string, Figure>;

const EMPTY: Series = new Map();

export const periodKey = (start: number, end: number): string => `${start} ${end}`;

/** The figures of a rule: per period the sum of its terms, none where a term that is needed is missing. */
export function evaluateRule(rule: Rule, seriesOf: (tag: string) => Series | undefined): Series {
  const [first] = rule.terms;
  if (rule.terms.length === 1 && first?.tags.length === 1 && first.sign === 1 && rule.unless.length === 0) {
    return seriesOf(first.tags[0]!) ?? EMPTY;
  }
  const periods = new Map<string, Figure>();
  const needed = rule.terms.find(({ isOptional }) => !isOptional);
  for (const { tags } of needed ? [needed] : rule.terms) {
    for (const tag of tags) for (const [key, figure] of seriesOf(tag) ?? EMPTY) periods.set(key, figure);
  }
  const sums = new Map<string, Figure>();
  for (const [key, { start, end }] of periods) {
    if (rule.unless.some((tag) => seriesOf(tag)?.has(key))) continue;
    const sum = sumOf(rule, key, seriesOf);
    if (sum) sums.set(key, { start, end, ...sum });
  }
  return sums;
}

function sumOf(
  { terms }: Rule,
  key: string,
  seriesOf: (tag: string) => Series | undefined,
): { value: number; filed: number } | null {
  let value = 0;
  let filed = Number.NEGATIVE_INFINITY;
  for (const { sign, tags, isOptional } of terms) {
    const tag = tags.find((name) => seriesOf(name)?.has(key));
    const figure = tag === undefined ? undefined : seriesOf(tag)!.get(key)!;
    if (figure) {
      value += sign * figure.value;
      filed = Math.max(filed, figure.filed);
    } else if (!isOptional) return null;
  }
  return { value, filed };
}

const lengthOf = ({ start, end }: { start: number; end: number }): number => end - start + 1;
const isLength = (days: number, { min, max }: { min: number; max: number }): boolean => days >= min && days <= max;

export const isYear = (figure: Figure): boolean => isLength(lengthOf(figure), YEAR);

/** Figures by the last day of their period. */
export interface Flows {
  readonly years: ReadonlyMap<number, Figure>;
  readonly halves: ReadonlyMap<number, Figure>;
  readonly quarters: ReadonlyMap<number, Figure>;
}

/**
 * Fiscal years, half-years and quarters of a series. What isn't reported is derived: the longer of two periods that begin together
 * less the shorter one, then the year less three quarters in a row.
 * @param nil periods of which the figure counts as 0 where the series has none: a line that was left out because it is nil
 */
export function flowsOf(series: Series, nil: Series = EMPTY): Flows {
  const figures = [...series.values()].filter(({ start }) => !Number.isNaN(start));
  const zeros = [...nil].flatMap(([key, { start, end, filed }]) =>
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
  deriveFrom(all, QUARTER, quarters);
  for (const year of years.values()) {
    if (quarters.has(year.end)) continue;
    const fourth = fourthOf(year, quarters);
    if (fourth) quarters.set(year.end, fourth);
  }
  deriveFrom(all, HALF, halves);
  return { years, halves, quarters };
}

/** Adds differences of periods that begin together and of which the rest has the length. What is there stays. */
function deriveFrom(figures: readonly Figure[], length: typeof QUARTER, into: Map<number, Figure>): void {
  const byStart = [...figures].sort((a, b) => a.start - b.start);
  const derived = new Map<number, Figure>();
  for (let first = 0; first < byStart.length; first++) {
    for (let second = first + 1; second < byStart.length; second++) {
      const [a, b] = [byStart[first]!, byStart[second]!];
      if (b.start - a.start > SAME_START_DAYS) break;
      const [shorter, longer] = a.end < b.end ? [a, b] : [b, a];
      if (!isLength(longer.end - shorter.end, length) || lengthOf(longer) > YEAR.max || into.has(longer.end)) continue;
      const figure = {
        start: shorter.end + 1,
        end: longer.end,
        value: longer.value - shorter.value,
        filed: Math.max(longer.filed, shorter.filed),
      };
      const known = derived.get(figure.end);
      if (!known || figure.filed > known.filed) derived.set(figure.end, figure);
    }
  }
  for (const [end, figure] of derived) into.set(end, figure);
}

/** The last quarter of a year of which three quarters in a row are known. */
function fourthOf(year: Figure, quarters: ReadonlyMap<number, Figure>): Figure | null {
  let start = year.start;
  let { value, filed } = year;
  for (let count = 0; count < 3; count++) {
    const next = [...quarters.values()].find((quarter) => Math.abs(quarter.start - start) <= SAME_START_DAYS);
    if (!next) return null;
    value -= next.value;
    filed = Math.max(filed, next.filed);
    start = next.end + 1;
  }
  return isLength(year.end - start + 1, QUARTER) ? { start, end: year.end, value, filed } : null;
}
