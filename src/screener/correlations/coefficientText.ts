import { MISSING_TEXT } from '../../catalogue/display.ts';
import { locale } from '../../shell/i18n.ts';
import { localized } from '../state/figures.ts';

/** Two decimals; no negative zero. */
export function coefficientText(coefficient: number): string {
  if (Number.isNaN(coefficient)) return MISSING_TEXT;
  return localized(coefficient.toFixed(2).replace('-0.00', '0.00'), locale());
}
