/**
 * Ratios whose definition has changed since the worked examples were written: the value in double precision, written anew from the
 * source named with it and not from the catalogue's formula. NaN for missing.
 */
export type Inputs = (id: string) => number;

interface Redefinition {
  readonly source: string;
  readonly value: (of: Inputs) => number;
}

const above0 = (value: number): number => (value > 0 ? value : Number.NaN);
const or0 = (value: number): number => (Number.isNaN(value) ? 0 : value);
const mean = (now: number, prior: number): number => (Number.isNaN(prior) ? now : (now + prior) / 2);

const OIADP = 'Compustat: OIADP, operating income after depreciation, without gains on investments';

function enterpriseValue(of: Inputs): number {
  return (
    of('marketCapitalization') +
    of('totalDebt') +
    or0(of('preferredStock')) +
    or0(of('minorityInterest')) -
    of('cashAndShortTermInvestments')
  );
}

function taxRate(of: Inputs): number {
  const [tax, income] = [of('incomeTaxExpense'), of('incomeBeforeTax')];
  return income <= 0 ? 0 : Math.min(Math.max(tax / income, 0), 0.5);
}

function unleveredFreeCashFlow(of: Inputs): number {
  return of('operatingCashflow') - or0(of('capitalExpenditures')) + of('interestExpense') * (1 - taxRate(of));
}

const incomeToCommon = (of: Inputs): number => of('netIncome') - or0(of('preferredDividends'));
const paid = (of: Inputs): number => or0(of('dividendPayout')) + 0 * of('operatingCashflow');

function dilutedShares(of: Inputs): number {
  const diluted = of('weightedAverageSharesDiluted');
  return Number.isNaN(diluted) ? of('commonStockSharesOutstanding') : diluted;
}

function ohlson(of: Inputs): number {
  const [assets, liabilities, income, before] = [
    of('totalAssets'),
    of('totalLiabilities'),
    of('netIncome'),
    of('netIncomePriorYear'),
  ];
  return (
    -1.32 -
    0.407 * Math.log((assets * of('usdRate')) / of('priceIndex')) +
    (6.03 * liabilities) / assets -
    (1.43 * workingCapital(of)) / assets +
    (0.0757 * of('totalCurrentLiabilities')) / of('totalCurrentAssets') -
    (liabilities > assets ? 1.72 : 0) -
    (2.37 * income) / assets -
    (1.83 * (income + or0(of('depreciationAndAmortization')))) / liabilities +
    (income < 0 && before < 0 ? 0.285 : 0) -
    (0.521 * (income - before)) / (Math.abs(income) + Math.abs(before))
  );
}

/** The nine signals; NaN if one of them is unknown. */
function piotroski(of: Inputs): number {
  const year = {
    opening: of('totalAssetsPriorYear'),
    average: (of('totalAssets') + of('totalAssetsPriorYear')) / 2,
    income: of('netIncome'),
    debt: or0(of('longTermDebt')),
    liquidity: of('totalCurrentAssets') / of('totalCurrentLiabilities'),
    shares: of('commonStockSharesOutstanding'),
    margin: of('grossProfit') / of('totalRevenue'),
    revenue: of('totalRevenue'),
  };
  const before: typeof year = {
    opening: of('totalAssetsTwoYearsPrior'),
    average: (of('totalAssetsPriorYear') + of('totalAssetsTwoYearsPrior')) / 2,
    income: of('netIncomePriorYear'),
    debt: or0(of('longTermDebtPriorYear')),
    liquidity: of('totalCurrentAssetsPriorYear') / of('totalCurrentLiabilitiesPriorYear'),
    shares: of('commonStockSharesOutstandingPriorYear'),
    margin: of('grossProfitPriorYear') / of('totalRevenuePriorYear'),
    revenue: of('totalRevenuePriorYear'),
  };
  const cash = of('operatingCashflow');
  if ([...Object.values(year), ...Object.values(before), cash].some(Number.isNaN)) return Number.NaN;
  return [
    year.income > 0,
    cash > 0,
    year.income / year.opening > before.income / before.opening,
    cash > year.income,
    year.debt / year.average < before.debt / before.average,
    year.liquidity > before.liquidity,
    year.shares <= before.shares,
    year.margin > before.margin,
    year.revenue / year.opening > before.revenue / before.opening,
  ].filter(Boolean).length;
}

