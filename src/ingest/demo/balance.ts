import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';
import type { Figures, Income, Rounding } from './statements.ts';

/** A balance sheet whose two sides are equal. */
export interface BalanceSheet {
  readonly figures: Figures;
  readonly equity: number;
  readonly minority: number;
  readonly cash: number;
  readonly shortTermDebt: number;
  readonly longTermDebt: number;
  readonly priorDebt: number;
}

/** Most of a part of the balance sheet that its named lines may fill; the rest is other. */
const NAMED_SHARE_MAX = 0.95;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The wanted lines, rounded, and scaled down together where they don't fit into their total. */
function fitInto<Name extends string>(wanted: Record<Name, number>, total: number, round: Rounding): Record<Name, number> {
  const amounts = Object.entries<number>(wanted);
  const sum = amounts.reduce((all, [, amount]) => all + amount, 0);
  const scale = sum > NAMED_SHARE_MAX * total ? Math.max(NAMED_SHARE_MAX * total, 0) / sum : 1;
  return Object.fromEntries(amounts.map(([name, amount]) => [name, round(scale * amount)])) as Record<Name, number>;
}

function drawAssets(
  { profile, isBurner }: Issuer,
  income: Income,
  capitalization: number,
  round: Rounding,
  random: Random,
): number {
  if (isBurner) return Math.max(round(capitalization * 0.45 * random.spread(0.7)), 1000);
  return Math.max(round((income.revenue / profile.assetTurnover) * random.spread(0.32)), 1000);
}

function drawEquityShare({ profile, quality, sector }: Issuer, random: Random): number {
  if (sector === 'Financials') return clamp(profile.equityShare * random.spread(0.35), 0.03, 0.85);
  if (random.chance(0.045)) return -random.between(0.02, 0.9);
  return clamp(profile.equityShare + 0.03 * quality + 0.16 * random.normal(), 0.02, 0.94);
}

/** Draws the balance sheet of a company with this income. */
export function drawBalanceSheet(
  issuer: Issuer,
  income: Income,
  capitalization: number,
  round: Rounding,
  random: Random,
): BalanceSheet {
  const assets = drawAssets(issuer, income, capitalization, round, random);
  const equity = round(assets * drawEquityShare(issuer, random));
  const minority = random.chance(0.2) ? round(0.012 * assets * random.spread(0.9)) : 0;
  const liabilities = assets - equity - minority;
  const isFinancial = issuer.sector === 'Financials';
  const lines = isFinancial
    ? financialLines(assets, liabilities, round, random)
    : companyLines(issuer, income, assets, liabilities, round, random);
  const { shortTermDebt = 0, longTermDebt = 0, cash = 0, shortTermInvestments = 0 } = lines;
  const growth = 0.5 * issuer.growth + 0.05 * random.normal();
  const before = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : round((amount / (1 + Math.max(growth, -0.6))) * random.spread(0.12));
  const longTermDebtPriorYear = before(longTermDebt) ?? 0;
  const priorDebt = longTermDebtPriorYear + (before(shortTermDebt) ?? 0);
  const hasLost = income.operatingIncome < 0;
  const figures: Figures = {
    ...lines,
    totalAssets: assets,
    totalLiabilities: liabilities,
    totalShareholderEquity: equity,
    minorityInterest: minority,
    cashAndShortTermInvestments: cash + shortTermInvestments,
    totalDebt: shortTermDebt + longTermDebt,
    netDebt: shortTermDebt + longTermDebt - cash - shortTermInvestments,
    retainedEarnings: round(hasLost ? -Math.abs(equity) * random.between(0.3, 4) : equity * random.between(0.15, 0.9)),
    preferredStock: random.chance(0.04) ? round(0.03 * assets * random.spread(0.6)) : 0,
    treasuryStock: round(0.04 * Math.abs(equity) * random.spread(0.8)),
    totalAssetsPriorYear: round(assets / (1 + Math.max(growth, -0.6))),
    totalAssetsTwoYearsPrior: round(assets / (1 + Math.max(growth, -0.6)) ** 2),
    minorityInterestPriorYear: round(minority / (1 + Math.max(growth, -0.6))),
    longTermDebtPriorYear,
    totalDebtPriorYear: priorDebt,
  };
  for (const name of PRIOR_LINES) {
    const amount = before(lines[name]);
    if (amount !== undefined) figures[`${name}PriorYear`] = amount;
  }
  return { figures, equity, minority, cash: cash + shortTermInvestments, shortTermDebt, longTermDebt, priorDebt };
}

