import { awayFromZero, clamp, LARGEST_USD, saturated } from './bounds.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

/** Rounds an amount as statements do: to thousands, or millions for large companies. */
export type Rounding = (amount: number) => number;

export function roundingFor(amount: number): Rounding {
  const unit = amount > 2e9 ? 1e6 : amount > 2e6 ? 1e3 : 1;
  return (value) => Math.round(value / unit) * unit;
}

/** Inputs of a company's statements; money in the currency of its first listing. */
export interface Basis {
  readonly issuer: Issuer;
  readonly capitalization: number;
  /** US dollars per unit of the currency. */
  readonly usd: number;
  readonly round: Rounding;
  readonly random: Random;
}

export interface Income {
  readonly revenue: number;
  readonly cost: number;
  readonly grossProfit: number;
  readonly research: number;
  readonly selling: number;
  readonly operatingExpenses: number;
  readonly operatingIncome: number;
  readonly depreciation: number;
  /** Impairments and restructuring within the operating expenses. */
  readonly specialItems: number;
}

/** Maximum enterprise value ÷ operating income. */
export const OPERATING_MULTIPLE_MAX = 800;
/** Share of companies with non-recurring charges. */
const SPECIAL_SHARE = 0.35;
/** Valuation premium per standard deviation of size, fitted to the S&P 500 in constituents-financials (8 February 2018). */
const SIZE_PREMIUM = 0.13;
/** Minimum sales ÷ market value of a company with sales. */
const SALES_SHARE_MIN = 0.01;

function complete(basis: Basis, lines: Omit<Income, 'grossProfit' | 'operatingIncome' | 'specialItems'>): Income {
  const { capitalization, issuer } = basis;
  const grossProfit = lines.revenue - lines.cost;
  const operatingIncome = grossProfit - lines.operatingExpenses;
  const least = (capitalization + lines.revenue / issuer.profile.assetTurnover) / OPERATING_MULTIPLE_MAX;
  // Keeps EBITDA away from zero.
  const ebitda = operatingIncome + lines.depreciation;
  const depreciation = Math.abs(ebitda) < 2 * least ? basis.round(lines.depreciation + 2 * least - ebitda) : lines.depreciation;
  const otherExpenses = lines.operatingExpenses - lines.research - lines.selling;
  const most = 0.4 * Math.min(otherExpenses, Math.abs(operatingIncome + depreciation));
  const drawn = basis.random.chance(SPECIAL_SHARE) ? 0.01 * lines.revenue * basis.random.spread(0.9) : 0;
  const specialItems = basis.round(Math.min(drawn, most));
  return { ...lines, grossProfit, operatingIncome, depreciation, specialItems };
}

export function drawIncome(basis: Basis): Income {
  const { issuer, capitalization, usd, round, random } = basis;
  const { profile, isBurner, quality, size } = issuer;
  if (isBurner) return drawBurnerIncome(basis);
  const usual = profile.operatingMargin;
  const wanted = usual + profile.marginSpread * (0.6 * quality + 0.5 * random.normal()) + 0.025 * clamp(size, -2, 2);
  // Large companies have smaller losses relative to sales.
  const drawn = wanted < 0 ? wanted * Math.exp(-0.35 * Math.max(size, 0)) : wanted;
  const better = clamp(drawn - usual, -0.3, 0.4);
  // Price to sales rises with the margin and with size.
  const worth = (Math.max(drawn, 0.15 * usual) / usual) ** 0.8 * Math.exp(SIZE_PREMIUM * size);
  const priceToSales = profile.priceToSales * worth * random.spread(0.5 * Math.exp(-0.08 * size));
  const revenue = round(saturated(capitalization / priceToSales, LARGEST_USD.revenue / usd));
  const least = (capitalization / revenue + 1 / profile.assetTurnover) / OPERATING_MULTIPLE_MAX;
  const { operatingIncome, operatingLoss } = LARGEST_USD;
  const free = clamp(awayFromZero(drawn, Math.max(least, 0.004)), -0.6, 0.65);
  const margin = saturated(free * revenue, (free > 0 ? operatingIncome : operatingLoss) / usd) / revenue;
  const grossMargin = clamp(
    profile.grossMargin + 0.11 * random.normal() + 0.4 * better,
    Math.max(margin + random.between(0.03, 0.15), 0.05),
    0.96,
  );
  const cost = round(revenue * (1 - grossMargin));
  const grossProfit = revenue - cost;
  const operatingExpenses = round(Math.max(grossProfit - margin * revenue, 0.01 * revenue));
  const research = round(Math.min(profile.researchShare * revenue * random.spread(0.6), 0.6 * operatingExpenses));
  const selling = round((operatingExpenses - research) * random.between(0.6, 0.97));
  const depreciation = round(profile.depreciationShare * revenue * random.spread(0.4));
  return complete(basis, { revenue, cost, research, selling, operatingExpenses, depreciation });
}

function drawBurnerIncome(basis: Basis): Income {
  const { issuer, capitalization, usd, round, random } = basis;
  const drawn = Math.max(0.12 * random.spread(1.2), SALES_SHARE_MIN) * capitalization;
  const revenue = random.chance(0.3) ? 0 : round(saturated(drawn, LARGEST_USD.revenue / usd));
  // Some sell below cost; margins near zero are avoided.
  const cost = round(revenue * (random.chance(0.12) ? random.between(1.05, 1.3) : random.between(0.3, 0.92)));
  const spent = saturated(capitalization * 0.14 * random.spread(0.7), LARGEST_USD.operatingLoss / usd);
  const operatingExpenses = round(spent + 0.9 * revenue);
  const researchShare = issuer.profile.researchShare > 0.03 ? random.between(0.3, 0.75) : random.between(0, 0.1);
  const research = round(operatingExpenses * researchShare);
  const selling = round((operatingExpenses - research) * random.between(0.5, 0.95));
  const depreciation = round(0.02 * operatingExpenses * random.spread(0.6));
  return complete(basis, { revenue, cost, research, selling, operatingExpenses, depreciation });
}
