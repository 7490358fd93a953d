import { type BalanceSheet, fitInto } from './balance.ts';
import { clamp } from './bounds.ts';
import type { Figures } from './figures.ts';
import type { Basis } from './income.ts';

/** The balance sheet of a year ago, for the columns that need it. */
export interface Opening {
  readonly figures: Figures;
  readonly cash: number;
  readonly debt: number;
}

/** Bounds of the opening equity, as a share of opening assets. */
const EQUITY_SHARE_MAX = 0.92;
const EQUITY_SHARE_MIN = -1.5;
/** Minimum distance of average equity and average capital from zero, as shares of today's equity and assets. */
const EQUITY_SUM_LEAST = 0.4;
const CAPITAL_SUM_LEAST = 0.1;

/** Keeps the average of both years' equity away from zero if the sign has changed. */
function openingEquity(equity: number, gained: number): number {
  const before = equity - gained;
  return Math.abs(equity + before) < EQUITY_SUM_LEAST * Math.abs(equity) ? -equity / 2 : before;
}

/**
 * Generates the opening balance sheet.
 * @param gained change in equity: net income minus dividends and buybacks plus issuance
 */
export function drawOpening(closing: BalanceSheet, gained: number, { issuer, round, random }: Basis): Opening {
  const { lines, assets, equity, minority } = closing;
  const growth = Math.max(0.5 * issuer.growth + 0.05 * random.normal(), -0.6);
  const wanted = openingEquity(equity, gained);
  const openingMinority = round(minority / (1 + growth));
  const openingAssets = round(Math.max(assets / (1 + growth), (Math.max(wanted, 0) + openingMinority) / EQUITY_SHARE_MAX));
  const openingOwn = round(clamp(wanted, EQUITY_SHARE_MIN * openingAssets, EQUITY_SHARE_MAX * openingAssets - openingMinority));
  const liabilities = openingAssets - openingOwn - openingMinority;
  /** A line grows roughly like its side of the balance sheet. */
  const before = (id: keyof Figures, side: number): number => (lines[id] ?? 0) * side * random.spread(0.12);
  const assetSide = openingAssets / assets;
  const liabilitySide = liabilities / closing.liabilities;
  const cash = Math.min(before('cashAndShortTermInvestments', assetSide), 0.9 * openingAssets);
  const assetLines = fitInto(
    {
      totalCurrentAssets: before('totalCurrentAssets', assetSide),
      propertyPlantEquipment: before('propertyPlantEquipment', assetSide),
      longTermInvestments: before('longTermInvestments', assetSide),
    },
    openingAssets,
    round,
  );
  const debtLines = fitInto(
    {
      totalCurrentLiabilities: before('totalCurrentLiabilities', liabilitySide),
      longTermDebt: before('longTermDebt', liabilitySide),
    },
    liabilities,
    round,
  );
  const currentAssets = lines.totalCurrentAssets === undefined ? openingAssets : assetLines.totalCurrentAssets;
  const currentLiabilities = lines.totalCurrentLiabilities === undefined ? liabilities : debtLines.totalCurrentLiabilities;
  const assetParts = fitInto(
    {
      currentNetReceivables: before('currentNetReceivables', assetSide),
      inventory: before('inventory', assetSide),
    },
    currentAssets,
    round,
  );
  const debtParts = fitInto(
    {
      currentAccountsPayable: before('currentAccountsPayable', liabilitySide),
      shortTermDebt: before('shortTermDebt', liabilitySide),
    },
    currentLiabilities - (lines.totalCurrentLiabilities === undefined ? debtLines.longTermDebt : 0),
    round,
  );
  const capital = closing.debt + equity + openingOwn;
  const debt = debtLines.longTermDebt + debtParts.shortTermDebt;
  const isNearNothing = Math.abs(capital + debt) < CAPITAL_SUM_LEAST * assets;
  const shortTermDebt = isNearNothing ? 0 : debtParts.shortTermDebt;
  const figures: Figures = {
    totalAssetsPriorYear: openingAssets,
    totalAssetsTwoYearsPrior: round((openingAssets / (1 + growth)) * random.spread(0.05)),
    minorityInterestPriorYear: openingMinority,
    totalShareholderEquityPriorYear: openingOwn,
    longTermDebtPriorYear: debtLines.longTermDebt,
    totalDebtPriorYear: debtLines.longTermDebt + shortTermDebt,
  };
  const all = { ...assetLines, ...debtLines, ...assetParts, ...debtParts };
  for (const id of PRIOR_LINES) if (lines[id] !== undefined) figures[`${id}PriorYear`] = all[id];
  return { figures, cash: round(cash), debt: debtLines.longTermDebt + shortTermDebt };
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
