import { type BalanceSheet, drawBalanceSheet } from './balance.ts';
import { awayFromZero, clamp, LARGEST_USD, saturated } from './bounds.ts';
import type { Figures } from './figures.ts';
import { type Basis, drawIncome, type Income, OPERATING_MULTIPLE_MAX, roundingFor } from './income.ts';
import type { Issuer } from './issuer.ts';
import { drawOpening, type Opening } from './opening.ts';
import type { Random } from './random.ts';

/** Maximum market value ÷ absolute net income. */
const EARNINGS_MULTIPLE_MAX = 1500;
/** Maximum factor by which net income changes in a year. */
const EARNINGS_CHANGE_MAX = 40;
/** Preferred dividend, as a share of stated value. */
const PREFERRED_RATE = 0.055;
/** Maximum dilution by options and convertibles; losses are not diluted. */
const DILUTION_MAX = 0.03;
const DIVIDEND_YIELD_MAX = 0.16;
const ISSUANCE_SHARE_MAX = 0.6;

interface Profit {
  readonly interest: number;
  readonly pretax: number;
  readonly tax: number;
  readonly net: number;
  readonly preferredDividends: number;
}

/** Effective tax rate: near statutory rates, occasionally very low or very high. */
function drawTaxRate(random: Random): number {
  if (random.chance(0.06)) return random.between(0, 0.1);
  if (random.chance(0.02)) return random.between(0.45, 0.9);
  return clamp(0.235 + 0.06 * random.normal(), 0.05, 0.45);
}

function drawProfit(income: Income, balance: BalanceSheet, { capitalization, round, random }: Basis): Profit {
  const { operatingIncome, revenue, depreciation } = income;
  const interest = round(balance.debt * random.between(0.025, 0.085));
  const most = 0.4 * Math.min(Math.abs(operatingIncome), Math.abs(operatingIncome + depreciation));
  const other = clamp(0.02 * balance.cash + 0.006 * revenue * random.normal(), -most, most);
  const drawn = operatingIncome - interest + other;
  const tax = round(drawn > 0 ? drawn * drawTaxRate(random) : drawn * random.between(-0.02, 0.12));
  const afterTax = drawn - tax;
  const minority =
    balance.minority === 0 ? 0 : round(Math.min(0.08 * balance.minority * random.spread(0.5), 0.3 * Math.abs(afterTax)));
  const preferredDividends = round(PREFERRED_RATE * balance.preferred);
  const toCommon = awayFromZero(afterTax - minority - preferredDividends, capitalization / EARNINGS_MULTIPLE_MAX);
  const net = round(toCommon) + preferredDividends;
  return { interest, pretax: net + minority + tax, tax, net, preferredDividends };
}

interface Payments {
  /** On common stock. */
  readonly dividends: number;
  readonly preferredDividends: number;
  readonly buybacks: number;
  readonly issuance: number;
}

function drawDividends({ profile, size, isBurner }: Issuer, net: number, { capitalization, round, random }: Basis): number {
  const payerShare = clamp(profile.payerShare + 0.02 + 0.22 * size, 0, 0.95);
  if (isBurner || !random.chance(net > 0 ? payerShare : 0.2 * payerShare)) return 0;
  // After a loss, companies often maintain their dividend.
  const wanted = net > 0 ? net * Math.min(0.38 * random.spread(0.55), 1.6) : capitalization * random.between(0.005, 0.04);
  return round(saturated(wanted, DIVIDEND_YIELD_MAX * capitalization));
}

function drawPayments(issuer: Issuer, { net, preferredDividends }: Profit, basis: Basis): Payments {
  const { capitalization, round, random } = basis;
  const { isBurner } = issuer;
  const dividends = drawDividends(issuer, net - preferredDividends, basis);
  const buybacks = random.chance(net > 0 ? 0.35 : 0.06) ? round(0.012 * capitalization * random.spread(0.8)) : 0;
  const wanted = (isBurner ? 0.09 : 0.004) * capitalization * random.spread(0.9);
  const issuance = random.chance(isBurner ? 0.85 : 0.45) ? round(saturated(wanted, ISSUANCE_SHARE_MAX * capitalization)) : 0;
  return { dividends, preferredDividends, buybacks, issuance };
}

/** Consistent statements of the last twelve months and the previous year, in one currency. */
export interface Statements {
  readonly figures: Figures;
  readonly netIncome: number;
  readonly netIncomePriorYear: number;
  /** Net income minus preferred dividends. */
  readonly incomeToCommon: number;
  readonly dilutedShares: number;
  /** On common stock. */
  readonly dividends: number;
}

/**
 * @param usd US dollars per unit of the currency
 */
