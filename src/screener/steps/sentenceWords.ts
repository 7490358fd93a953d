/** Phrases shared by the sentences of step kinds. */
import type { NumericOperator } from '../../engine/steps/operators.ts';
import { locale, t } from '../../shell/i18n.ts';
import { localized } from '../state/figures.ts';

export function bounded(operator: NumericOperator, column: string, low: string, high = ''): string {
  return t(`sentence.${operator}`, { column, low, high });
}

/** Shortest exact text of a number; … for NaN. */
export function plainText(value: number, unit: '' | '%' = ''): string {
  return Number.isNaN(value) ? '…' : localized(Number(value.toPrecision(12)) + unit, locale());
}

export function multiple(factor: number, what: string): string {
  return factor === 1 ? what : `${plainText(factor)} × ${what}`;
}
