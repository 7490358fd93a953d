/** Figures and dates of a backtest as the page writes them. */
import { printDate } from '../../engine/steps/hold.ts';
import { locale } from '../../shell/i18n.ts';
import { unbroken } from '../state/figures.ts';

/** What stands for a figure that is undefined. */
export const NONE = '–';
const MINUS = '−';

const formats = new Map<string, Intl.NumberFormat>();

function written(value: number | null | undefined, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const key = `${locale()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, format);
  return format.format(value).replace('-', MINUS);
}

export function percent(value: number | null | undefined, digits = 1): string {
  return written(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** With its sign, also above 0. */
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

/** A value as a multiple of the first one. */
export function multiple(value: number | null | undefined): string {
  return written(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A tick of an axis: no more digits than it needs. */
export function tick(value: number): string {
  return written(value, { maximumSignificantDigits: 4 });
}

export function percentTick(value: number): string {
  return written(value, { style: 'percent', maximumFractionDigits: 1 });
}

/** ISO, as everywhere where dates stand below each other. */
export function day(value: number): string {
  return unbroken(printDate(value), locale());
}

/** Short name of a month of the year, from 1. */
export function monthName(month: number): string {
  return new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1));
}
