/** Screens to start from: known strategies as screen texts, each with where it is described. */
export const TEMPLATES = [
  {
    id: 'magic',
    text: 'type = Equity | sector not in (Financials, Utilities) | marketCapitalization >= 1e9 USD | sort magicFormula asc | rows 1..50',
    source: 'Greenblatt, The Little Book That Beats the Market (2005)',
  },
  {
    id: 'acquirer',
    text: 'type = Equity | sector != Financials | marketCapitalization >= 5e8 USD | acquirersMultiple >= 0 | sort acquirersMultiple asc | rows 1..30',
    source: 'Carlisle, The Acquirer’s Multiple (2017)',
  },
  {
    id: 'piotroski',
    text: 'type = Equity | marketCapitalization >= 1e8 USD | sort priceToBookRatio asc | percent 0..20 | piotroskiFScore >= 8 | sort priceToBookRatio asc',
    source: 'Piotroski, Value Investing, Journal of Accounting Research 38 (2000)',
  },
  {
    id: 'graham',
    text: 'type = Equity | marketCapitalization >= 1e9 USD | currentRatio >= 2 | priceToEarningsRatio between 0 and 15 | priceToBookRatio between 0 and 1.5 | sort priceToGrahamNumber asc',
    source: 'Graham, The Intelligent Investor (1973), chapter 14',
  },
  {
    id: 'momentum',
    text: 'type = Equity | marketCapitalization >= 1e9 USD | sort stats.252.rateBack desc | percent 0..10 | stats.21.rsi <= 70 | sort stats.252.rateBack desc',
    source: 'Jegadeesh and Titman, Journal of Finance 48 (1993)',
  },
  {
    id: 'shareholder',
    text: 'type = Equity | marketCapitalization >= 5e9 USD | shareholderYield >= 5% | dividendPayoutRatio between 0 and 75% | netDebtToEbitda <= 3 | sort shareholderYield desc',
    source: 'Faber, Shareholder Yield (2013)',
  },
  {
    id: 'compounder',
    text: 'type = Equity | returnOnInvestedCapital >= 15% | fiveYearsRevenueGrowth >= 8% | grossProfitMargin >= 40% | netDebtToEbitda <= 2 | sort returnOnInvestedCapital desc',
    source: 'Novy-Marx, Journal of Financial Economics 108 (2013)',
  },
  {
    id: 'distress',
    text: 'type = Equity | marketCapitalization >= 1e8 USD | altmanZScore <= 1.81 | ohlsonProbability >= 50% | sort altmanZScore asc',
    source: 'Altman, Journal of Finance 23 (1968); Ohlson, Journal of Accounting Research 18 (1980)',
  },
] as const;
