import { awayFromZero, clamp, LARGEST_USD, saturated } from './bounds.ts';
import type { Figures } from './figures.ts';
import type { Basis, Income } from './income.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

/** A balance sheet whose two sides are equal. */
export interface BalanceSheet {
  readonly lines: Figures;
  readonly assets: number;
  readonly liabilities: number;
  readonly equity: number;
  readonly minority: number;
  readonly preferred: number;
  /** Including short-term investments. */
  readonly cash: number;
  readonly debt: number;
}

/** Largest share of a balance sheet total that its named lines may fill; the rest is other. */
const NAMED_SHARE_MAX = 0.92;
/** Minimum distance of equity from zero, as a share of assets. */
const EQUITY_SHARE_LEAST = 0.02;
/** Bounds of book value ÷ market value; 12 is a price-to-book ratio of 0.08. */
const BOOK_TO_MARKET_MAX = 12;
const BOOK_TO_MARKET_MIN = 0.004;
const MINORITY_SHARE_MAX = 0.3;
/** Assets of a company without earnings last at least this part of a year. */
const BURN_SHARE_MIN = 0.5;
/** Minimum distance of debt plus negative equity from zero, as a share of assets. */
const CAPITAL_SHARE_LEAST = 0.15;
/** Minimum distance of enterprise value from zero, as a share of market value. */
const ENTERPRISE_SHARE_LEAST = 0.08;
/** Size, as a standard score, from which companies don't trade below their cash, and from which they have no accumulated deficit. */
const NEVER_BELOW_CASH = 0.8;
const NEVER_IN_DEFICIT = 1.8;
/** Minimum distance between current assets and liabilities, as a share of assets. */
const NET_CURRENT_SHARE_LEAST = 0.005;

/** Rounds lines and scales them down together if they exceed their total. */
export function fitInto<Name extends string>(
  wanted: Record<Name, number>,
  total: number,
  round: Basis['round'],
): Record<Name, number> {
  const amounts = Object.entries<number>(wanted);
  const sum = amounts.reduce((all, [, amount]) => all + amount, 0);
  const scale = sum > NAMED_SHARE_MAX * total ? (NAMED_SHARE_MAX * total) / sum : 1;
  return Object.fromEntries(amounts.map(([name, amount]) => [name, round(scale * amount)])) as Record<Name, number>;
}

function drawAssets({ issuer, capitalization, usd, round, random }: Basis, income: Income): number {
  const { profile, isBurner, sector } = issuer;
  const wanted = isBurner
    ? Math.max(capitalization * 0.45 * random.spread(0.7), BURN_SHARE_MIN * income.operatingExpenses)
    : (income.revenue / profile.assetTurnover) * random.spread(0.4);
  const largest = sector === 'Financials' ? LARGEST_USD.financialAssets : LARGEST_USD.otherAssets;
  return Math.max(round(saturated(wanted, largest / usd)), 1000);
}

function drawEquityShare({ profile, quality, sector, size }: Issuer, random: Random): number {
  if (sector === 'Financials') return clamp(profile.equityShare * random.spread(0.35), 0.03, 0.85);
  if (random.chance(0.035 * Math.exp(-0.3 * size))) return -(EQUITY_SHARE_LEAST + 0.9 * random.uniform() ** 3);
  const share = profile.equityShare + 0.03 * quality - 0.03 * size + 0.16 * random.normal();
  return Math.min(awayFromZero(Math.max(share, 0), EQUITY_SHARE_LEAST), 0.92);
}

function drawEquity({ issuer, capitalization, usd, round, random }: Basis, assets: number): number {
  const drawn = assets * drawEquityShare(issuer, random);
  const equity = saturated(drawn, (drawn > 0 ? LARGEST_USD.equity : LARGEST_USD.deficit) / usd);
  if (equity < 0) return round(equity);
  const least = Math.min(BOOK_TO_MARKET_MIN * capitalization, 0.9 * assets);
  return round(clamp(equity, least, BOOK_TO_MARKET_MAX * capitalization));
}

