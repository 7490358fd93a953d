/** Formats of figures and dates in the backtest. */
import { printDate } from '../../engine/steps/hold.ts';
import { locale } from '../../shell/i18n.ts';
import { unbroken } from '../state/figures.ts';

/** Placeholder for undefined figures. */
export const NONE = '–';
const MINUS = '−';

const formats = new Map<string, Intl.NumberFormat>();

function written(value: number | null | undefined, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const key = `${locale()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, format);
  const zero = format.format(0);
  const isZero = format.format(Math.abs(value)) === zero;
  return (isZero ? zero : format.format(value)).replace('-', MINUS);
}

export function percent(value: number | null | undefined, digits = 1): string {
  return written(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Signed percentage. */
export function signed(value: number | null | undefined, digits = 1): string {
  return written(value, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  });
}

export function ratio(value: number | null | undefined, digits = 2): string {
  return written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Axis tick with no more digits than needed. */
export function tick(value: number): string {
  return written(value, { maximumSignificantDigits: 4 });
}

export function percentTick(value: number): string {
  return written(value, { style: 'percent', maximumFractionDigits: 1 });
}

/** ISO date, as in all tables. */
export function day(value: number): string {
  return unbroken(printDate(value), locale());
}

/** For sentences: no line break at the hyphens. */
export function dayInText(value: number): string {
  return day(value).replaceAll('-', '\u2060-\u2060');
}

/** @param month from 1 */
export function monthName(month: number): string {
  return new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1));
}