/** Operating income before depreciation. */
export const ebitdaOf = (of: Inputs): number => of('operatingIncome') + of('depreciationAndAmortization');

const workingCapital = (of: Inputs): number => of('totalCurrentAssets') - of('totalCurrentLiabilities');
const multiple = (of: Inputs, denominator: number): number => above0(enterpriseValue(of)) / above0(denominator);

export const REDEFINED: Readonly<Record<string, Redefinition>> = {
  ebitdaMargin: { source: OIADP, value: (of) => ebitdaOf(of) / above0(of('totalRevenue')) },
  netDebtToEbitda: { source: OIADP, value: (of) => of('netDebt') / above0(ebitdaOf(of)) },
  interestCoverageRatio: { source: OIADP, value: (of) => of('operatingIncome') / above0(of('interestExpense')) },
  returnOnInvestedCapital: {
    source: 'Koller et al. Valuation: invested capital holds noncontrolling interests',
    value: (of) =>
      (of('operatingIncome') * (1 - taxRate(of))) /
      above0(
        mean(
          of('totalDebt') + of('totalShareholderEquity') + or0(of('minorityInterest')),
          of('totalDebtPriorYear') + of('totalShareholderEquityPriorYear') + or0(of('minorityInterestPriorYear')),
        ),
      ),
  },
  returnOnCapitalEmployed: {
    source: OIADP,
    value: (of) => of('operatingIncome') / above0(of('totalAssets') - of('totalCurrentLiabilities')),
  },
  enterpriseValueToSales: {
    source: 'CFA L2: a negative multiple has no meaning',
    value: (of) => multiple(of, of('totalRevenue')),
  },
  enterpriseValueToEbitda: { source: OIADP, value: (of) => multiple(of, ebitdaOf(of)) },
  enterpriseValueToEbit: { source: OIADP, value: (of) => multiple(of, of('operatingIncome')) },
  enterpriseValueToUnleveredFreeCashFlow: {
    source: 'CFA L2: free cash flow to the firm is what lenders and shareholders share',
    value: (of) => multiple(of, unleveredFreeCashFlow(of)),
  },
  unleveredFreeCashFlow: {
    source: 'CFA L2: FCFF = CFO + interest (1 - tax rate) - capital expenditure',
    value: unleveredFreeCashFlow,
  },
  enterpriseValueWithLeases: {
    source: 'IFRS 16: leases are debt',
    value: (of) => enterpriseValue(of) + of('capitalLeaseObligations'),
  },
  debtToEquityRatioWithLeases: {
    source: 'IFRS 16: leases are debt',
    value: (of) => (of('totalDebt') + of('capitalLeaseObligations')) / above0(of('totalShareholderEquity')),
  },
  netDebtToEbitdaWithLeases: {
    source: 'IFRS 16: leases are debt',
    value: (of) => (of('netDebt') + of('capitalLeaseObligations')) / above0(ebitdaOf(of)),
  },
  netIncomeToCommon: { source: 'ASC 260-10-45-11', value: incomeToCommon },
  earningsPerShare: { source: 'ASC 260-10-45-11', value: (of) => incomeToCommon(of) / above0(dilutedShares(of)) },
  priceToEarningsRatio: {
    source: 'CFA L2: price per share over diluted earnings per share',
    value: (of) =>
      of('marketCapitalization') / of('commonStockSharesOutstanding') / above0(incomeToCommon(of) / dilutedShares(of)),
  },
  earningsYield: {
    source: 'CFA L2: diluted earnings per share over price per share',
    value: (of) => incomeToCommon(of) / dilutedShares(of) / (of('marketCapitalization') / of('commonStockSharesOutstanding')),
  },
  dividendPayoutRatio: {
    source: 'Compustat DVC / IBCOM',
    value: (of) => Math.max(paid(of) - or0(of('preferredDividends')), 0) / above0(incomeToCommon(of)),
  },
  dividendYield: {
    source: 'CFA L1: dividends per share over price',
    value: (of) => (of('dividendPayout') === 0 ? 0 : of('dividendPerShare')) / above0(of('close')),
  },
  cashDividendYield: {
    source: 'FinanceToolkit, weighted dividend yield: what dividendYield was',
    value: (of) => paid(of) / of('marketCapitalization'),
  },
  ohlsonOScore: { source: 'Ohlson (1980), model 1, with the price index of the statements’ year', value: ohlson },
  ohlsonProbability: { source: 'Ohlson (1980), logistic link', value: (of) => 1 / (1 + Math.exp(-ohlson(of))) },
  piotroskiFScore: { source: 'Piotroski (2000), opening assets', value: piotroski },
  acquirersMultiple: { source: 'Carlisle (2014)', value: (of) => multiple(of, of('operatingIncome')) },
  greenblattEarningsYield: {
    source: 'Greenblatt (2005): EBIT from operations',
    value: (of) => of('operatingIncome') / above0(enterpriseValue(of)),
  },
  returnOnCapital: {
    source: 'Greenblatt (2005): EBIT from operations',
    value: (of) =>
      of('operatingIncome') /
      above0(
        Math.max(
          of('totalCurrentAssets') -
            of('cashAndShortTermInvestments') -
            (of('totalCurrentLiabilities') - or0(of('shortTermDebt'))),
          0,
        ) + of('propertyPlantEquipment'),
      ),
  },
  altmanZScore: {
    source: 'Altman (1968) with OIADP, as Compustat studies compute it',
    value: (of) =>
      (1.2 * workingCapital(of) + 1.4 * of('retainedEarnings') + 3.3 * of('operatingIncome') + of('totalRevenue')) /
        of('totalAssets') +
      (0.6 * of('marketCapitalization')) / of('totalLiabilities'),
  },
  altmanZDoublePrimeScore: {
    source: 'Altman (2000) with OIADP',
    value: (of) =>
      (6.56 * workingCapital(of) + 3.26 * of('retainedEarnings') + 6.72 * of('operatingIncome')) / of('totalAssets') +
      (1.05 * of('totalShareholderEquity')) / of('totalLiabilities'),
  },
  springateScore: {
    source: 'Springate (1978) with OIADP',
    value: (of) =>
      (1.03 * workingCapital(of) + 3.07 * of('operatingIncome') + 0.4 * of('totalRevenue')) / of('totalAssets') +
      (0.66 * of('incomeBeforeTax')) / of('totalCurrentLiabilities'),
  },
};

