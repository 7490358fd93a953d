import type { Figures } from './figures.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';
import type { Statements } from './statements.ts';

const YEARS_FOR_GROWTH = 5;
/** Below this growth, no price-earnings-to-growth ratio is published. */
const PEG_GROWTH_MIN = 0.01;
/** Share of recently listed companies with less than five years of figures. */
const YOUNG_WITHOUT_HISTORY = 0.75;

function growthFrom(base: number, now: number): number | undefined {
  return base > 0 ? now / base - 1 : undefined;
}

export function drawGrowth(
  issuer: Issuer,
  statements: Statements,
  capitalization: number,
  isYoung: boolean,
  random: Random,
): Figures {
  const { figures, netIncome, netIncomePriorYear, dividends } = statements;
  const pays = dividends > 0;
  const quarterly = (figures.totalRevenuePriorYear ?? 0) > 0 ? (1 + issuer.growth) * random.spread(0.06) - 1 : undefined;
  const growth: Figures = {};
  if (quarterly !== undefined) growth.quarterlyRevenueGrowthYOY = quarterly;
  const earnings = growthFrom((netIncomePriorYear / 4) * random.spread(0.2), (netIncome / 4) * random.spread(0.2));
  if (earnings !== undefined) growth.quarterlyEarningsGrowthYOY = earnings;
  if (pays && random.chance(0.93)) growth.quarterlyDividendsGrowthYOY = random.chance(0.35) ? 0 : 0.06 + 0.14 * random.normal();
  if (isYoung && random.chance(YOUNG_WITHOUT_HISTORY)) return growth;
  const yearly = Math.max(0.6 * issuer.growth + 0.02 + 0.05 * random.normal(), -0.6);
  if ((figures.totalRevenue ?? 0) > 0) growth.fiveYearsRevenueGrowth = yearly;
  if (netIncome >= 0 && random.chance(0.93))
    growth.fiveYearsEarningsGrowth = Math.max(yearly + 0.02 + 0.09 * random.normal(), -0.9);
  if (pays && random.chance(0.85)) growth.fiveYearsDividendsGrowth = 0.05 + 0.08 * random.normal();
  growth.fiveYearsDividendsYield = pays ? (dividends / capitalization) * random.spread(0.25) * (1 - 0.1 / YEARS_FOR_GROWTH) : 0;
  return growth;
}

function coverage({ capitalizationUsd }: Issuer): number {
  if (capitalizationUsd > 2e9) return 0.98;
  if (capitalizationUsd > 3e8) return 0.9;
  return capitalizationUsd > 5e7 ? 0.7 : 0.3;
}

export function isCovered(issuer: Issuer, random: Random): boolean {
  return random.chance(coverage(issuer));
}

/** Forecasts for a covered company, per share of a listing. */
export function drawForecasts(issuer: Issuer, netIncome: number, shares: number, close: number, random: Random): Figures {
  const { size, quality } = issuer;
  const analysts = Math.max(1, Math.round(5 * Math.exp(0.6 * size + 0.4 * random.normal())));
  const mood = 0.35 * quality + 0.5 * random.normal();
  const shares5 = [Math.exp(mood), 1.4 * Math.exp(0.6 * mood), 1.3, 0.25 * Math.exp(-mood), 0.1 * Math.exp(-mood)];
  const ratings = [0, 0, 0, 0, 0];
  for (let analyst = 0; analyst < Math.min(analysts, 60); analyst++) {
    const rating = random.weighted(shares5);
    ratings[rating] = (ratings[rating] ?? 0) + 1;
  }
  const [strongBuy = 0, buy = 0, hold = 0, sell = 0, strongSell = 0] = ratings;
  const target = close * Math.max(1.1 + 0.06 * mood + 0.16 * random.normal(), 0.2);
  const forecasts: Figures = {
    analystTargetPrice: target,
    analystTargetUpside: target / close - 1,
    analystRatingStrongBuy: strongBuy,
    analystRatingBuy: buy,
    analystRatingHold: hold,
    analystRatingSell: sell,
    analystRatingStrongSell: strongSell,
    analystRatingScore:
      (5 * strongBuy + 4 * buy + 3 * hold + 2 * sell + strongSell) / (strongBuy + buy + hold + sell + strongSell),
  };
  const expectedGrowth = 0.08 + 0.5 * issuer.growth + 0.1 * random.normal();
  const expectedEarnings =
    netIncome > 0 ? (netIncome / shares) * (1 + Math.max(expectedGrowth, -0.6)) : (netIncome / shares) * 0.7;
  if (expectedEarnings > 0) {
    forecasts.forwardPE = close / expectedEarnings;
    if (expectedGrowth >= PEG_GROWTH_MIN) forecasts.pegRatio = forecasts.forwardPE / (100 * expectedGrowth);
  }
  return forecasts;
}
