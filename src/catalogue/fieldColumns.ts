/** Numbers that the page computes from a security's fields, for formulas. They are never transferred. */
import type { ColumnRow } from './column.ts';
import { PRICE_INDEX_BY_YEAR } from './priceIndex.ts';

export interface FieldColumn extends ColumnRow {
  readonly kind: 'company';
  readonly definedAs: string;
  /** Computes the number from a security's text fields ('' when missing) and dates in epoch seconds (NaN when missing). NaN for missing. */
  readonly numberOf: (text: (id: string) => string, seconds: (id: string) => number) => number;
}

const SECTOR_OF_LENDERS = 'Financials';
/** Industries of that sector for which debt is a raw material, not a source of funding. */
const LENDERS: readonly string[] = ['Banks', 'Insurance', 'Capital Markets'];

const FIRST_YEAR = Math.min(...Object.keys(PRICE_INDEX_BY_YEAR).map(Number));
const LAST_YEAR = Math.max(...Object.keys(PRICE_INDEX_BY_YEAR).map(Number));

/** US price level of a day's year, 1968 = 100; years after the table have its last value. NaN before the table. */
export function priceIndexOf(seconds: number): number {
  const year = new Date(seconds * 1000).getUTCFullYear();
  return year >= FIRST_YEAR ? PRICE_INDEX_BY_YEAR[Math.min(year, LAST_YEAR)]! : Number.NaN;
}

export const FIELD_COLUMNS = [
  {
    id: 'enterpriseValueApplies',
    kind: 'company',
    group: 'CompanyInformation',
    unit: 'count',
    display: 'count',
    better: 'neutral',
    helper: true,
    definedAs: '1, except for banks, insurance and capital markets',
    missingWhen: 'industry Banks, Insurance or Capital Markets, or sector Financials with no industry',
    source: 'Damodaran, Investment Valuation, ch. 21 (financial services firms: value equity, not the firm)',
    numberOf: (text) => {
      const industry = text('industry');
      const isLender = text('sector') === SECTOR_OF_LENDERS && (industry === '' || LENDERS.includes(industry));
      return isLender ? Number.NaN : 1;
    },
  },
  {
    id: 'priceIndex',
    kind: 'company',
    group: 'CompanyInformation',
    unit: 'ratio',
    display: 'number',
    better: 'neutral',
    helper: true,
    definedAs: 'US price level of the year of latestQuarter, 1968 = 100',
    missingWhen: `latestQuarter missing or before ${FIRST_YEAR}`,
    source: 'BEA GDP implicit price deflator (FRED GDPDEF), in place of the GNP deflator of Ohlson (1980)',
    numberOf: (_, seconds) => priceIndexOf(seconds('latestQuarter')),
  },
] as const satisfies readonly FieldColumn[];