/** Samples a balance sheet that matches the income. */
export function drawBalanceSheet(basis: Basis, income: Income): BalanceSheet {
  const { issuer, round, random } = basis;
  const assets = drawAssets(basis, income);
  const equity = drawEquity(basis, assets);
  const minority = random.chance(0.2)
    ? round(Math.min(0.012 * assets * random.spread(0.9), MINORITY_SHARE_MAX * (assets - equity)))
    : 0;
  const liabilities = assets - equity - minority;
  const preferred = equity > 0 && random.chance(0.04) ? round(Math.min(0.03 * assets * random.spread(0.6), 0.4 * equity)) : 0;
  const drawn =
    issuer.sector === 'Financials'
      ? financialLines(assets, liabilities, basis)
      : companyLines({ assets, liabilities, equity }, income, basis);
  const lines = withSaneCash(drawn, preferred + minority, basis);
  const { shortTermDebt = 0, longTermDebt = 0, cash = 0, shortTermInvestments = 0 } = lines;
  const debt = shortTermDebt + longTermDebt;
  const hasDeficit = income.operatingIncome < 0 && issuer.size < NEVER_IN_DEFICIT;
  const earned = hasDeficit ? -Math.abs(equity) * random.between(0.3, 4) : equity * random.between(0.15, 0.9);
  return {
    lines: {
      ...lines,
      totalAssets: assets,
      totalLiabilities: liabilities,
      totalShareholderEquity: equity,
      minorityInterest: minority,
      cashAndShortTermInvestments: cash + shortTermInvestments,
      totalDebt: debt,
      netDebt: debt - cash - shortTermInvestments,
      retainedEarnings: round(earned),
      preferredStock: preferred,
      treasuryStock: round(0.04 * Math.abs(equity) * random.spread(0.8)),
    },
    assets,
    liabilities,
    equity,
    minority,
    preferred,
    cash: cash + shortTermInvestments,
    debt,
  };
}

/** Reduces cash that would make the enterprise value nearly zero, or negative for a large company. */
function withSaneCash<Lines extends Figures>(
  lines: Lines,
  claims: number,
  { issuer, capitalization, round, random }: Basis,
): Lines {
  const { cash = 0, shortTermInvestments = 0, shortTermDebt = 0, longTermDebt = 0 } = lines;
  const liquid = cash + shortTermInvestments;
  const enterprise = capitalization + claims + shortTermDebt + longTermDebt - liquid;
  const least = ENTERPRISE_SHARE_LEAST * capitalization * random.between(1, 2);
  const isBelowCash = enterprise < 0 && issuer.size > NEVER_BELOW_CASH && issuer.sector !== 'Financials';
  // Preferred stock and minority interest may be unknown.
  if (!isBelowCash && (enterprise >= least + claims || enterprise <= -least)) return lines;
  const kept = clamp((liquid - (least + claims - enterprise)) / liquid, 0, 1);
  return { ...lines, cash: round(kept * cash), shortTermInvestments: round(kept * shortTermInvestments) };
}

/** Banks and insurers don't classify their balance sheet into current and noncurrent. */
function financialLines(assets: number, liabilities: number, { round, random }: Basis): Figures {
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

type Totals = Pick<BalanceSheet, 'assets' | 'liabilities' | 'equity'>;

function companyLines(totals: Totals, income: Income, basis: Basis): Figures {
  const { assets } = totals;
  const { issuer, round, random } = basis;
  const { profile, isBurner } = issuer;
  const perDay = income.revenue / 365;
  const currentShare = clamp(profile.currentShare + (isBurner ? 0.15 : 0) + 0.15 * random.normal(), 0.08, 0.92);
  const isNearLiabilities = Math.abs(currentShare * assets - totals.liabilities) < NET_CURRENT_SHARE_LEAST * assets;
  const totalCurrentAssets = round(assets * (currentShare - (isNearLiabilities ? 2 * NET_CURRENT_SHARE_LEAST : 0)));
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
      goodwill: random.chance(clamp(0.42 + 0.18 * issuer.size, 0.05, 0.9)) ? assets * 0.09 * random.spread(0.8) : 0,
      intangibleAssetsExcludingGoodwill: assets * 0.035 * random.spread(0.9),
      longTermInvestments: random.chance(0.6) ? assets * 0.04 * random.spread(1) : 0,
    },
    assets - totalCurrentAssets,
    round,
  );
  return { totalCurrentAssets, ...current, ...lasting, ...liabilityLines(totals, income, basis) };
}

function drawDebt({ assets, liabilities, equity }: Totals, { issuer, random }: Basis): number {
  const isDebtFree = random.chance(issuer.isBurner ? 0.45 : 0.11);
  const drawn = isDebtFree
    ? 0
    : liabilities * clamp(issuer.profile.debtShare * Math.exp(0.12 * issuer.size) * random.spread(0.4), 0, 0.9);
  const isNearNothing = equity < 0 && Math.abs(drawn + equity) < CAPITAL_SHARE_LEAST * assets;
  return isNearNothing ? Math.max(-equity - 1.5 * CAPITAL_SHARE_LEAST * assets, 0) : drawn;
}

function liabilityLines(totals: Totals, income: Income, basis: Basis): Figures {
  const { assets, liabilities } = totals;
  const { issuer, round, random } = basis;
  const { profile } = issuer;
  const share = clamp(0.56 - 0.3 * (profile.debtShare - 0.4) + 0.14 * random.normal(), 0.2, 0.93);
  // Avoids capital employed near zero.
  const isNearAssets = Math.abs(1 - (share * liabilities) / assets) < 0.1;
  const totalCurrentLiabilities = round(isNearAssets ? 0.85 * assets : liabilities * share);
  const debt = drawDebt(totals, basis);
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