/** What the worked examples don't state: figures of the same companies' annual reports, and the deflator of their year. */
export const FURTHER_INPUTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AAPL_FY2022: { priceIndex: 645.699, totalAssetsTwoYearsPrior: 323_888e6 },
  MSFT_FY2022: { priceIndex: 645.699, totalAssetsTwoYearsPrior: 301_311e6 },
  AAPL_FY2023: { priceIndex: 668.952, totalAssetsTwoYearsPrior: 351_002e6 },
  TSLA_FY2024: { priceIndex: 685.135, totalAssetsTwoYearsPrior: 82_338e6, close: 403.84 },
  IBM_FY2024: { priceIndex: 685.135, close: 219.83, dividendPerShare: 6.67, preferredDividends: 0 },
  // Made up, so that every branch is taken.
  SYNTH_DISTRESS: { priceIndex: 685.135, totalAssetsTwoYearsPrior: 1_000e6, preferredDividends: 5e6 },
};

/** Removed columns. */
export const RETIRED: readonly string[] = ['enterpriseValueToFreeCashFlow'];

/** Values that FinanceToolkit publishes from its EBIT, which counts investment income: another definition than ours. */
export const FROM_ANOTHER_EBIT: readonly string[] = ['returnOnCapitalEmployed', 'altmanZScore'];
