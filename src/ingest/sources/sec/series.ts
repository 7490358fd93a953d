/** The figures of one tag or rule by period. */
import type { Rule } from './rule.ts';

export interface Figure {
  /** NaN for a figure of a day. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Day of the filing that it is from; of the later one where two made it. */
  readonly filed: number;
  /** An optional term of its rule is known, but not for the whole period, and is not in it. */
  readonly isPartial?: boolean;
  /** An earlier filing states another value. */
  readonly isRestated?: boolean;
  /** Derived of one figure that is restated and one that is not. */
  readonly isMixed?: boolean;
}

/** Figures of one tag or rule by period. */
export type Series = ReadonlyMap<string, Figure>;

/** The figures of a tag, if it has any. */
export type SeriesOf = (tag: string) => Series | undefined;

export const EMPTY: Series = new Map();

export const periodKey = (start: number, end: number): string => `${start} ${end}`;

/** The figures of a rule: per period the sum of its terms, none where a term that is needed is missing. */
export function evaluateRule(rule: Rule, seriesOf: SeriesOf): Series {
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

function sumOf({ terms }: Rule, key: string, seriesOf: SeriesOf): { value: number; filed: number } | null {
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
