/** Axis labels with as few digits as distinguish the ticks. */
import { adaptiveParts, adaptiveRule } from '../../catalogue/adaptive.ts';
import type { Column } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { suffixed } from '../state/figures.ts';

const MOST_EXPONENT = 0;
/** Trailing zeros, with the point before them. */
const ZEROS = /(?:[.,٫]|([.,٫]\d*?[1-9]))0+$/;

/** @param among all tick values */
export function axisText(column: Column, value: number, among: readonly number[]): string {
  const { figure, suffix } = adaptiveParts(value, { ...adaptiveRule(column.display, among), exponent: MOST_EXPONENT }, locale());
  return suffixed(figure.replace(ZEROS, '$1'), suffix, locale());
}
