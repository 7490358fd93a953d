/**
 * Which source counts where several know the same: the one table to review. `tables` are the user's own and come first everywhere.
 * A source that a line doesn't name never fills its columns. Columns of one line go together: vendors draw the borders between them
 * differently, so that half of one and half of another would be wrong.
 */
import { STATEMENT_IDS } from '../figures/period.ts';
import { FORECAST_IDS, SNAPSHOT_IDS } from '../sources/schema.ts';
import type { SourceName } from '../sources/sourceName.ts';

export interface Trust {
  readonly columns: readonly string[];
  /** The first of them that has a value counts. */
  readonly order: readonly SourceName[];
}

const trust = (columns: string, order: string): Trust => ({
  columns: columns.split(' '),
  order: ['tables', ...(order.split(' ') as SourceName[])],
});

/** Company fields. The currency is that of the source whose prices count, where it says one. */
export const SECURITY_TRUST: readonly Trust[] = [
  trust('symbol', 'alphavantage financedatabase sec sec-datasets tiingo eodhd stooq fails'),
  trust('name', 'alphavantage financedatabase sec sec-datasets fails'),
  // Filers' forms say less about funds than a list of funds does.
  trust('type', 'financedatabase alphavantage stooq sec sec-datasets'),
  // A sector with its industry goes before one without.
  trust('sector industry', 'financedatabase alphavantage sec sec-datasets'),
  // The domicile; the country of a Stooq symbol is only where it trades.
  trust('country', 'financedatabase alphavantage sec sec-datasets stooq'),
  trust('currency', 'alphavantage financedatabase tiingo eodhd stooq sec sec-datasets fails'),
  trust('exchange', 'alphavantage sec financedatabase stooq'),
  trust('fiscalYearEnd', 'sec sec-datasets alphavantage'),
  trust('latestQuarter', 'sec sec-datasets alphavantage'),
  trust('CIK', 'sec sec-datasets alphavantage'),
  trust('isin', 'financedatabase sec'),
  // What the clearing house had a symbol under last goes before a list of unknown age.
  trust('cusip', 'fails financedatabase sec'),
  trust('website', 'alphavantage financedatabase sec'),
  trust('address', 'sec alphavantage financedatabase'),
  trust('description', 'alphavantage'),
  ...['isAdr', 'marketOpen', 'marketClose', 'timezone'].map((id) => trust(id, 'financedatabase sec alphavantage')),
  trust('adrRatio', 'alphavantage'),
  ...SNAPSHOT_IDS.map((id) => trust(id, 'alphavantage')),
];

const FILINGS_FIRST = 'sec sec-datasets alphavantage';

/** Lines of the statements, of which a company has each from one source in all its periods. */
const STATEMENT_LINES = [
  'cash shortTermInvestments cashAndShortTermInvestments',
  'goodwill intangibleAssetsExcludingGoodwill',
  'shortTermDebt longTermDebt capitalLeaseObligations totalDebt netDebt',
  'totalShareholderEquity preferredStock minorityInterest',
  'totalRevenue costOfRevenue grossProfit operatingExpenses operatingIncome',
  'interestExpense incomeBeforeTax incomeTaxExpense ebit',
];
const grouped = new Set(STATEMENT_LINES.flatMap((line) => line.split(' ')));

export const STATEMENT_TRUST: readonly Trust[] = [
  ...STATEMENT_LINES.map((line) => trust(line, FILINGS_FIRST)),
  ...STATEMENT_IDS.filter((id) => !grouped.has(id)).map((id) => trust(id, FILINGS_FIRST)),
];
/** Whose periods count. */
export const PERIODS_ORDER = trust('', FILINGS_FIRST).order;
/** Whose sessions count, whole; a missing unadjusted close is taken from the next one. */
export const SESSIONS_ORDER = trust('', 'alphavantage tiingo eodhd stooq fails').order;
export const FORECAST_TRUST: readonly Trust[] = [
  ...['pegRatio', 'forwardPE', 'analystTargetPrice'].map((id) => trust(id, 'alphavantage')),
  trust(FORECAST_IDS.filter((id) => id.startsWith('analystRating')).join(' '), 'alphavantage'),
];