export function drawStatements(issuer: Issuer, capitalization: number, shares: number, usd: number, random: Random): Statements {
  const round = roundingFor(capitalization);
  const basis: Basis = { issuer, capitalization, usd, round, random };
  const income = drawIncome(basis);
  const balance = drawBalanceSheet(basis, income);
  const profit = drawProfit(income, balance, basis);
  const payments = drawPayments(issuer, profit, basis);
  const { dividends, buybacks, issuance } = payments;
  const incomeToCommon = profit.net - profit.preferredDividends;
  const opening = drawOpening(balance, incomeToCommon - dividends - buybacks + issuance, basis);
  const prior = priorIncomeFigures(income, profit, basis);
  const dilution = (1 + (issuance - buybacks) / capitalization) * (random.chance(0.2) ? random.spread(0.03) : 1);
  const sharesPriorYear = Math.round(shares / dilution);
  const options = incomeToCommon > 0 ? DILUTION_MAX * random.uniform() : 0;
  const dilutedShares = Math.round(((shares + sharesPriorYear) / 2) * (1 + options));
  const figures: Figures = {
    ...balance.lines,
    ...opening.figures,
    ...incomeFigures(income, profit),
    ...prior,
    ...cashFigures(income, profit, payments, balance, opening, basis),
    commonStockSharesOutstanding: shares,
    commonStockSharesOutstandingPriorYear: sharesPriorYear,
    weightedAverageSharesDiluted: dilutedShares,
  };
  const { netIncomePriorYear } = prior;
  return { figures, netIncome: profit.net, netIncomePriorYear, incomeToCommon, dilutedShares, dividends };
}

function incomeFigures(income: Income, { interest, pretax, tax, net, preferredDividends }: Profit): Figures {
  return {
    totalRevenue: income.revenue,
    costOfRevenue: income.cost,
    grossProfit: income.grossProfit,
    operatingExpenses: income.operatingExpenses,
    sellingGeneralAndAdministrative: income.selling,
    researchAndDevelopment: income.research,
    depreciationAndAmortization: income.depreciation,
    operatingIncome: income.operatingIncome,
    interestExpense: interest,
    incomeBeforeTax: pretax,
    incomeTaxExpense: tax,
    ebit: pretax + interest,
    specialItems: income.specialItems,
    ebitda: income.operatingIncome + income.specialItems + income.depreciation,
    netIncome: net,
    preferredDividends,
  };
}

function priorIncomeFigures(income: Income, { net }: Profit, { issuer, capitalization, usd, round, random }: Basis) {
  const { growth, isBurner } = issuer;
  const revenue = round(saturated(income.revenue / (1 + growth), LARGEST_USD.revenue / usd));
  const margin = (income.revenue === 0 ? 0 : net / income.revenue) + 0.025 * random.normal() - 0.02 * growth;
  const earned = isBurner ? net * random.spread(0.35) : revenue * margin;
  const least = Math.max(capitalization / EARNINGS_MULTIPLE_MAX, Math.abs(net) / EARNINGS_CHANGE_MAX);
  const grossMargin = income.revenue === 0 ? 0 : income.grossProfit / income.revenue;
  return {
    totalRevenuePriorYear: revenue,
    grossProfitPriorYear: round(revenue * clamp(grossMargin + 0.012 * random.normal(), -0.5, 0.98)),
    sellingGeneralAndAdministrativePriorYear: round((income.selling / (1 + 0.6 * growth)) * random.spread(0.05)),
    depreciationAndAmortizationPriorYear: round((income.depreciation / (1 + 0.4 * growth)) * random.spread(0.06)),
    netIncomePriorYear: round(awayFromZero(earned, least)),
  } satisfies Figures;
}

/** Cash flows that reconcile opening and closing cash; investing cash flow is the balancing item. */
function cashFigures(
  income: Income,
  { net }: Profit,
  { dividends, preferredDividends, buybacks, issuance }: Payments,
  balance: BalanceSheet,
  opening: Opening,
  { issuer, capitalization, round, random }: Basis,
): Figures {
  const { profile, isBurner } = issuer;
  const base = isBurner ? income.operatingExpenses : income.revenue;
  const least = capitalization / OPERATING_MULTIPLE_MAX;
  const operating = round(awayFromZero(net + income.depreciation + base * (0.005 + 0.03 * random.normal()), 2 * least));
  const wantedCapex = profile.capexShare * base * random.spread(0.5) * (isBurner ? 0.5 : 1);
  // Avoids a free cash flow near zero.
  const isNearNothing = Math.abs(operating - wantedCapex) < least;
  const capex = round(isNearNothing ? Math.max(operating, 0) + 1.2 * least : wantedCapex);
  const payout = dividends + preferredDividends;
  const financing = balance.debt - opening.debt + issuance - payout - buybacks;
  return {
    operatingCashflow: operating,
    capitalExpenditures: capex,
    cashflowFromInvestment: balance.cash - opening.cash - operating - financing,
    cashflowFromFinancing: financing,
    dividendPayout: payout,
    paymentsForRepurchaseOfCommonStock: buybacks,
    proceedsFromIssuanceOfCommonStock: issuance,
  };
}
