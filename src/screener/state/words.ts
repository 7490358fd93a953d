/** Localised names and figures. */
import { MONTHS } from '../../catalogue/codes.ts';
import type { Column } from '../../catalogue/column.ts';
import { dateText, MISSING_TEXT, shortestFloat } from '../../catalogue/display.ts';
import { type Holes, locale, type TextKey, t, textOf } from '../../shell/i18n.ts';
import { localized } from './figures.ts';

/** Caches `make` per language. */
function perLocale<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const tag = locale();
    const known = made.get(tag);
    if (known) return known;
    const value = make(tag);
    made.set(tag, value);
    return value;
  };
}

const wholeFormat = perLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));
const msFormat = perLocale((tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const percentFormat = perLocale(
  (tag) => new Intl.NumberFormat(tag, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const figureFormat = perLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }));
const megabyteFormat = perLocale(
  (tag) =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: 'megabyte',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
const regionNames = perLocale((tag) => new Intl.DisplayNames(tag, { type: 'region' }));
const currencyNames = perLocale((tag) => new Intl.DisplayNames(tag, { type: 'currency' }));

export function wholeText(value: number): string {
  return wholeFormat().format(value);
}

export function msText(ms: number): string {
  return msFormat().format(ms);
}

/** Bytes as megabytes with one decimal. */
export function megabytesText(bytes: number): string {
  return megabyteFormat().format(bytes / 1e6);
}

/** A share as a percentage with up to one decimal. */
export function percentWords(share: number): string {
  return Number.isNaN(share) ? '' : percentFormat().format(share);
}

/** Up to six significant digits. */
export function figureText(value: number): string {
  return figureFormat().format(value);
}

/** Every digit of a stored number. */
export function exactText(value: number): string {
  return Number.isNaN(value) ? MISSING_TEXT : localized(shortestFloat(value), locale());
}

export function dayText(seconds: number): string {
  return dateText(seconds, locale());
}

/** Localises an ISO date. */
export function isoDayText(date: string): string {
  return dayText(Date.parse(date) / 1000);
}

/** A text with a count; `count` selects the plural. */
export function counted(key: TextKey, count: number, holes: Holes = {}): string {
  return t(key, { count, number: wholeText(count), ...holes });
}

export function columnLabel(id: string): string {
  return textOf('column', id);
}

export function groupLabel(group: Column['group']): string {
  return textOf('group', group);
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** By code: every row of the table shows one. */
const countryNames = perLocale(() => new Map<string, string>());

export function countryName(code: string): string {
  const names = countryNames();
  const known = names.get(code);
  if (known !== undefined) return known;
  const name = nameOf(regionNames(), code);
  names.set(code, name);
  return name;
}

const monthFormat = perLocale((tag) => new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }));

function monthText(label: string): string {
  const month = (MONTHS as readonly string[]).indexOf(label);
  return month < 0 ? label : monthFormat().format(Date.UTC(2000, month, 1));
}

/** Display text of a stored value: names of countries, sectors, types and months, and yes or no; others unchanged. */
export function textShown(columnId: string, label: string): string {
  if (columnId === 'country') return countryName(label);
  if (columnId === 'fiscalYearEnd') return monthText(label);
  return columnId === 'sector' || columnId === 'type' || columnId === 'isAdr' ? textOf(columnId, label) : label;
}

/** Display name of a category; countries and currencies with their code. */
export function categoryText(columnId: string, label: string): string {
  if (label === '') return t('sentence.missing');
  if (columnId === 'country') return named(countryName(label), label);
  if (columnId === 'currency') return named(nameOf(currencyNames(), label), label);
  return textShown(columnId, label);
}

function named(name: string, code: string): string {
  return name === code ? code : `${name} (${code})`;
}

export function unitText(column: Column): string {
  if (column.display === 'multiple') return t('unit.multiple');
  if (column.display === 'rateBack') return t('unit.rateBack');
  if (column.display === 'percentPerBillion') return t('unit.percentPerBillion');
  return t(`unit.${column.unit}`);
}
