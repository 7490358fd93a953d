/** Where the catalogue differs on purpose from the domain's columns.json, by column id, each with its reason. */

const OPERATING_INCOME = 'operating income (Compustat’s OIADP), so that gains on investments do not count';
const MULTIPLE = 'no multiple of a negative enterprise value, and none of banks, insurers and brokers';
const TO_COMMON = 'income to common stock per diluted weighted share';

/** Columns with another formula. */
export const OTHER_FORMULA: Readonly<Record<string, string>> = {
  interestCoverageRatio: OPERATING_INCOME,
  returnOnInvestedCapital: `${OPERATING_INCOME}; capital with minority interest`,
  returnOnCapitalEmployed: OPERATING_INCOME,
  enterpriseValueToSales: MULTIPLE,
  enterpriseValueToEbitda: MULTIPLE,
  enterpriseValueToEbit: `${OPERATING_INCOME}; ${MULTIPLE}`,
  acquirersMultiple: MULTIPLE,
  altmanZScore: OPERATING_INCOME,
  altmanZDoublePrimeScore: OPERATING_INCOME,
  springateScore: OPERATING_INCOME,
  greenblattEarningsYield: `${OPERATING_INCOME}; ${MULTIPLE}`,
  returnOnCapital: OPERATING_INCOME,
  priceToEarningsRatio: TO_COMMON,
  earningsYield: TO_COMMON,
  earningsPerShare: TO_COMMON,
  dividendPayoutRatio: 'common dividends over income to common stock',
  dividendYield: 'dividends per share over price; cash paid over market value is cashDividendYield',
  shareholderYield: 'cash paid, as before, now in cashDividendYield',
  ohlsonOScore: 'the price index of the statements’ year instead of 2024’s',
  beneishMScore: 'an asset quality index of rounding noise over rounding noise is missing, so 1',
  piotroskiFScore: 'returns and turnover on opening assets, leverage on average assets',
};

/** Price statistics, by metric, whose name now includes its basis. */
export const OTHER_LABEL: Readonly<Record<string, string>> = {
  pemstd: 'per day, not per year',
  rateToMax: 'of closes, not of intraday highs',
  minToRate: 'of closes, not of intraday lows',
  rsi: 'Wilder’s, over 21 sessions',
};

/** Columns of the domain that were removed. */
export const RETIRED: Readonly<Record<string, string>> = {
  enterpriseValueToFreeCashFlow: 'levered cash flow belongs to the shareholders alone: enterpriseValueToUnleveredFreeCashFlow',
};

/** Columns that the domain doesn't have. */
export const ADDED: Readonly<Record<string, string>> = {
  enterpriseValueApplies: 'tells banks, insurers and brokers apart by industry',
  priceIndex: 'input of Ohlson’s score',
  totalAssetsTwoYearsPrior: 'input of Piotroski’s score',
  minorityInterestPriorYear: 'input of the return on invested capital',
  specialItems: 'Compustat’s OIADP is before special items: EBITDA adds them back',
  preferredDividends: 'between net income and income to common stock',
  weightedAverageSharesDiluted: 'the denominator of diluted earnings per share',
  netIncomeToCommon: 'numerator of earnings per share',
  cashDividendYield: 'what dividendYield was: cash paid over market value',
  enterpriseValueWithLeases: 'leases beside debt',
  debtToEquityRatioWithLeases: 'leases beside debt',
  netDebtToEbitdaWithLeases: 'leases beside debt',
  unleveredFreeCashFlow: 'what lenders and shareholders share',
  enterpriseValueToUnleveredFreeCashFlow: 'in the place of enterpriseValueToFreeCashFlow',
};

/** Columns with another display, by metric: that of the specification reads 0.000 in nearly every row. */
export const OTHER_DISPLAY: Readonly<Record<string, string>> = { illiq: 'percentPerBillion' };
