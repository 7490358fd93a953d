import type { RAW_COLUMNS } from '../../catalogue/raw.ts';
import { type BalanceSheet, drawBalanceSheet } from './balance.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

/** Figures of the vector by column id; a column that is left out is missing. */
export type Figures = { [id in (typeof RAW_COLUMNS)[number]['id']]?: number };

export interface Income {
  readonly revenue: number;
  readonly cost: number;
  readonly grossProfit: number;
  readonly research: number;
  readonly selling: number;
  readonly operatingExpenses: number;
  readonly operatingIncome: number;
  readonly depreciation: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Rounds an amount as statements do: to thousands, those of large companies to millions. */
export type Rounding = (amount: number) => number;

export function roundingFor(amount: number): Rounding {
  const unit = amount > 2e9 ? 1e6 : amount > 2e6 ? 1e3 : 1;
  return (value) => Math.round(value / unit) * unit;
}

function drawIncome(
  { profile, isBurner, quality, size }: Issuer,
  capitalization: number,
  round: Rounding,
  random: Random,
): Income {
  if (isBurner) return drawBurnerIncome(profile.researchShare, capitalization, round, random);
  const usual = profile.operatingMargin;
  const drawn = usual + profile.marginSpread * (0.6 * quality + 0.5 * random.normal()) + 0.025 * clamp(size, -2, 2);
  const margin = clamp(drawn, -0.6, 0.65);
  const better = clamp(margin - usual, -0.3, 0.4);
  const priceToSales = profile.priceToSales * Math.exp(2.2 * better + 0.6 * random.normal());
  const revenue = round(capitalization / priceToSales);
  const grossMargin = clamp(profile.grossMargin + 0.11 * random.normal() + 0.4 * better, Math.max(margin + 0.03, 0.02), 0.96);
  const cost = round(revenue * (1 - grossMargin));
  const grossProfit = revenue - cost;
  const operatingExpenses = round(Math.max(grossProfit - margin * revenue, 0.01 * revenue));
  const research = round(Math.min(profile.researchShare * revenue * random.spread(0.6), 0.6 * operatingExpenses));
  const selling = round((operatingExpenses - research) * random.between(0.6, 0.97));
  const depreciation = round(profile.depreciationShare * revenue * random.spread(0.4));
  return {
    revenue,
    cost,
    grossProfit,
    research,
    selling,
    operatingExpenses,
    operatingIncome: grossProfit - operatingExpenses,
    depreciation,
  };
}

/** Diluted shares per share outstanding. */
const DILUTION = 1.01;
/** Dividend of preferred stock, of its stated value. */
const PREFERRED_RATE = 0.055;

/** A company that lives on its investors' money: little or nothing to sell yet. */
function drawBurnerIncome(researchShare: number, capitalization: number, round: Rounding, random: Random): Income {
  const revenue = random.chance(0.3) ? 0 : round(capitalization * 0.12 * random.spread(1.2));
  const cost = round(revenue * random.between(0.3, 1.1));
  const operatingExpenses = round(capitalization * 0.14 * random.spread(0.7) + 0.9 * revenue);
  const research = round(operatingExpenses * (researchShare > 0.03 ? random.between(0.3, 0.75) : random.between(0, 0.1)));
  const selling = round((operatingExpenses - research) * random.between(0.5, 0.95));
  const grossProfit = revenue - cost;
  const depreciation = round(0.02 * operatingExpenses * random.spread(0.6));
  return {
    revenue,
    cost,
    grossProfit,
    research,
    selling,
    operatingExpenses,
    operatingIncome: grossProfit - operatingExpenses,
    depreciation,
  };
}

interface Profit {
  readonly interest: number;
  readonly pretax: number;
  readonly tax: number;
  readonly minority: number;
  readonly net: number;
}

function drawProfit(income: Income, balance: BalanceSheet, round: Rounding, random: Random): Profit {
  const debt = balance.shortTermDebt + balance.longTermDebt;
  const interest = round(debt * random.between(0.025, 0.085));
  const other = round(0.02 * balance.cash + 0.006 * income.revenue * random.normal());
  const pretax = income.operatingIncome - interest + other;
  const tax = round(pretax > 0 ? pretax * random.between(0.14, 0.31) : pretax * random.between(-0.02, 0.12));
  const minority = round(balance.minority === 0 ? 0 : 0.08 * balance.minority * random.spread(0.5));
  return { interest, pretax, tax, minority, net: pretax - tax - minority };
}

interface Payments {
  readonly dividends: number;
  readonly buybacks: number;
  readonly issuance: number;
}

function drawPayments(issuer: Issuer, net: number, capitalization: number, round: Rounding, random: Random): Payments {
  const payerShare = clamp(issuer.profile.payerShare + 0.12 + 0.15 * issuer.size, 0, 0.95);
  const pays = net > 0 && !issuer.isBurner && random.chance(payerShare);
  const dividends = pays ? round(Math.min(net * random.between(0.12, 0.8), 0.12 * capitalization)) : 0;
  const buybacks = random.chance(net > 0 ? 0.35 : 0.06) ? round(0.012 * capitalization * random.spread(0.8)) : 0;
  const issuance = random.chance(issuer.isBurner ? 0.85 : 0.45)
    ? round((issuer.isBurner ? 0.09 : 0.004) * capitalization * random.spread(0.9))
    : 0;
  return { dividends, buybacks, issuance };
}

/** A company's statements of the last twelve months and the year before, in one currency; its lines add up. */
export interface Statements {
  readonly figures: Figures;
  readonly netIncome: number;
  readonly netIncomePriorYear: number;
  readonly dividends: number;
}

/** Draws the statements of a company that is worth `capitalization` for `shares` shares. */
export function drawStatements(issuer: Issuer, capitalization: number, shares: number, random: Random): Statements {
  const round = roundingFor(capitalization);
  const income = drawIncome(issuer, capitalization, round, random);
  const balance = drawBalanceSheet(issuer, income, capitalization, round, random);
  const profit = drawProfit(income, balance, round, random);
  const payments = drawPayments(issuer, profit.net, capitalization, round, random);
  const priorRevenue = round(income.revenue / (1 + issuer.growth));
  const priorMargin = (income.revenue === 0 ? 0 : profit.net / income.revenue) + 0.025 * random.normal() - 0.02 * issuer.growth;
  const netIncomePriorYear = round(issuer.isBurner ? profit.net * random.spread(0.35) : priorRevenue * priorMargin);
  const grossMargin = income.revenue === 0 ? 0 : income.grossProfit / income.revenue;
  const figures: Figures = {
    ...balance.figures,
    ...incomeFigures(income, profit),
    ...cashFigures(issuer, income, profit, payments, balance, round, random),
    totalRevenuePriorYear: priorRevenue,
    grossProfitPriorYear: round(priorRevenue * clamp(grossMargin + 0.012 * random.normal(), -0.5, 0.98)),
    sellingGeneralAndAdministrativePriorYear: round((income.selling / (1 + 0.6 * issuer.growth)) * random.spread(0.05)),
    depreciationAndAmortizationPriorYear: round((income.depreciation / (1 + 0.4 * issuer.growth)) * random.spread(0.06)),
    netIncomePriorYear,
    totalShareholderEquityPriorYear: balance.equity - profit.net + payments.dividends + payments.buybacks - payments.issuance,
    commonStockSharesOutstanding: shares,
    weightedAverageSharesDiluted: Math.round(DILUTION * shares),
    preferredDividends: round(PREFERRED_RATE * (balance.figures.preferredStock ?? 0)),
    commonStockSharesOutstandingPriorYear: Math.round(
      shares / (1 + (payments.issuance - payments.buybacks) / capitalization) / (random.chance(0.2) ? random.spread(0.03) : 1),
    ),
  };
  return { figures, netIncome: profit.net, netIncomePriorYear, dividends: payments.dividends };
}

function incomeFigures(income: Income, { interest, pretax, tax, net }: Profit): Figures {
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
    ebitda: income.operatingIncome + income.depreciation,
    netIncome: net,
  };
}

function cashFigures(
  { profile, isBurner }: Issuer,
  income: Income,
  { net }: Profit,
  { dividends, buybacks, issuance }: Payments,
  balance: BalanceSheet,
  round: Rounding,
  random: Random,
): Figures {
  const base = isBurner ? income.operatingExpenses : income.revenue;
  const operating = round(net + income.depreciation + base * (0.005 + 0.03 * random.normal()));
  const capex = round(profile.capexShare * base * random.spread(0.5) * (isBurner ? 0.5 : 1));
  const borrowed = balance.shortTermDebt + balance.longTermDebt - balance.priorDebt;
  const invested = round(base * Math.max(0.01 + 0.03 * random.normal(), -0.03));
  return {
    operatingCashflow: operating,
    capitalExpenditures: capex,
    cashflowFromInvestment: -capex - invested,
    cashflowFromFinancing: borrowed + issuance - dividends - buybacks,
    dividendPayout: dividends,
    paymentsForRepurchaseOfCommonStock: buybacks,
    proceedsFromIssuanceOfCommonStock: issuance,
  };
}
