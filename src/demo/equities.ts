import { SESSIONS_MAX } from '../ingest/figures/statistics.ts';
import type { Block } from './block.ts';
import { clamp } from './bounds.ts';
import { descriptionOf, drawLatestQuarter, type Fields, listingFields } from './company.ts';
import type { Figures } from './figures.ts';
import { leaveGaps } from './gaps.ts';
import type { Home } from './home.ts';
import { drawCik, drawCusip, drawNational, isinOf } from './identifiers.ts';
import { drawIssuer, type Issuer } from './issuer.ts';
import { drawListings, isAmerican, type Listing } from './listings.ts';
import { addressIn } from './names.ts';
import { drawForecasts, drawGrowth, isCovered } from './outlook.ts';
import { simulate, type Trading } from './prices.ts';
import type { Random } from './random.ts';
import { quoted, RATES } from './rates.ts';
import { drawStatements, type Statements } from './statements.ts';

/** Statement columns that are not monetary. */
const NOT_MONEY = new Set<keyof Figures>([
  'commonStockSharesOutstanding',
  'commonStockSharesOutstandingPriorYear',
  'weightedAverageSharesDiluted',
]);
/** Small over-the-counter companies are penny stocks. */
const PINK_PRICE_SHARE = 0.06;
const PENNY_STOCKS_MAX_USD = 1e9;
/** Few companies have more shares than ICBC (356 bn), or fewer than Lindt & Sprüngli (134,000 registered shares). */
const SHARES_MAX = 4e11;
const SHARES_MIN = 120_000;
/** Daily idiosyncratic volatility: 70 % a year. */
const NOISE_MAX = 0.044;
/** Below the first daily value, most days have no trade; above the second, none lacks one. */
const IDLE_BELOW_USD = 500;
const BUSY_ABOVE_USD = 80_000;

/** What all listings of a company share. */
interface Company {
  readonly issuer: Issuer;
  readonly fields: Fields;
  readonly statements: Statements;
  /** The published part of the statements, in the currency of the first listing. */
  readonly known: Figures;
  readonly growth: Figures;
  readonly isCovered: boolean;
  readonly homeUsd: number;
  readonly close: number;
  readonly shares: number;
  readonly dividendYield: number;
  readonly beta: number;
  readonly noise: number;
  readonly pathSeed: number;
}

function drawFields(issuer: Issuer, home: Home, first: Listing, random: Random): Fields {
  const { country, place } = home;
  const isListedInUs = isAmerican(first.exchange);
  const cusip = country === 'US' || country === 'CA' || (isListedInUs && country !== 'IL') ? drawCusip(random) : null;
  const website = random.chance(0.88) ? `https://www.${issuer.root.toLowerCase()}.example` : null;
  return {
    name: issuer.name,
    type: 'Equity',
    country,
    sector: issuer.sector,
    industry: issuer.industry,
    fiscalYearEnd: issuer.isDark ? null : issuer.fiscalYearEnd,
    statementCurrency: issuer.isDark ? null : first.currency,
    latestQuarter: issuer.isDark ? null : drawLatestQuarter(home.asOf, country, issuer.fiscalYearEnd, random),
    CIK: isListedInUs && (first.exchange !== 'PNK' || random.chance(0.6)) ? drawCik(random) : null,
    cusip,
    isin: isinOf(country, cusip ?? drawNational(random)),
    website,
    address: random.chance(0.93) ? addressIn(place.city, country, random) : null,
    description: random.chance(0.94) ? descriptionOf(issuer.name, issuer.industry, place.city, random) : null,
  };
}

function drawCompany(home: Home, first: Listing, issuer: Issuer, random: Random): Company {
  const { usd, price } = RATES[first.currency];
  const cheap = first.exchange === 'PNK' && issuer.capitalizationUsd < PENNY_STOCKS_MAX_USD ? PINK_PRICE_SHARE : 1;
  const wanted = price * cheap * Math.exp(0.65 * issuer.size + 0.7 * random.normal());
  const value = issuer.capitalizationUsd / usd;
  const close = quoted(clamp(wanted, value / SHARES_MAX, value / SHARES_MIN), first.currency);
  const shares = Math.round(value / close);
  const capitalization = close * shares;
  const statements = drawStatements(issuer, capitalization, shares, usd, random);
  const isYoung = issuer.sessionCount < SESSIONS_MAX;
  return {
    issuer,
    fields: drawFields(issuer, home, first, random),
    statements,
    known: issuer.isDark ? { commonStockSharesOutstanding: shares } : leaveGaps(statements.figures, issuer, isYoung, random),
    growth: issuer.isDark ? {} : drawGrowth(issuer, statements, capitalization, isYoung, random),
    isCovered: !issuer.isDark && isCovered(issuer, random),
    homeUsd: usd,
    close,
    shares,
    dividendYield: statements.dividends / capitalization,
    beta: Math.max(issuer.profile.beta + 0.3 * random.normal(), -0.3),
    noise: Math.min(
      issuer.profile.noise * Math.exp(0.25 * random.normal() - 0.25 * issuer.size) * (issuer.isBurner ? 1.4 : 1),
      NOISE_MAX,
    ),
    pathSeed: random.bits(),
  };
}

