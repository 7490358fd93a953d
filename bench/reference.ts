/** The tuned baseline: one plain loop per ratio over typed arrays, float32, with the same rules: tiny is zero, out of range is missing. */

type Column = Float32Array;
const SMALLEST_NORMAL = 2 ** -126;

function overPos(out: Column, a: Column, b: Column): void {
  for (let i = 0; i < out.length; i++) {
    const y = b[i]!;
    const q = y > 0 ? Math.fround(a[i]! / y) : Number.NaN;
    out[i] = Math.abs(q) < SMALLEST_NORMAL ? 0 : q + (q - q);
  }
}
function overNz(out: Column, a: Column, b: Column): void {
  for (let i = 0; i < out.length; i++) {
    const y = b[i]!;
    const q = y !== 0 ? Math.fround(a[i]! / y) : Number.NaN;
    out[i] = Math.abs(q) < SMALLEST_NORMAL ? 0 : q + (q - q);
  }
}
function overMeanPos(out: Column, a: Column, now: Column, prior: Column): void {
  for (let i = 0; i < out.length; i++) {
    const p = prior[i]!;
    const mean = !Number.isNaN(p) ? Math.fround(Math.fround(now[i]! + p) / 2) : now[i]!;
    const q = mean > 0 ? Math.fround(a[i]! / mean) : Number.NaN;
    out[i] = Math.abs(q) < SMALLEST_NORMAL ? 0 : q + (q - q);
  }
}
function growth(out: Column, now: Column, prior: Column): void {
  for (let i = 0; i < out.length; i++) {
    const p = prior[i]!;
    out[i] = p > 0 ? Math.fround(Math.fround(now[i]! / p) - 1) : Number.NaN;
  }
}
function difference(out: Column, a: Column, b: Column): void {
  for (let i = 0; i < out.length; i++) out[i] = Math.fround(a[i]! - b[i]!);
}

/** [kind, ratio, inputs]: sixty ratios of the catalogue, or similar ones, with the equivalent formula. */
export const REFERENCE: readonly {
  readonly id: string;
  readonly formula: string;
  readonly compute: (columnOf: (id: string) => Column, out: Column) => void;
}[] = [
  ...(
    [
      'totalDebt totalShareholderEquity',
      'longTermDebt totalShareholderEquity',
      'netDebt ebitda',
      'ebit interestExpense',
      'grossProfit totalRevenue',
      'operatingIncome totalRevenue',
      'ebitda totalRevenue',
      'incomeBeforeTax totalRevenue',
      'netIncome totalRevenue',
      'marketCapitalization netIncome',
      'marketCapitalization totalRevenue',
      'marketCapitalization totalShareholderEquity',
      'marketCapitalization operatingCashflow',
      'marketCapitalization ebitda',
      'netIncome commonStockSharesOutstanding',
      'dividendPayout netIncome',
      'netIncome incomeBeforeTax',
      'incomeBeforeTax ebit',
      'costOfRevenue totalRevenue',
      'operatingExpenses totalRevenue',
      'sellingGeneralAndAdministrative totalRevenue',
      'researchAndDevelopment totalRevenue',
      'incomeTaxExpense incomeBeforeTax',
      'operatingCashflow totalRevenue',
      'operatingCashflow totalDebt',
      'operatingCashflow capitalExpenditures',
      'operatingCashflow netIncome',
      'ebit marketCapitalization',
    ] as const
  ).map((pair) => {
    const [a = '', b = ''] = pair.split(' ');
    return {
      id: `${a} over ${b}`,
      formula: `${a} / pos(${b})`,
      compute: (columnOf: (id: string) => Column, out: Column) => overPos(out, columnOf(a), columnOf(b)),
    };
  }),
  ...(
    [
      'totalCurrentAssets totalCurrentLiabilities',
      'cashAndShortTermInvestments totalCurrentLiabilities',
      'totalDebt totalAssets',
      'totalLiabilities totalAssets',
      'netIncome marketCapitalization',
      'operatingCashflow totalCurrentLiabilities',
      'grossProfit totalAssets',
      'dividendPayout marketCapitalization',
      'retainedEarnings totalAssets',
      'ebit totalAssets',
      'totalRevenue totalAssets',
      'netIncome totalAssets',
      'cash totalAssets',
      'inventory totalAssets',
    ] as const
  ).map((pair) => {
    const [a = '', b = ''] = pair.split(' ');
    return {
      id: `${a} by ${b}`,
      formula: `${a} / nz(${b})`,
      compute: (columnOf: (id: string) => Column, out: Column) => overNz(out, columnOf(a), columnOf(b)),
    };
  }),
  ...(
    [
      'netIncome totalAssets',
      'netIncome totalShareholderEquity',
      'totalRevenue totalAssets',
      'totalRevenue propertyPlantEquipment',
      'costOfRevenue inventory',
      'totalRevenue currentNetReceivables',
      'costOfRevenue currentAccountsPayable',
      'interestExpense totalDebt',
    ] as const
  ).map((pair) => {
    const [a = '', b = ''] = pair.split(' ');
    return {
      id: `${a} over mean ${b}`,
      formula: `${a} / pos(avg(${b}, ${b}PriorYear))`,
      compute: (columnOf: (id: string) => Column, out: Column) =>
        overMeanPos(out, columnOf(a), columnOf(b), columnOf(`${b}PriorYear`)),
    };
  }),
  ...['totalRevenue', 'netIncome', 'totalAssets', 'grossProfit', 'totalDebt', 'inventory'].map((a) => ({
    id: `${a} growth`,
    formula: `${a} / pos(${a}PriorYear) - 1`,
    compute: (columnOf: (id: string) => Column, out: Column) => growth(out, columnOf(a), columnOf(`${a}PriorYear`)),
  })),
  ...[
    'totalCurrentAssets totalCurrentLiabilities',
    'operatingCashflow capitalExpenditures',
    'totalRevenue costOfRevenue',
    'totalAssets totalLiabilities',
  ].map((pair) => {
    const [a = '', b = ''] = pair.split(' ');
    return {
      id: `${a} less ${b}`,
      formula: `${a} - ${b}`,
      compute: (columnOf: (id: string) => Column, out: Column) => difference(out, columnOf(a), columnOf(b)),
    };
  }),
];
