/**
 * Precedence of sources, in one place for review. `tables` are the user's own and always come first. A source that a line doesn't name
 * never fills its columns. Columns of one line come from one source: vendors define them differently, so mixing them would be wrong.
 */
import { STATEMENT_IDS } from '../figures/period.ts';
import { FORECAST_IDS, SNAPSHOT_IDS } from '../sources/schema.ts';
import type { SourceName } from '../sources/sourceName.ts';

export interface Trust {
  readonly columns: readonly string[];
  /** The first source with a value wins. */
  readonly order: readonly SourceName[];
}

const trust = (columns: string, order: string): Trust => ({
  columns: columns.split(' '),
  order: ['tables', ...(order.split(' ') as SourceName[])],
});

/** Company fields. The currency is that of the source of the prices, if it states one. */
export const SECURITY_TRUST: readonly Trust[] = [
  trust('symbol', 'alphavantage financedatabase sec sec-datasets tiingo eodhd stooq fails'),
  trust('name', 'alphavantage financedatabase sec sec-datasets fails'),
  // SEC forms say less about funds than a list of funds.
  trust('type', 'financedatabase alphavantage stooq sec sec-datasets'),
  // A sector with an industry is preferred to one without.
  trust('sector industry', 'financedatabase alphavantage sec sec-datasets'),
  // The domicile. Stooq states only where a symbol trades.
  trust('country', 'financedatabase alphavantage sec sec-datasets stooq'),
  trust('currency', 'alphavantage financedatabase tiingo eodhd stooq sec sec-datasets fails'),
  trust('exchange', 'alphavantage sec financedatabase stooq'),
  trust('fiscalYearEnd', 'sec sec-datasets alphavantage'),
  trust('latestQuarter', 'sec sec-datasets alphavantage'),
  trust('CIK', 'sec sec-datasets alphavantage'),
  trust('isin', 'financedatabase sec'),
  // The clearing house's latest CUSIP is preferred to a list of unknown age.
  trust('cusip', 'fails financedatabase sec'),
  trust('website', 'alphavantage financedatabase sec'),
  trust('address', 'sec alphavantage financedatabase'),
  trust('description', 'alphavantage'),
  ...['isAdr', 'marketOpen', 'marketClose', 'timezone'].map((id) => trust(id, 'financedatabase sec alphavantage fails')),
  trust('adrRatio', 'alphavantage'),
  ...SNAPSHOT_IDS.map((id) => trust(id, 'alphavantage')),
];

const FILINGS_FIRST = 'sec sec-datasets alphavantage';

/** Lines that come from one source in all periods of a company. */
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
export const PERIODS_ORDER = trust('', FILINGS_FIRST).order;
/** Sessions come from one source; missing unadjusted closes are filled from the next. */
export const SESSIONS_ORDER = trust('', 'alphavantage tiingo eodhd stooq fails').order;
export const FORECAST_TRUST: readonly Trust[] = [
  ...['pegRatio', 'forwardPE', 'analystTargetPrice'].map((id) => trust(id, 'alphavantage')),
  trust(FORECAST_IDS.filter((id) => id.startsWith('analystRating')).join(' '), 'alphavantage'),
];