function tradingOf(company: Company, listing: Listing, close: number, shares: number, random: Random): Trading {
  const { issuer, noise } = company;
  const medianVolume = shares * 0.0022 * Math.exp(0.25 * issuer.size + 0.7 * random.normal()) * listing.activity;
  const tradedUsd = medianVolume * close * RATES[listing.currency].usd;
  const busy = Math.log(Math.max(tradedUsd, 1) / IDLE_BELOW_USD) / Math.log(BUSY_ABOVE_USD / IDLE_BELOW_USD);
  return {
    close,
    beta: company.beta,
    noise,
    drift: 0.00025 * issuer.quality + 0.0005 * (issuer.growth - issuer.profile.growth),
    sessionCount: issuer.sessionCount,
    staleSessions: issuer.staleSessions,
    medianVolume: Math.max(medianVolume, 1),
    idleShare: 0.5 * Math.min(Math.max(1 - busy, 0), 1),
    dividendYield: company.dividendYield,
    pathSeed: company.pathSeed,
  };
}

/** Converts statements to a listing's currency and shares. */
function converted(known: Figures, rate: number, sharesEach: number): Figures {
  const figures: Figures = {};
  for (const key in known) {
    const id = key as keyof Figures;
    const value = known[id];
    if (value !== undefined) figures[id] = NOT_MONEY.has(id) ? value / sharesEach : value * rate;
  }
  return figures;
}

function listingFigures(company: Company, listing: Listing, close: number, random: Random): Figures {
  const { issuer, statements } = company;
  const { usd } = RATES[listing.currency];
  const rate = company.homeUsd / usd;
  const shares = company.shares / listing.sharesEach;
  const perShare = rate / shares;
  const figures = converted(company.known, rate, listing.sharesEach);
  Object.assign(figures, company.growth);
  figures.marketCapitalization = close * shares;
  figures.close = close;
  figures.usdRate = usd;
  if (!issuer.isDark) {
    figures.dilutedEPSTTM = (statements.incomeToCommon * rate * listing.sharesEach) / statements.dilutedShares;
    figures.dividendPerShare = statements.dividends * perShare;
  }
  if (company.isCovered && (listing.activity > 0.2 || random.chance(0.5))) {
    Object.assign(figures, drawForecasts(issuer, statements.incomeToCommon * rate, shares, close, random));
  }
  if (issuer.sessionCount > 252 && random.chance(0.93)) figures.beta = company.beta + 0.05 * random.normal();
  return figures;
}

/** Generates a company and adds its listings until the block is full. */
export function addCompany(block: Block, home: Home, random: Random): void {
  const issuer = drawIssuer(home.country, home.region, home.place, random);
  const listings = drawListings(issuer, random);
  const company = drawCompany(home, listings[0] as Listing, issuer, random);
  for (const listing of listings) {
    const isFirst = listing === listings[0];
    const { usd } = RATES[listing.currency];
    const drift = isFirst ? 1 : 1 + 0.002 * random.normal();
    const close = isFirst
      ? company.close
      : quoted((company.close * listing.sharesEach * company.homeUsd * drift) / usd, listing.currency);
    const series = simulate(
      home.market[issuer.sector],
      tradingOf(company, listing, close, company.shares / listing.sharesEach, random),
      random,
    );
    const receipt = listing.isAdr ? drawCusip(random) : null;
    const fields: Fields = {
      ...company.fields,
      symbol: home.symbols.draw(listing.exchange, home.country, issuer.root, random, listing.ending),
      ...listingFields(listing),
      ...(receipt && { cusip: receipt, isin: isinOf('US', receipt), CIK: company.fields.CIK ?? drawCik(random) }),
    };
    const figures = listingFigures(company, listing, close, random);
    figures.volume = series.volumes.at(-1) ?? 0;
    figures.date = home.dates[home.dates.length - 1 - issuer.staleSessions] ?? home.asOf;
    if (!block.add(fields, figures, series)) return;
  }
}
