/** Screens to start from: known strategies as screen texts, each with its source. */

export const TEMPLATE_KINDS = ['value', 'quality', 'momentum', 'income', 'guard'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The return from twelve months to one month ago: both are gross rates back from today. */
const TWELVE_LESS_ONE = 'let twelveLessOne = stats.252.rateBack / pos(stats.21.rateBack)';
/** Percentage points of growth and yield per point of the price–earnings ratio. */
const TOTAL_RETURN_RATIO =
  'let totalReturnRatio = 100 * (fiveYearsEarningsGrowth + opt(dividendYield)) / pos(priceToEarningsRatio)';

export const TEMPLATES = [
  {
    id: 'magic',
    kind: 'value',
    text: 'type = Equity | sector not in (Financials, Utilities) | isAdr != true | marketCapitalization >= 5e7 USD | rank by (greenblattEarningsYield desc missing drop, returnOnCapital desc missing drop) | rows 1..30',
    source: 'Greenblatt, The Little Book That Beats the Market (2005)',
  },
  {
    id: 'acquirer',
    kind: 'value',
    text: 'type = Equity | sector != Financials | marketCapitalization >= 5e8 USD | acquirersMultiple >= 0 | sort acquirersMultiple asc | rows 1..30',
    source: 'Carlisle, The Acquirer’s Multiple (2017)',
  },
  {
    id: 'graham',
    kind: 'value',
    text: 'type = Equity | sector not in (Financials, Utilities) | totalRevenue >= 5e8 USD | currentRatio >= 2 | longTermDebt <= workingCapital | dividendYield >= 0.1% | fiveYearsEarningsGrowth >= 2.9% | priceToEarningsRatio <= 15 | priceToGrahamNumber <= 1 | sort priceToGrahamNumber asc',
    source: 'Graham, The Intelligent Investor (1973), chapter 14',
  },
  {
    id: 'grahamNumber',
    kind: 'value',
    text: 'type = Equity | marketCapitalization >= 1e8 USD | priceToGrahamNumber <= 1 | sort priceToGrahamNumber asc | rows 1..50',
    source: 'Graham, The Intelligent Investor (1973), chapter 14',
  },
  {
    id: 'netNet',
    kind: 'value',
    text: 'type = Equity | sector != Financials | let twoThirds = 3 * priceToNetCurrentAssetValue / 2 | twoThirds <= 1 | sort priceToNetCurrentAssetValue asc',
    source: 'Graham and Dodd, Security Analysis (1934); Graham (1973), chapter 15',
  },
  {
    id: 'trending',
    kind: 'value',
    text: 'type = Equity | marketCapitalization >= 2e8 USD | rank by (priceToBookRatio asc missing median, priceToEarningsRatio asc missing median, priceToSalesRatio asc missing median, enterpriseValueToEbitda asc missing median, priceToCashFlowRatio asc missing median, shareholderYield desc missing median) | percent 0..10 | sort stats.252.rateBack desc | rows 1..25',
    source: 'O’Shaughnessy, What Works on Wall Street, fourth edition (2011)',
  },
  {
    id: 'neff',
    kind: 'value',
    text: `type = Equity | marketCapitalization >= 1e9 USD | priceToEarningsRatio <= 0.6 * median in universe | fiveYearsEarningsGrowth between 7% and 20% | freeCashFlow >= 0 | ${TOTAL_RETURN_RATIO} | totalReturnRatio >= 2 | sort totalReturnRatio desc`,
    source: 'Neff and Mintz, John Neff on Investing (1999)',
  },
  {
    id: 'lynch',
    kind: 'value',
    text: `type = Equity | fiveYearsEarningsGrowth between 10% and 30% | debtToEquityRatio <= 0.8 | ${TOTAL_RETURN_RATIO} | totalReturnRatio >= 1.5 | sort totalReturnRatio desc | rows 1..50`,
    source: 'Lynch and Rothchild, One Up on Wall Street (1989)',
  },
  {
    id: 'piotroski',
    kind: 'quality',
    text: 'type = Equity | priceToBookRatio is present | sort priceToBookRatio asc | percent 0..20 | piotroskiFScore >= 8',
    source: 'Piotroski, Journal of Accounting Research 38 (2000)',
  },
  {
    id: 'grossProfit',
    kind: 'quality',
    text: 'type = Equity | sector != Financials | marketCapitalization >= 1e9 USD | top 20% grossProfitability | sort grossProfitability desc',
    source: 'Novy-Marx, Journal of Financial Economics 108 (2013)',
  },
  {
    id: 'qualityMinusJunk',
    kind: 'quality',
    text: 'type = Equity | marketCapitalization >= 1e9 USD | rank by (grossProfitability desc missing median, returnOnEquity desc missing median, returnOnAssets desc missing median, grossProfitMargin desc missing median, sloanAccruals asc missing median, fiveYearsEarningsGrowth desc weight 5 missing median, beta asc missing median, debtToAssetsRatio asc missing median, ohlsonProbability asc missing median, altmanZScore desc missing median) | percent 0..10',
    source: 'Asness, Frazzini and Pedersen, Review of Accounting Studies 24 (2019)',
  },
  {
    id: 'accruals',
    kind: 'quality',
    text: 'type = Equity | sector != Financials | marketCapitalization >= 1e8 USD | bottom 10% sloanAccruals | sort sloanAccruals asc',
    source: 'Sloan, The Accounting Review 71 (1996); Hribar and Collins (2002)',
  },
  {
    id: 'momentum',
    kind: 'momentum',
    text: `type = Equity | marketCapitalization >= 1e9 USD | ${TWELVE_LESS_ONE} | top 10% twelveLessOne | sort twelveLessOne desc`,
    source: 'Jegadeesh and Titman, Journal of Finance 48 (1993)',
  },
  {
    id: 'yearHigh',
    kind: 'momentum',
    text: 'type = Equity | marketCapitalization >= 1e9 USD | top 30% stats.252.rateToMax | sort stats.252.rateToMax desc',
    source: 'George and Hwang, Journal of Finance 59 (2004)',
  },
  {
    id: 'valueMomentum',
    kind: 'momentum',
    text: `type = Equity | marketCapitalization >= 1e9 USD | ${TWELVE_LESS_ONE} | rank by (priceToBookRatio asc missing drop, twelveLessOne desc missing drop) | percent 0..33`,
    source: 'Asness, Moskowitz and Pedersen, Journal of Finance 68 (2013)',
  },
  {
    id: 'shareholder',
    kind: 'income',
    text: 'type = Equity | marketCapitalization >= 5e9 USD | shareholderYield >= 5% | dividendPayoutRatio between 0 and 75% | netDebtToEbitda <= 3 | sort shareholderYield desc',
    source: 'Faber, Shareholder Yield (2013)',
  },
  {
    id: 'dogs',
    kind: 'income',
    text: 'type = Equity | country = US | isAdr != true | sort marketCapitalization desc | rows 1..30 | sort dividendYield desc | rows 1..10',
    source: 'O’Higgins and Downes, Beating the Dow (1991)',
  },
  {
    id: 'conservative',
    kind: 'income',
    text: `type = Equity | sort marketCapitalization desc | rows 1..1000 | bottom 50% stats.1260.pemstd | ${TWELVE_LESS_ONE} | rank by (shareholderYield desc missing drop, twelveLessOne desc missing drop) | rows 1..100`,
    source: 'van Vliet and Blitz, The Conservative Formula (2018)',
  },
  {
    id: 'lowVolatility',
    kind: 'guard',
    text: 'type = Equity | marketCapitalization >= 5e9 USD | bottom 10% stats.252.pemstd | sort stats.252.pemstd asc',
    source: 'Blitz and van Vliet, Journal of Portfolio Management 34 (2007)',
  },
  {
    id: 'altman',
    kind: 'guard',
    text: 'type = Equity | sector not in (Financials, Utilities) | marketCapitalization >= 1e8 USD | altmanZScore >= 2.99 | sort altmanZScore desc',
    source: 'Altman, Journal of Finance 23 (1968)',
  },
  {
    id: 'distress',
    kind: 'guard',
    text: 'type = Equity | sector not in (Financials, Utilities) | marketCapitalization >= 1e8 USD | altmanZScore <= 1.81 | ohlsonProbability >= 50% | sort altmanZScore asc',
    source: 'Altman, Journal of Finance 23 (1968); Ohlson, Journal of Accounting Research 18 (1980)',
  },
  {
    id: 'beneish',
    kind: 'guard',
    text: 'type = Equity | sector != Financials | marketCapitalization >= 1e8 USD | beneishMScore >= -1.78 | sort beneishMScore desc',
    source: 'Beneish, Financial Analysts Journal 55 (1999)',
  },
] as const satisfies readonly { id: string; kind: TemplateKind; text: string; source: string }[];