const PRIOR_LINES = [
  'totalCurrentAssets',
  'totalCurrentLiabilities',
  'inventory',
  'currentNetReceivables',
  'currentAccountsPayable',
  'propertyPlantEquipment',
  'longTermInvestments',
] as const satisfies readonly (keyof Figures)[];

/** Banks and insurers don't split their balance sheet into current and other. */
function financialLines(assets: number, liabilities: number, round: Rounding, random: Random): Figures {
  const assetLines = fitInto(
    {
      cash: 0.07 * assets * random.spread(0.6),
      shortTermInvestments: 0.05 * assets * random.spread(0.7),
      propertyPlantEquipment: 0.012 * assets * random.spread(0.6),
      goodwill: random.chance(0.5) ? 0.008 * assets * random.spread(0.9) : 0,
      intangibleAssetsExcludingGoodwill: 0.004 * assets * random.spread(0.8),
      longTermInvestments: 0.22 * assets * random.spread(0.5),
    },
    assets,
    round,
  );
  const debtLines = fitInto(
    { shortTermDebt: 0.05 * liabilities * random.spread(0.7), longTermDebt: 0.08 * liabilities * random.spread(0.7) },
    liabilities,
    round,
  );
  return { ...assetLines, ...debtLines };
}

function companyLines(
  issuer: Issuer,
  income: Income,
  assets: number,
  liabilities: number,
  round: Rounding,
  random: Random,
): Figures {
  const { profile, isBurner } = issuer;
  const perDay = income.revenue / 365;
  const currentShare = clamp(profile.currentShare + (isBurner ? 0.15 : 0) + 0.15 * random.normal(), 0.04, 0.95);
  const totalCurrentAssets = round(assets * currentShare);
  const otherAssets = assets - totalCurrentAssets;
  const current = fitInto(
    {
      cash: assets * (isBurner ? 0.35 : profile.cashShare) * random.spread(0.7),
      shortTermInvestments: random.chance(0.35) ? assets * 0.05 * random.spread(0.9) : 0,
      currentNetReceivables: perDay * 58 * random.spread(0.5),
      inventory: (income.cost / 365) * profile.inventoryDays * random.spread(0.5),
    },
    totalCurrentAssets,
    round,
  );
  const lasting = fitInto(
    {
      propertyPlantEquipment: assets * profile.fixedShare * random.spread(0.45),
      goodwill: random.chance(0.5) ? assets * 0.08 * random.spread(0.8) : 0,
      intangibleAssetsExcludingGoodwill: assets * 0.035 * random.spread(0.9),
      longTermInvestments: random.chance(0.6) ? assets * 0.04 * random.spread(1) : 0,
    },
    otherAssets,
    round,
  );
  return { totalCurrentAssets, ...current, ...lasting, ...liabilityLines(issuer, income, liabilities, round, random) };
}

function liabilityLines(
  { profile, isBurner }: Issuer,
  income: Income,
  liabilities: number,
  round: Rounding,
  random: Random,
): Figures {
  const totalCurrentLiabilities = round(
    liabilities * clamp(0.56 - 0.3 * (profile.debtShare - 0.4) + 0.14 * random.normal(), 0.12, 0.93),
  );
  const isDebtFree = random.chance(isBurner ? 0.45 : 0.11);
  const debt = isDebtFree ? 0 : liabilities * clamp(profile.debtShare * random.spread(0.4), 0, 0.9);
  const soon = random.between(0.08, 0.5);
  const current = fitInto(
    {
      currentAccountsPayable: (Math.max(income.cost, 0.4 * income.operatingExpenses) / 365) * 52 * random.spread(0.5),
      deferredRevenue: income.revenue * 0.03 * random.spread(1),
      shortTermDebt: debt * soon,
    },
    totalCurrentLiabilities,
    round,
  );
  const later = fitInto(
    { longTermDebt: debt * (1 - soon), capitalLeaseObligations: liabilities * 0.05 * random.spread(0.8) },
    liabilities - totalCurrentLiabilities,
    round,
  );
  return { totalCurrentLiabilities, ...current, ...later };
}
