/**
 * Ratios whose definition has changed since the worked examples were written: the value in double precision, written anew from the
 * source beside it and not from the catalogue's formula. NaN for missing.
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

/** Operating income before depreciation. */
export const ebitdaOf = (of: Inputs): number => of('operatingIncome') + of('depreciationAndAmortization');

const workingCapital = (of: Inputs): number => of('totalCurrentAssets') - of('totalCurrentLiabilities');
const multiple = (of: Inputs, denominator: number): number => above0(enterpriseValue(of)) / above0(denominator);

export const REDEFINED: Readonly<Record<string, Redefinition>> = {
  ebitdaMargin: { source: OIADP, value: (of) => ebitdaOf(of) / above0(of('totalRevenue')) },
  netDebtToEbitda: { source: OIADP, value: (of) => of('netDebt') / above0(ebitdaOf(of)) },
  interestCoverageRatio: { source: OIADP, value: (of) => of('operatingIncome') / above0(of('interestExpense')) },
  returnOnInvestedCapital: {
    source: OIADP,
    value: (of) =>
      (of('operatingIncome') * (1 - taxRate(of))) /
      above0(
        mean(of('totalDebt') + of('totalShareholderEquity'), of('totalDebtPriorYear') + of('totalShareholderEquityPriorYear')),
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
  enterpriseValueToFreeCashFlow: {
    source: 'CFA L2: a negative multiple has no meaning',
    value: (of) => multiple(of, of('operatingCashflow') - or0(of('capitalExpenditures'))),
  },
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

/** Values that FinanceToolkit publishes from its EBIT, which counts investment income: another definition than ours. */
export const FROM_ANOTHER_EBIT: readonly string[] = ['returnOnCapitalEmployed', 'altmanZScore'];
