/** Parts of a query. Each knows which stage of the query it needs, so that no value is computed twice and no text grows without bound. */

import type { Dialect } from './dialect.ts';

/** An expression over the columns of a stage: the subqueries of a query follow one another, and each adds columns to the ones before. */
export interface Expression {
  readonly text: string;
  /** The first stage that has all columns that it reads; 0 is the universe itself. */
  readonly stage: number;
}

export function sql(strings: TemplateStringsArray, ...parts: readonly (Expression | string | number)[]): Expression {
  const text = strings.reduce((all, string, at) => {
    const part = parts[at - 1]!;
    return `${all}${typeof part === 'object' ? part.text : part}${string}`;
  });
  return { text, stage: Math.max(0, ...parts.map((part) => (typeof part === 'object' ? part.stage : 0))) };
}

export function joined(parts: readonly Expression[], separator: string): Expression {
  return {
    text: parts.map(({ text }) => text).join(separator),
    stage: Math.max(0, ...parts.map(({ stage }) => stage)),
  };
}

export const float = (is: Dialect, value: Expression): Expression => ({ ...value, text: is.toFloat(value.text) });
export const double = (is: Dialect, value: Expression): Expression => ({ ...value, text: is.toDouble(value.text) });

/** Why a screen can't be translated to SQL, for the user. */
export class NoSql extends RangeError {
  override name = 'NoSql';
}
