import { DAYS, HIGHER, higher, LOWER, lower, MULTIPLE, PER_SHARE, PERCENT, SCORE, table } from './table.ts';

/** The computed ratios by group, each with its formula as text (language: formula.ts) and the source of that formula. */
export const RATIO_COLUMNS = [
  ...table(
    { kind: 'ratio', group: 'LiquidityRatios' },
    {
      currentRatio: {
        ...higher(MULTIPLE),
        formula: 'totalCurrentAssets / nz(totalCurrentLiabilities)',
        missingWhen: 'current liabilities = 0',
        source: 'CFA L1 Financial Analysis Techniques; FMP formula page',
      },
      quickRatio: {
        ...higher(MULTIPLE),
        formula: '(cashAndShortTermInvestments + currentNetReceivables) / nz(totalCurrentLiabilities)',
        missingWhen: 'current liabilities = 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      cashRatio: {
        ...higher(MULTIPLE),
        formula: 'cashAndShortTermInvestments / nz(totalCurrentLiabilities)',
        missingWhen: 'current liabilities = 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      workingCapital: {
        ...HIGHER,
        formula: 'totalCurrentAssets - totalCurrentLiabilities',
        missingWhen: 'an input missing',
        source: 'CFA L1 Financial Analysis Techniques; FMP formula page',
      },
      workingCapitalToAssets: {
        ...higher(PERCENT),
        formula: 'workingCapital / nz(totalAssets)',
        missingWhen: 'total assets = 0',
        source: 'Altman (1968) X1',
      },
      defensiveIntervalDays: {
        ...higher(DAYS),
        formula:
          '365 * (cashAndShortTermInvestments + currentNetReceivables) / pos(costOfRevenue + operatingExpenses - opt(depreciationAndAmortization))',
        missingWhen: 'cash costs <= 0',
        source: 'CFA L1 Financial Analysis Techniques',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'SolvencyRatios' },
    {
      debtToEquityRatio: {
        ...lower(MULTIPLE),
        formula: 'totalDebt / pos(totalShareholderEquity)',
        missingWhen: 'equity <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      debtToEquityRatioWithLeases: {
        ...lower(MULTIPLE),
        formula: '(totalDebt + capitalLeaseObligations) / pos(totalShareholderEquity)',
        missingWhen: 'equity <= 0 or lease obligations missing',
        source: 'CFA L1 Financial Analysis Techniques; IFRS 16',
      },
      debtToAssetsRatio: {
        ...lower(PERCENT),
        formula: 'totalDebt / nz(totalAssets)',
        missingWhen: 'total assets = 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      debtToCapitalRatio: {
        ...lower(PERCENT),
        formula: 'totalDebt / pos(totalDebt + totalShareholderEquity)',
        missingWhen: 'debt + equity <= 0',
        source: 'CFA L1 Financial Analysis Techniques',
      },
      longTermDebtToEquityRatio: {
        ...lower(MULTIPLE),
        formula: 'longTermDebt / pos(totalShareholderEquity)',
        missingWhen: 'equity <= 0',
        source: 'FMP formula page (its debt-to-equity)',
      },
      liabilitiesToAssetsRatio: {
        ...lower(PERCENT),
        formula: 'totalLiabilities / nz(totalAssets)',
        missingWhen: 'total assets = 0',
        source: 'Ohlson (1980) TLTA',
      },
      equityMultiplier: {
        ...lower(MULTIPLE),
        formula: 'avg(totalAssets, totalAssetsPriorYear) / pos(avg(totalShareholderEquity, totalShareholderEquityPriorYear))',
        missingWhen: 'average equity <= 0',
        source: 'CFA L1 Financial Analysis Techniques (DuPont); FinanceToolkit',
      },
      netDebtToEbitda: {
        ...lower(MULTIPLE),
        formula: 'netDebt / pos(ebitda)',
        missingWhen: 'EBITDA <= 0',
        source: 'FMP formula page; FinanceToolkit',
      },
      netDebtToEbitdaWithLeases: {
        ...lower(MULTIPLE),
        formula: '(netDebt + capitalLeaseObligations) / pos(ebitda)',
        missingWhen: 'EBITDA <= 0 or lease obligations missing',
        source: 'FMP formula page; IFRS 16',
      },
      interestCoverageRatio: {
        ...higher(MULTIPLE),
        formula: 'operatingIncome / pos(interestExpense)',
        missingWhen: 'interest expense <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FMP formula page',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'ProfitabilityRatios' },
    {
      grossProfitMargin: {
        ...higher(PERCENT),
        formula: 'grossProfit / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      operatingProfitMargin: {
        ...higher(PERCENT),
        formula: 'operatingIncome / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      ebitdaMargin: {
        ...higher(PERCENT),
        formula: 'ebitda / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1; Damodaran',
      },
      pretaxProfitMargin: {
        ...higher(PERCENT),
        formula: 'incomeBeforeTax / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      netProfitMargin: {
        ...higher(PERCENT),
        formula: 'netIncome / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      returnOnAssets: {
        ...higher(PERCENT),
        formula: 'netIncome / nz(avg(totalAssets, totalAssetsPriorYear))',
        missingWhen: 'average assets = 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      returnOnEquity: {
        ...higher(PERCENT),
        formula: 'netIncome / pos(avg(totalShareholderEquity, totalShareholderEquityPriorYear))',
        missingWhen: 'average equity <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      returnOnInvestedCapital: {
        ...higher(PERCENT),
        formula:
          'operatingIncome * (1 - taxRate(incomeTaxExpense, incomeBeforeTax)) / pos(avg(totalDebt + totalShareholderEquity + opt(minorityInterest), totalDebtPriorYear + totalShareholderEquityPriorYear + opt(minorityInterestPriorYear)))',
        missingWhen: 'average debt + equity + minority interest <= 0',
        source: 'Koller et al. Valuation (invested capital with noncontrolling interests); CFA L1; Damodaran',
      },
      returnOnCapitalEmployed: {
        ...higher(PERCENT),
        formula: 'operatingIncome / pos(totalAssets - totalCurrentLiabilities)',
        missingWhen: 'assets - current liabilities <= 0',
        source: 'FinanceToolkit; CFA L1',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'EfficiencyRatios' },
    {
      assetTurnover: {
        ...higher(MULTIPLE),
        formula: 'totalRevenue / nz(avg(totalAssets, totalAssetsPriorYear))',
        missingWhen: 'average assets = 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      fixedAssetTurnover: {
        ...higher(MULTIPLE),
        formula: 'totalRevenue / pos(avg(propertyPlantEquipment, propertyPlantEquipmentPriorYear))',
        missingWhen: 'average PP&E <= 0',
        source: 'CFA L1 Financial Analysis Techniques',
      },
      inventoryTurnover: {
        ...higher(MULTIPLE),
        formula: 'costOfRevenue / pos(avg(inventory, inventoryPriorYear))',
        missingWhen: 'average inventory <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      receivablesTurnover: {
        ...higher(MULTIPLE),
        formula: 'totalRevenue / pos(avg(currentNetReceivables, currentNetReceivablesPriorYear))',
        missingWhen: 'average receivables <= 0',
        source: 'CFA L1 Financial Analysis Techniques',
      },
      payablesTurnover: {
        ...MULTIPLE,
        formula: 'costOfRevenue / pos(avg(currentAccountsPayable, currentAccountsPayablePriorYear))',
        missingWhen: 'average payables <= 0',
        source: 'CFA L1 Financial Analysis Techniques (cost of revenue for purchases); FinanceToolkit',
      },
      daysInventoryOutstanding: {
        ...lower(DAYS),
        formula: '365 * avg(inventory, inventoryPriorYear) / pos(costOfRevenue)',
        missingWhen: 'cost of revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      daysSalesOutstanding: {
        ...lower(DAYS),
        formula: '365 * avg(currentNetReceivables, currentNetReceivablesPriorYear) / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      daysPayablesOutstanding: {
        ...DAYS,
        formula: '365 * avg(currentAccountsPayable, currentAccountsPayablePriorYear) / pos(costOfRevenue)',
        missingWhen: 'cost of revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      cashConversionCycle: {
        ...lower(DAYS),
        formula: 'daysInventoryOutstanding + daysSalesOutstanding - daysPayablesOutstanding',
        missingWhen: 'a component is missing',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'MarketValueRatios' },
    {
      enterpriseValue: {
        formula: 'marketCapitalization + totalDebt + opt(preferredStock) + opt(minorityInterest) - cashAndShortTermInvestments',
        missingWhen: 'market cap, debt or cash missing',
        source: 'CFA L2 Market-Based Valuation; FinanceToolkit',
      },
      enterpriseValueWithLeases: {
        formula: 'enterpriseValue + capitalLeaseObligations',
        missingWhen: 'enterprise value or lease obligations missing',
        source: 'IFRS 16; Damodaran, Dealing with operating leases in valuation (1999)',
      },
      priceToEarningsRatio: {
        ...lower(MULTIPLE),
        formula:
          'marketCapitalization * or1(weightedAverageSharesDiluted / pos(commonStockSharesOutstanding)) / pos(netIncomeToCommon)',
        missingWhen: 'income to common <= 0',
        source: 'CFA L2: price per share over diluted earnings per share (ASC 260)',
      },
      priceToSalesRatio: {
        ...lower(MULTIPLE),
        formula: 'marketCapitalization / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'FMP formula page; CFA L2',
      },
      priceToBookRatio: {
        ...lower(MULTIPLE),
        formula: 'marketCapitalization / pos(totalShareholderEquity - opt(preferredStock))',
        missingWhen: 'common equity <= 0',
        source: 'FMP formula page; CFA L2',
      },
      priceToTangibleBookRatio: {
        ...lower(MULTIPLE),
        formula:
          'marketCapitalization / pos(totalShareholderEquity - opt(preferredStock) - opt(goodwill) - opt(intangibleAssetsExcludingGoodwill))',
        missingWhen: 'tangible common equity <= 0',
        source: 'CFA L2 Market-Based Valuation',
      },
      priceToCashFlowRatio: {
        ...lower(MULTIPLE),
        formula: 'marketCapitalization / pos(operatingCashflow)',
        missingWhen: 'operating cash flow <= 0',
        source: 'FMP formula page; FinanceToolkit',
      },
      priceToFreeCashFlowRatio: {
        ...lower(MULTIPLE),
        formula: 'marketCapitalization / pos(freeCashFlow)',
        missingWhen: 'free cash flow <= 0',
        source: 'FMP formula page; FinanceToolkit',
      },
      earningsYield: {
        ...higher(PERCENT),
        formula:
          'netIncomeToCommon / nz(marketCapitalization * or1(weightedAverageSharesDiluted / pos(commonStockSharesOutstanding)))',
        missingWhen: 'market cap = 0',
        source: 'CFA L2: diluted earnings per share over price',
      },
      netIncomeToCommon: {
        ...HIGHER,
        formula: 'netIncome - opt(preferredDividends)',
        missingWhen: 'net income missing',
        source: 'ASC 260-10-45-11 (income available to common stockholders); Compustat IBCOM',
      },
      freeCashFlowYield: {
        ...higher(PERCENT),
        formula: 'freeCashFlow / nz(marketCapitalization)',
        missingWhen: 'market cap = 0',
        source: 'FMP formula page; FinanceToolkit',
      },
      dividendYield: {
        ...higher(PERCENT),
        formula: 'optIf(dividendPerShare, pos(1 - gt(dividendPayout, 0))) / pos(close)',
        missingWhen: 'price <= 0; dividends per share not reported, unless none were paid',
        source: 'CFA L1; FinanceToolkit (dividend yield)',
      },
      cashDividendYield: {
        ...higher(PERCENT),
        formula: 'optIf(dividendPayout, operatingCashflow) / nz(marketCapitalization)',
        missingWhen: 'market cap = 0',
        source: 'FMP formula page; FinanceToolkit (weighted dividend yield)',
      },
      buybackYield: {
        ...higher(PERCENT),
        formula:
          '(optIf(paymentsForRepurchaseOfCommonStock, operatingCashflow) - optIf(proceedsFromIssuanceOfCommonStock, operatingCashflow)) / nz(marketCapitalization)',
        missingWhen: 'market cap = 0',
        source: 'Boudoukh et al. (2007); Faber (2013)',
      },
      shareholderYield: {
        ...higher(PERCENT),
        formula: 'cashDividendYield + buybackYield',
        missingWhen: 'market cap = 0',
        source: 'Boudoukh et al. (2007); Faber (2013), without the debt-paydown leg',
      },
      enterpriseValueToSales: {
        ...lower(MULTIPLE),
        formula: 'pos(enterpriseValue * enterpriseValueApplies) / pos(totalRevenue)',
        missingWhen: 'enterprise value or revenue <= 0; banks, insurers and brokers',
        source: 'FMP formula page; FinanceToolkit',
      },
      enterpriseValueToEbitda: {
        ...lower(MULTIPLE),
        formula: 'pos(enterpriseValue * enterpriseValueApplies) / pos(ebitda)',
        missingWhen: 'enterprise value or EBITDA <= 0; banks, insurers and brokers',
        source: 'FMP formula page; CFA L2',
      },
      enterpriseValueToEbit: {
        ...lower(MULTIPLE),
        formula: 'pos(enterpriseValue * enterpriseValueApplies) / pos(operatingIncome)',
        missingWhen: 'enterprise value or operating income <= 0; banks, insurers and brokers',
        source: 'FinanceToolkit; operating income as Compustat’s OIADP',
      },
      enterpriseValueToUnleveredFreeCashFlow: {
        ...lower(MULTIPLE),
        formula: 'pos(enterpriseValue * enterpriseValueApplies) / pos(unleveredFreeCashFlow)',
        missingWhen: 'enterprise value or unlevered free cash flow <= 0; banks, insurers and brokers',
        source: 'CFA L2 (free cash flow to the firm); Koller et al. Valuation',
      },
      earningsPerShare: {
        ...higher(PER_SHARE),
        formula: 'netIncomeToCommon / pos(weightedAverageSharesDiluted)',
        missingWhen: 'shares <= 0',
        source: 'ASC 260: income available to common stockholders over diluted weighted shares',
      },
      bookValuePerShare: {
        ...higher(PER_SHARE),
        formula: '(totalShareholderEquity - opt(preferredStock)) / pos(commonStockSharesOutstanding)',
        missingWhen: 'shares <= 0',
        source: 'FinanceToolkit',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'PerformanceRatios' },
    {
      dividendPayoutRatio: {
        ...PERCENT,
        formula: 'max(optIf(dividendPayout, operatingCashflow) - opt(preferredDividends), 0) / pos(netIncomeToCommon)',
        missingWhen: 'income to common <= 0',
        source: 'CFA L1; Compustat DVC / IBCOM: common dividends over income to common',
      },
      sustainableGrowthRate: {
        ...higher(PERCENT),
        formula: 'returnOnEquity * (1 - dividendPayoutRatio)',
        missingWhen: 'ROE or payout is missing',
        source: 'Higgins (1977); CFA L1',
      },
      taxBurden: {
        ...higher(PERCENT),
        formula: 'netIncome / pos(incomeBeforeTax)',
        missingWhen: 'pre-tax income <= 0',
        source: 'CFA L1 Financial Analysis Techniques (five-way DuPont); FinanceToolkit',
      },
      interestBurden: {
        ...higher(PERCENT),
        formula: 'incomeBeforeTax / pos(ebit)',
        missingWhen: 'EBIT <= 0',
        source: 'CFA L1 Financial Analysis Techniques (five-way DuPont)',
      },
      revenueGrowth: {
        ...higher(PERCENT),
        formula: 'totalRevenue / pos(totalRevenuePriorYear) - 1',
        missingWhen: 'prior revenue <= 0',
        source: 'CFA L1 common-size and trend analysis',
      },
      netIncomeGrowth: {
        ...higher(PERCENT),
        formula: 'netIncome / pos(netIncomePriorYear) - 1',
        missingWhen: 'prior net income <= 0',
        source: 'CFA L1 common-size and trend analysis',
      },
      totalAssetsGrowth: {
        ...lower(PERCENT),
        formula: 'totalAssets / pos(totalAssetsPriorYear) - 1',
        missingWhen: 'prior assets <= 0',
        source: 'Cooper, Gulen & Schill (2008)',
      },
      ruleOf40: {
        ...higher(PERCENT),
        formula: 'revenueGrowth + freeCashFlowMargin',
        missingWhen: 'a component is missing',
        source: 'Feld (2015)',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'CostRatios' },
    {
      costOfRevenueRatio: {
        ...lower(PERCENT),
        formula: 'costOfRevenue / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 common-size income statement',
      },
      operatingExpenseRatio: {
        ...lower(PERCENT),
        formula: 'operatingExpenses / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 common-size income statement',
      },
      operatingRatio: {
        ...lower(PERCENT),
        formula: '(costOfRevenue + operatingExpenses) / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'FinanceToolkit',
      },
      sgaToRevenue: {
        ...lower(PERCENT),
        formula: 'sellingGeneralAndAdministrative / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'FMP formula page; FinanceToolkit',
      },
      researchAndDevelopmentToRevenue: {
        ...PERCENT,
        formula: 'researchAndDevelopment / pos(totalRevenue)',
        missingWhen: 'revenue <= 0 or R&D undisclosed',
        source: 'FMP key metrics',
      },
      effectiveTaxRate: {
        ...lower(PERCENT),
        formula: 'incomeTaxExpense / pos(incomeBeforeTax)',
        missingWhen: 'pre-tax income <= 0',
        source: 'CFA L1 Financial Analysis Techniques; FinanceToolkit',
      },
      costOfDebt: {
        ...lower(PERCENT),
        formula: 'interestExpense / pos(avg(totalDebt, totalDebtPriorYear))',
        missingWhen: 'average debt <= 0',
        source: 'CFA L1 cost of capital; Damodaran',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'CashFlowRatios' },
    {
      freeCashFlow: {
        ...HIGHER,
        formula: 'operatingCashflow - optIf(capitalExpenditures, operatingCashflow)',
        missingWhen: 'operating cash flow missing',
        source: 'FMP cash-flow statement; CFA L2 (simplified)',
      },
      unleveredFreeCashFlow: {
        ...HIGHER,
        formula: 'freeCashFlow + interestExpense * (1 - taxRate(incomeTaxExpense, incomeBeforeTax))',
        missingWhen: 'an input missing',
        source: 'CFA L2: FCFF = CFO + interest (1 - tax rate) - fixed capital investment',
      },
      operatingCashFlowRatio: {
        ...higher(MULTIPLE),
        formula: 'operatingCashflow / nz(totalCurrentLiabilities)',
        missingWhen: 'current liabilities = 0',
        source: 'FinanceToolkit',
      },
      operatingCashFlowMargin: {
        ...higher(PERCENT),
        formula: 'operatingCashflow / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 Financial Analysis Techniques (cash flow to revenue); FinanceToolkit',
      },
      freeCashFlowMargin: {
        ...higher(PERCENT),
        formula: 'freeCashFlow / pos(totalRevenue)',
        missingWhen: 'revenue <= 0',
        source: 'CFA L1 cash-flow ratios',
      },
      cashFlowToDebtRatio: {
        ...higher(PERCENT),
        formula: 'operatingCashflow / pos(totalDebt)',
        missingWhen: 'debt <= 0',
        source: 'CFA L1 Financial Analysis Techniques (debt coverage); FinanceToolkit',
      },
      capexCoverageRatio: {
        ...higher(MULTIPLE),
        formula: 'operatingCashflow / pos(capitalExpenditures)',
        missingWhen: 'capex <= 0',
        source: 'CFA L1 Financial Analysis Techniques (reinvestment); FinanceToolkit',
      },
      capexAndDividendCoverageRatio: {
        ...higher(MULTIPLE),
        formula: 'operatingCashflow / pos(capitalExpenditures + optIf(dividendPayout, operatingCashflow))',
        missingWhen: 'capex + dividends <= 0',
        source: 'CFA L1 Financial Analysis Techniques (investing and financing); FinanceToolkit',
      },
      incomeQuality: {
        ...higher(MULTIPLE),
        formula: 'operatingCashflow / pos(netIncome)',
        missingWhen: 'net income <= 0',
        source: 'FMP formula page; FinanceToolkit',
      },
    },
  ),
  ...table(
    { kind: 'ratio', group: 'SpecialFormulas' },
    {
      altmanZScore: {
        ...higher(SCORE),
        formula:
          '1.2 * (totalCurrentAssets - totalCurrentLiabilities) / nz(totalAssets) + 1.4 * retainedEarnings / nz(totalAssets) + 3.3 * operatingIncome / nz(totalAssets) + 0.6 * marketCapitalization / nz(totalLiabilities) + 1.0 * totalRevenue / nz(totalAssets)',
        missingWhen: 'assets = 0 or liabilities = 0',
        source: 'Altman (1968, 2000)',
      },
      altmanZDoublePrimeScore: {
        ...higher(SCORE),
        formula:
          '6.56 * (totalCurrentAssets - totalCurrentLiabilities) / nz(totalAssets) + 3.26 * retainedEarnings / nz(totalAssets) + 6.72 * operatingIncome / nz(totalAssets) + 1.05 * totalShareholderEquity / nz(totalLiabilities)',
        missingWhen: 'assets = 0 or liabilities = 0',
        source: 'Altman (2000), four-variable non-manufacturer version',
      },
      ohlsonOScore: {
        ...lower(SCORE),
        formula:
          '-1.32 - 0.407 * ln(totalAssets * usdRate / priceIndex) + 6.03 * totalLiabilities / nz(totalAssets) - 1.43 * (totalCurrentAssets - totalCurrentLiabilities) / nz(totalAssets) + 0.0757 * totalCurrentLiabilities / nz(totalCurrentAssets) - 1.72 * gt(totalLiabilities, totalAssets) - 2.37 * netIncome / nz(totalAssets) - 1.83 * (netIncome + opt(depreciationAndAmortization)) / nz(totalLiabilities) + 0.285 * lt(netIncome, 0) * lt(netIncomePriorYear, 0) - 0.521 * (netIncome - netIncomePriorYear) / nz(abs(netIncome) + abs(netIncomePriorYear))',
        missingWhen:
          'assets <= 0, no price index, liabilities = 0, current assets = 0, both net incomes 0, or prior net income missing',
        source: 'Ohlson (1980), model 1',
      },
      ohlsonProbability: {
        ...lower(PERCENT),
        formula: '1 / (1 + exp(0 - ohlsonOScore))',
        missingWhen: 'O-score is missing',
        source: 'Ohlson (1980), logistic link',
      },
      zmijewskiScore: {
        ...lower(SCORE),
        formula:
          '-4.336 - 4.513 * netIncome / nz(totalAssets) + 5.679 * totalLiabilities / nz(totalAssets) + 0.004 * totalCurrentAssets / nz(totalCurrentLiabilities)',
        missingWhen: 'assets = 0 or current liabilities = 0',
        source: 'Zmijewski (1984); YCharts glossary',
      },
      springateScore: {
        ...higher(SCORE),
        formula:
          '1.03 * (totalCurrentAssets - totalCurrentLiabilities) / nz(totalAssets) + 3.07 * operatingIncome / nz(totalAssets) + 0.66 * incomeBeforeTax / nz(totalCurrentLiabilities) + 0.4 * totalRevenue / nz(totalAssets)',
        missingWhen: 'assets = 0 or current liabilities = 0',
        source: 'Springate (1978); YCharts glossary',
      },
      piotroskiFScore: {
        ...higher(SCORE),
        formula:
          'gt(netIncome, 0) + gt(operatingCashflow, 0) + gt(netIncome / nz(totalAssetsPriorYear), netIncomePriorYear / nz(totalAssetsTwoYearsPrior)) + gt(operatingCashflow, netIncome) + lt(opt(longTermDebt) / nz(totalAssets + totalAssetsPriorYear), opt(longTermDebtPriorYear) / nz(totalAssetsPriorYear + totalAssetsTwoYearsPrior)) + gt(totalCurrentAssets / nz(totalCurrentLiabilities), totalCurrentAssetsPriorYear / nz(totalCurrentLiabilitiesPriorYear)) + le(commonStockSharesOutstanding, commonStockSharesOutstandingPriorYear) + gt(grossProfit / nz(totalRevenue), grossProfitPriorYear / nz(totalRevenuePriorYear)) + gt(totalRevenue / nz(totalAssetsPriorYear), totalRevenuePriorYear / nz(totalAssetsTwoYearsPrior))',
        missingWhen: 'any of the nine tests cannot be decided; it takes three balance sheets',
        source: 'Piotroski (2000): returns and turnover on opening assets, leverage on average assets',
      },
      beneishMScore: {
        ...lower(SCORE),
        formula:
          '-4.84 + 0.92 * (currentNetReceivables / nz(totalRevenue)) / nz(currentNetReceivablesPriorYear / nz(totalRevenuePriorYear)) + 0.528 * (grossProfitPriorYear / nz(totalRevenuePriorYear)) / nz(grossProfit / nz(totalRevenue)) + 0.404 * or1((diff(totalAssets, totalCurrentAssets + propertyPlantEquipment + opt(longTermInvestments)) / nz(totalAssets)) / nz(diff(totalAssetsPriorYear, totalCurrentAssetsPriorYear + propertyPlantEquipmentPriorYear + opt(longTermInvestmentsPriorYear)) / nz(totalAssetsPriorYear))) + 0.892 * totalRevenue / nz(totalRevenuePriorYear) + 0.115 * or1((depreciationAndAmortizationPriorYear / nz(propertyPlantEquipmentPriorYear + depreciationAndAmortizationPriorYear)) / nz(depreciationAndAmortization / nz(propertyPlantEquipment + depreciationAndAmortization))) - 0.172 * or1((sellingGeneralAndAdministrative / nz(totalRevenue)) / nz(sellingGeneralAndAdministrativePriorYear / nz(totalRevenuePriorYear))) + 4.679 * (netIncome - operatingCashflow) / nz(totalAssets) - 0.327 * ((totalCurrentLiabilities + opt(longTermDebt)) / nz(totalAssets)) / nz((totalCurrentLiabilitiesPriorYear + opt(longTermDebtPriorYear)) / nz(totalAssetsPriorYear))',
        missingWhen: 'receivables, margin, sales, leverage or accrual index undefined (AQI, DEPI, SGAI default to 1)',
        source: 'Beneish (1999)',
      },
      sloanAccruals: {
        ...lower(PERCENT),
        formula: '(netIncome - operatingCashflow) / nz(avg(totalAssets, totalAssetsPriorYear))',
        missingWhen: 'average assets = 0',
        source: 'Sloan (1996) in the cash-flow form of Hribar & Collins (2002)',
      },
      grossProfitability: {
        ...higher(PERCENT),
        formula: 'grossProfit / nz(totalAssets)',
        missingWhen: 'total assets = 0',
        source: 'Novy-Marx (2013)',
      },
      greenblattEarningsYield: {
        ...higher(PERCENT),
        formula: 'operatingIncome / pos(enterpriseValue * enterpriseValueApplies)',
        missingWhen: 'enterprise value <= 0; banks, insurers and brokers',
        source: 'Greenblatt (2005)',
      },
      returnOnCapital: {
        ...higher(PERCENT),
        formula:
          'operatingIncome / pos(max(totalCurrentAssets - cashAndShortTermInvestments - (totalCurrentLiabilities - opt(shortTermDebt)), 0) + propertyPlantEquipment)',
        missingWhen: 'net working capital + PP&E <= 0',
        source: 'Greenblatt (2005); ValueSignals glossary for the floor at zero',
      },
      magicFormula: {
        unit: 'score',
        display: 'count',
        ...LOWER,
        formula: 'rankDesc(greenblattEarningsYield) + rankDesc(returnOnCapital)',
        missingWhen: 'not eligible, or either input missing',
        source: 'Greenblatt (2005)',
      },
      acquirersMultiple: {
        ...lower(MULTIPLE),
        formula: 'pos(enterpriseValue * enterpriseValueApplies) / pos(operatingIncome)',
        missingWhen: 'enterprise value or operating income <= 0; banks, insurers and brokers',
        source: 'Carlisle (2014)',
      },
      grahamNumber: {
        ...higher(PER_SHARE),
        formula: 'sqrt(22.5 * pos(earningsPerShare) * pos(bookValuePerShare))',
        missingWhen: 'EPS <= 0 or BVPS <= 0',
        source: 'Graham (1973), ch. 14',
      },
      priceToGrahamNumber: {
        ...lower(MULTIPLE),
        formula: '(marketCapitalization / pos(commonStockSharesOutstanding)) / pos(grahamNumber)',
        missingWhen: 'Graham number is missing',
        source: 'Graham (1973), ch. 14',
      },
      priceToNetCurrentAssetValue: {
        ...lower(MULTIPLE),
        formula: 'marketCapitalization / pos(totalCurrentAssets - totalLiabilities - opt(preferredStock))',
        missingWhen: 'NCAV <= 0',
        source: 'Graham & Dodd (1934); Graham (1973), ch. 15',
      },
    },
  ),
];
