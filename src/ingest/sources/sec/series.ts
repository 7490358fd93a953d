import type { Rule } from './rule.ts';

export interface Figure {
  /** NaN for an instant. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Filing day; the latest one of a derived figure. */
  readonly filed: number;
  /** Lacks an optional term of its rule that is known only for part of the period. */
  readonly isPartial?: boolean;
  /** An earlier filing states another value. */
  readonly isRestated?: boolean;
  /** Derived from a restated and an unrestated figure. */
  readonly isMixed?: boolean;
}

/** Figures of one tag or rule by period. */
export type Series = ReadonlyMap<string, Figure>;

export type SeriesOf = (tag: string) => Series | undefined;

export const EMPTY: Series = new Map();

export const periodKey = (start: number, end: number): string => `${start} ${end}`;

/** A rule's figures: the sum of its terms in each period that has all required terms. */
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
