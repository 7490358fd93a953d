import type { Figures } from './figures.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

/** Share of companies whose statements lack a line. */
const UNKNOWN: { readonly [id in keyof Figures]?: number } = {
  researchAndDevelopment: 0.42,
  preferredStock: 0.4,
  treasuryStock: 0.3,
  capitalLeaseObligations: 0.15,
  deferredRevenue: 0.2,
  minorityInterest: 0.2,
  goodwill: 0.08,
  intangibleAssetsExcludingGoodwill: 0.08,
  shortTermInvestments: 0.12,
  longTermInvestments: 0.1,
  sellingGeneralAndAdministrative: 0.04,
  depreciationAndAmortization: 0.02,
  interestExpense: 0.04,
  incomeTaxExpense: 0.02,
  retainedEarnings: 0.03,
  cashflowFromInvestment: 0.02,
  cashflowFromFinancing: 0.02,
  paymentsForRepurchaseOfCommonStock: 0.12,
  proceedsFromIssuanceOfCommonStock: 0.12,
  dividendPayout: 0.05,
};
/** The previous year of a young company is often missing. */
const PRIOR_YEAR_UNKNOWN = 0.01;
const PRIOR_YEAR_UNKNOWN_YOUNG = 0.15;
/** Lines that are missing together with another one. */
const DEPENDENTS: { readonly [id in keyof Figures]?: readonly (keyof Figures)[] } = {
  minorityInterest: ['minorityInterestPriorYear'],
  depreciationAndAmortization: ['ebitda', 'depreciationAndAmortizationPriorYear'],
  interestExpense: ['ebit'],
  sellingGeneralAndAdministrative: ['sellingGeneralAndAdministrativePriorYear'],
  longTermInvestments: ['longTermInvestmentsPriorYear'],
};
/** Lines that banks and insurers don't have. */
const NOT_FINANCIAL = [
  'costOfRevenue',
  'grossProfit',
  'grossProfitPriorYear',
  'deferredRevenue',
  'capitalLeaseObligations',
  'researchAndDevelopment',
] as const satisfies readonly (keyof Figures)[];

/** Removes lines that a real company might not publish. */
export function leaveGaps(figures: Figures, { sector, industry }: Issuer, isYoung: boolean, random: Random): Figures {
  const left: Figures = { ...figures };
  const drop = (id: keyof Figures): void => {
    delete left[id];
    for (const dependent of DEPENDENTS[id] ?? []) delete left[dependent];
  };
  for (const [id, share] of Object.entries(UNKNOWN)) if (random.chance(share)) drop(id as keyof Figures);
  if (sector === 'Financials') for (const id of NOT_FINANCIAL) drop(id);
  if (sector === 'Health Care' && /Biotech|Pharma/.test(industry) && figures.researchAndDevelopment !== undefined) {
    left.researchAndDevelopment = figures.researchAndDevelopment;
  }
  if (random.chance(isYoung ? PRIOR_YEAR_UNKNOWN_YOUNG : PRIOR_YEAR_UNKNOWN)) {
    for (const id of Object.keys(left) as (keyof Figures)[])
      if (id.endsWith('PriorYear') || id === 'totalAssetsTwoYearsPrior') delete left[id];
  }
  return left;
}
