import { table } from './table.ts';

const CATEGORY = { display: 'category' } as const;

/** The 20 company fields: text, categories and one date, as tickerIndex carries them. */
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

/**
 * The field that says what currency the statements are kept in, before they were converted into the security's. It is no column: the
 * flags and the lineage of a number tell it.
 */
export const STATEMENT_CURRENCY = 'statementCurrency';

/** The field that holds the flags that the source states (wire/sourceFlags.ts). It is no column either. */
export const SOURCE_FLAGS = 'sourceFlags';
