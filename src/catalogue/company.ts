import { table } from './table.ts';

const CATEGORY = { display: 'category' } as const;

/** The 20 company fields of tickerIndex: text, categories and one date. */
export const COMPANY_COLUMNS = table(
  { kind: 'company', group: 'CompanyInformation', unit: 'text', display: 'text', source: 'specification' },
  {
    symbol: {},
    name: {},
    type: CATEGORY,
    country: CATEGORY,
    currency: CATEGORY,
    exchange: CATEGORY,
    sector: CATEGORY,
    industry: CATEGORY,
    fiscalYearEnd: CATEGORY,
    latestQuarter: { unit: 'date', display: 'date' },
    marketOpen: {},
    marketClose: {},
    timezone: {},
    CIK: {},
    cusip: {},
    isAdr: CATEGORY,
    isin: {},
    website: {},
    address: {},
    description: {},
  },
);

/** The field with the currency of the statements before conversion into the security's. It is not a column: flags and lineage show it. */
export const STATEMENT_CURRENCY = 'statementCurrency';

/** The field with the source's flags (wire/sourceFlags.ts). Not a column either. */
export const SOURCE_FLAGS = 'sourceFlags';
