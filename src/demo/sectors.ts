import type { Sector } from '../catalogue/codes.ts';

/** Medians of a sector, around which its companies vary. Shares are fractions. */
export interface Profile {
  readonly sector: Sector;
  /** Relative number of companies. */
  readonly weight: number;
  readonly priceToSales: number;
  readonly grossMargin: number;
  readonly operatingMargin: number;
  readonly marginSpread: number;
  readonly researchShare: number;
  readonly depreciationShare: number;
  readonly capexShare: number;
  readonly assetTurnover: number;
  readonly equityShare: number;
  /** Of liabilities. */
  readonly debtShare: number;
  readonly currentShare: number;
  readonly cashShare: number;
  readonly fixedShare: number;
  readonly inventoryDays: number;
  readonly beta: number;
  /** Daily idiosyncratic volatility of the median company. */
  readonly noise: number;
  readonly growth: number;
  readonly payerShare: number;
  /** Share of companies without earnings. */
  readonly burnerShare: number;
}

const ORDER = [
  'weight',
  'priceToSales',
  'grossMargin',
  'operatingMargin',
  'marginSpread',
  'researchShare',
  'depreciationShare',
  'capexShare',
  'assetTurnover',
  'equityShare',
  'debtShare',
  'currentShare',
  'cashShare',
  'fixedShare',
  'inventoryDays',
  'beta',
  'noise',
  'growth',
  'payerShare',
  'burnerShare',
] as const satisfies readonly (keyof Profile)[];

/** One line per sector, in the order above. */
const TABLE: Readonly<Record<Sector, readonly number[]>> = {
  Miscellaneous: [2, 3, 0.35, 0.02, 0.15, 0.01, 0.03, 0.03, 0.3, 0.6, 0.3, 0.5, 0.25, 0.1, 30, 0.7, 0.026, 0.03, 0.1, 0.45],
  Materials: [15, 1.1, 0.26, 0.09, 0.08, 0.01, 0.05, 0.06, 0.65, 0.56, 0.5, 0.38, 0.08, 0.4, 75, 1.1, 0.023, 0.04, 0.45, 0.22],
  'Communication Services': [
    5, 1.5, 0.45, 0.1, 0.12, 0.02, 0.08, 0.07, 0.55, 0.48, 0.5, 0.36, 0.12, 0.2, 12, 0.95, 0.022, 0.04, 0.4, 0.1,
  ],
  'Consumer Cyclical': [
    13, 0.8, 0.31, 0.065, 0.07, 0.01, 0.035, 0.035, 1.0, 0.46, 0.45, 0.5, 0.12, 0.24, 80, 1.1, 0.021, 0.05, 0.45, 0.05,
  ],
  'Consumer Defensive': [
    7, 0.9, 0.28, 0.065, 0.06, 0.01, 0.03, 0.035, 1.0, 0.5, 0.46, 0.45, 0.09, 0.3, 65, 0.7, 0.018, 0.04, 0.55, 0.04,
  ],
  Energy: [5, 1.1, 0.3, 0.12, 0.12, 0.003, 0.09, 0.1, 0.6, 0.5, 0.5, 0.26, 0.08, 0.55, 30, 1.2, 0.024, 0.03, 0.45, 0.15],
  Financials: [12, 2.2, 0.6, 0.27, 0.1, 0.004, 0.02, 0.015, 0.06, 0.12, 0.14, 0.4, 0.07, 0.02, 0, 0.95, 0.016, 0.05, 0.65, 0.03],
  'Health Care': [
    11, 2.4, 0.5, 0.09, 0.12, 0.06, 0.04, 0.04, 0.6, 0.58, 0.4, 0.52, 0.18, 0.18, 85, 0.85, 0.026, 0.07, 0.25, 0.32,
  ],
  Industrials: [
    16, 1.05, 0.26, 0.075, 0.06, 0.015, 0.035, 0.035, 0.85, 0.48, 0.44, 0.54, 0.13, 0.24, 60, 1.05, 0.02, 0.05, 0.52, 0.05,
  ],
  'Real Estate': [
    6, 3.2, 0.48, 0.24, 0.15, 0.001, 0.06, 0.06, 0.13, 0.46, 0.68, 0.22, 0.06, 0.4, 20, 0.85, 0.018, 0.03, 0.62, 0.04,
  ],
  'Information Technology': [
    14, 1.9, 0.4, 0.075, 0.1, 0.06, 0.035, 0.03, 0.75, 0.58, 0.33, 0.62, 0.2, 0.13, 55, 1.2, 0.025, 0.08, 0.38, 0.12,
  ],
  Utilities: [3, 1.5, 0.34, 0.15, 0.08, 0.001, 0.1, 0.14, 0.35, 0.4, 0.62, 0.2, 0.05, 0.58, 12, 0.6, 0.014, 0.04, 0.7, 0.03],
};

const profileOf = (sector: Sector): Profile => {
  const figures = Object.fromEntries(ORDER.map((name, index) => [name, TABLE[sector][index] ?? 0]));
  return { sector, ...(figures as Record<(typeof ORDER)[number], number>) };
};

export const PROFILES: readonly Profile[] = (Object.keys(TABLE) as Sector[]).map(profileOf);

export const PROFILE_WEIGHTS: readonly number[] = PROFILES.map(({ weight }) => weight);
