import type { ColumnRow } from './column.ts';

/** What the rows of one table share. Unless a row says otherwise it is an amount of money, and more of it is neither better nor worse. */
type Traits = Partial<Omit<ColumnRow, 'id'>>;
type Shared = Pick<ColumnRow, 'kind' | 'group' | 'missingWhen' | 'source'> & Traits;

/** A table of columns: what they share, and by id what each has of its own. */
function table<Id extends string>(shared: Shared, rows: Readonly<Record<Id, Traits>>) {
  const amount = { unit: 'currency', display: 'currency', better: 'neutral' } as const;
  return (Object.keys(rows) as Id[]).map((id): ColumnRow & { readonly id: Id } => ({ ...amount, ...shared, ...rows[id], id }));
}

const HIGHER = { better: 'higher' } as const;
const LOWER = { better: 'lower' } as const;
const COUNT = { unit: 'count', display: 'count' } as const;
const DERIVED = { source: 'project (derived at ingest)' } as const;
const PER_SHARE = { unit: 'currencyPerShare' } as const;
const SHARES = { unit: 'shares', display: 'shares' } as const;

/** Numeric columns that arrive on the wire: statements, market figures, growth and forecasts. Sources are vendors' field lists. */
export const RAW_COLUMNS = [
  ...table(
    { kind: 'raw', group: 'BalanceSheet', missingWhen: 'not reported', source: 'Alpha Vantage BALANCE_SHEET' },
    {
      totalAssets: {},
      totalCurrentAssets: {},
      cash: {},
      shortTermInvestments: {},
      cashAndShortTermInvestments: {},
      currentNetReceivables: {},
      inventory: {},
      propertyPlantEquipment: {},
      goodwill: {},
      intangibleAssetsExcludingGoodwill: {},
      longTermInvestments: {},
      totalLiabilities: {},
      totalCurrentLiabilities: {},
      currentAccountsPayable: {},
      deferredRevenue: {},
      shortTermDebt: {},
      longTermDebt: {},
      capitalLeaseObligations: {},
      totalDebt: { ...LOWER, formula: 'add(shortTermDebt, longTermDebt)', ...DERIVED },
      netDebt: { ...LOWER, formula: 'totalDebt - cashAndShortTermInvestments', ...DERIVED },
      totalShareholderEquity: HIGHER,
      retainedEarnings: HIGHER,
      preferredStock: { source: 'FMP statement field' },
      minorityInterest: { source: 'FMP statement field' },
      treasuryStock: {},
      commonStockSharesOutstanding: SHARES,
    },
  ),
  ...table(
    { kind: 'raw', group: 'BalanceSheet', missingWhen: 'not reported', helper: true, ...DERIVED },
    {
      totalAssetsPriorYear: {},
      totalAssetsTwoYearsPrior: {},
      totalCurrentAssetsPriorYear: {},
      totalCurrentLiabilitiesPriorYear: {},
      inventoryPriorYear: {},
      currentNetReceivablesPriorYear: {},
      currentAccountsPayablePriorYear: {},
      propertyPlantEquipmentPriorYear: {},
      longTermInvestmentsPriorYear: {},
      longTermDebtPriorYear: {},
      totalDebtPriorYear: {},
      totalShareholderEquityPriorYear: {},
      minorityInterestPriorYear: {},
      commonStockSharesOutstandingPriorYear: SHARES,
    },
  ),
  ...table(
    { kind: 'raw', group: 'IncomeStatement', missingWhen: 'not reported', source: 'Alpha Vantage INCOME_STATEMENT' },
    {
      totalRevenue: HIGHER,
      costOfRevenue: {},
      grossProfit: HIGHER,
      operatingExpenses: {},
      sellingGeneralAndAdministrative: {},
      researchAndDevelopment: {},
      depreciationAndAmortization: {},
      operatingIncome: HIGHER,
      specialItems: { source: 'Compustat SPI, with the sign turned' },
      interestExpense: {},
      incomeBeforeTax: HIGHER,
      incomeTaxExpense: {},
      ebit: HIGHER,
      ebitda: HIGHER,
      netIncome: HIGHER,
      preferredDividends: { source: 'ASC 260-10-45-11; FMP statement field preferredDividends' },
    },
  ),
  ...table(
    { kind: 'raw', group: 'IncomeStatement', missingWhen: 'not reported', helper: true, ...DERIVED },
    {
      totalRevenuePriorYear: {},
      grossProfitPriorYear: {},
      sellingGeneralAndAdministrativePriorYear: {},
      depreciationAndAmortizationPriorYear: {},
      netIncomePriorYear: {},
    },
  ),
  ...table(
    { kind: 'raw', group: 'CashFlowStatement', missingWhen: 'not reported', source: 'Alpha Vantage CASH_FLOW' },
    {
      operatingCashflow: HIGHER,
      capitalExpenditures: {},
      cashflowFromInvestment: {},
      cashflowFromFinancing: {},
      dividendPayout: {},
      paymentsForRepurchaseOfCommonStock: {},
      proceedsFromIssuanceOfCommonStock: {},
    },
  ),
  ...table(
    { kind: 'raw', group: 'CondensedFundamentalData', missingWhen: 'not reported', source: 'Alpha Vantage OVERVIEW' },
    {
      marketCapitalization: {},
      dilutedEPSTTM: { ...PER_SHARE, ...HIGHER },
      weightedAverageSharesDiluted: {
        ...SHARES,
        formula: 'commonStockSharesOutstanding',
        source: 'ASC 260; FMP statement field weightedAverageShsOutDil',
      },
      dividendPerShare: { ...PER_SHARE, ...HIGHER },
      beta: { unit: 'ratio', display: 'number' },
      usdRate: { unit: 'ratio', display: 'number', helper: true, ...DERIVED },
    },
  ),
  ...table(
    { kind: 'raw', group: 'PriceAggregates', missingWhen: 'not reported', source: 'Alpha Vantage TIME_SERIES_DAILY' },
    {
      close: PER_SHARE,
      volume: SHARES,
      date: { unit: 'date', display: 'date', source: 'project' },
    },
  ),
  ...table(
    {
      kind: 'growth',
      group: 'GrowthData',
      missingWhen: 'see definition',
      source: 'CFA Quantitative Methods (CAGR)',
      unit: 'percent',
      display: 'percent',
      better: 'higher',
    },
    {
      quarterlyEarningsGrowthYOY: {
        definedAs: 'q0 / pos(q4) - 1 of net income',
        source: 'Alpha Vantage OVERVIEW QuarterlyEarningsGrowthYOY',
      },
      quarterlyRevenueGrowthYOY: {
        definedAs: 'q0 / pos(q4) - 1 of revenue',
        source: 'Alpha Vantage OVERVIEW QuarterlyRevenueGrowthYOY',
      },
      quarterlyDividendsGrowthYOY: { definedAs: 'q0 / pos(q4) - 1 of dividends per share', source: 'project, by analogy' },
      fiveYearsEarningsGrowth: { definedAs: '(y0 / y5) ** (1/5) - 1 of annual net income' },
      fiveYearsRevenueGrowth: { definedAs: '(y0 / y5) ** (1/5) - 1 of annual revenue' },
      fiveYearsDividendsGrowth: { definedAs: '(y0 / y5) ** (1/5) - 1 of annual dividends per share' },
      fiveYearsDividendsYield: {
        definedAs: 'mean of the five latest annual yields: DPS of the year / close at its end',
        source: 'common vendor definition (Stockopedia, Yahoo fiveYearAvgDividendYield)',
      },
    },
  ),
  ...table(
    {
      kind: 'forecast',
      group: 'ForecastData',
      missingWhen: 'not covered by analysts, or see definition',
      source: 'project (derived)',
    },
    {
      pegRatio: { unit: 'ratio', display: 'multiple', ...LOWER, source: 'Alpha Vantage OVERVIEW PEGRatio; Lynch (1989)' },
      forwardPE: { unit: 'ratio', display: 'multiple', ...LOWER, source: 'Alpha Vantage OVERVIEW ForwardPE' },
      analystTargetPrice: { ...PER_SHARE, source: 'Alpha Vantage OVERVIEW AnalystTargetPrice' },
      analystRatingStrongBuy: { ...COUNT, ...HIGHER, source: 'Alpha Vantage OVERVIEW AnalystRatingStrongBuy' },
      analystRatingBuy: { ...COUNT, ...HIGHER, source: 'Alpha Vantage OVERVIEW AnalystRatingBuy' },
      analystRatingHold: { ...COUNT, source: 'Alpha Vantage OVERVIEW AnalystRatingHold' },
      analystRatingSell: { ...COUNT, ...LOWER, source: 'Alpha Vantage OVERVIEW AnalystRatingSell' },
      analystRatingStrongSell: { ...COUNT, ...LOWER, source: 'Alpha Vantage OVERVIEW AnalystRatingStrongSell' },
      analystTargetUpside: { unit: 'percent', display: 'percent', ...HIGHER, formula: 'analystTargetPrice / pos(close) - 1' },
      analystRatingScore: {
        unit: 'score',
        display: 'score',
        ...HIGHER,
        formula:
          '(5*analystRatingStrongBuy + 4*analystRatingBuy + 3*analystRatingHold + 2*analystRatingSell + 1*analystRatingStrongSell) / pos(analystRatingStrongBuy + analystRatingBuy + analystRatingHold + analystRatingSell + analystRatingStrongSell)',
      },
    },
  ),
];
