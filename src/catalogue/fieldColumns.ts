/** Numbers that the page makes of a security's fields, so that formulas can read them. They never travel. */
import type { ColumnRow } from './column.ts';
import { PRICE_INDEX_BY_YEAR } from './priceIndex.ts';

export interface FieldColumn extends ColumnRow {
  readonly kind: 'company';
  readonly definedAs: string;
  /** Of one security: its text fields ('' for a missing one) and its dates in epoch seconds (NaN for a missing one). NaN for missing. */
  readonly numberOf: (text: (id: string) => string, seconds: (id: string) => number) => number;
}

const SECTOR_OF_LENDERS = 'Financials';
/** Of the sector. For these debt is the raw material, not the way in which operations are financed. */
const LENDERS: readonly string[] = ['Banks', 'Insurance', 'Capital Markets'];

const FIRST_YEAR = Math.min(...Object.keys(PRICE_INDEX_BY_YEAR).map(Number));
const LAST_YEAR = Math.max(...Object.keys(PRICE_INDEX_BY_YEAR).map(Number));

/** US price level of the year of a day, 1968 = 100; a later year than the table's last has the last one's. NaN before the table. */
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
    definedAs: '1 outside of banks, insurance and capital markets',
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
    source: 'BEA GDP implicit price deflator (FRED GDPDEF), which stands in for the GNP one of Ohlson (1980)',
    numberOf: (_, seconds) => priceIndexOf(seconds('latestQuarter')),
  },
] as const satisfies readonly FieldColumn[];
