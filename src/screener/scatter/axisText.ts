/** Figures of an axis: as few digits as tell its ticks apart. */
import { adaptiveParts, adaptiveRule } from '../../catalogue/adaptive.ts';
import type { Column } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { suffixed } from '../state/figures.ts';

const MOST_EXPONENT = 0;
/** Decimals that say nothing, with the point before them. */
const ZEROS = /(?:[.,٫]|([.,٫]\d*?[1-9]))0+$/;

/** @param among the values that it stands beside */
export function axisText(column: Column, value: number, among: readonly number[]): string {
  const { figure, suffix } = adaptiveParts(value, { ...adaptiveRule(column.display, among), exponent: MOST_EXPONENT }, locale());
  return suffixed(figure.replace(ZEROS, '$1'), suffix, locale());
}
