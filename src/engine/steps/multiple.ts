/** The text of a comparison with a multiple of another column or of a median. */

import { type MissingPolicy, printKeepMissing } from './clauses.ts';
import { printColumn, printNumber, type Reader, readBound, ScreenTextError } from './reader.ts';

export type Side = 'GreaterThanOrEquals' | 'LessThanOrEquals';

export interface Multiple extends MissingPolicy {
  readonly columnId: string;
  readonly operator: Side;
  readonly factor: number;
}

/** Reads “>=” or “>= 0.9 *”; null if there is neither. The factor is null when omitted. */
export function readSide(reader: Reader): { readonly operator: Side; readonly factor: number | null } | null {
  const operator = reader.takeSign('>=') ? 'GreaterThanOrEquals' : reader.takeSign('<=') ? 'LessThanOrEquals' : null;
  if (operator === null) return null;
  reader.skipSpace();
  const at = reader.at;
  if (!reader.seesNumber()) return { operator, factor: null };
  const bound = readBound(reader);
  if (!reader.takeSign('*')) return null;
  if (bound.currency !== null) throw new ScreenTextError('a factor has no currency', at);
  return { operator, factor: bound.value };
}

export function printMultiple(step: Multiple, other: string): string {
  const sign = step.operator === 'GreaterThanOrEquals' ? '>=' : '<=';
  const factor = step.factor === 1 ? '' : `${printNumber(step.factor)} * `;
  return `${printColumn(step.columnId)} ${sign} ${factor}${other}${printKeepMissing(step)}`;
}
