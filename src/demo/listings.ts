import { COUNTRIES, CURRENCIES, type Currency, EXCHANGES } from '../catalogue/codes.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

export interface Listing {
  /** Null for a home market that the catalogue lacks. */
  readonly exchange: string | null;
  readonly currency: Currency;
  readonly isAdr: boolean;
  /** Issuer's shares per share of the listing. */
  readonly sharesEach: number;
  /** Trading volume relative to the home market. */
  readonly activity: number;
  /** Last letter of the symbol, if the market requires one. */
  readonly ending: string;
}

type Venues = readonly (readonly [exchange: string | null, share: number])[];

/** Primary listings by country, where the catalogue's exchanges don't determine them. */
const VENUES: Readonly<Record<string, Venues>> = {
  US: [
    ['NASDAQ', 0.37],
    ['NYSE', 0.25],
    ['AMEX', 0.04],
    ['PNK', 0.34],
  ],
  CN: [
    ['SHZ', 0.55],
    ['SHH', 0.45],
  ],
  IN: [
    ['BSE', 0.55],
    ['NSE', 0.45],
  ],
  KY: [
    ['HKSE', 0.5],
    ['NASDAQ', 0.35],
    ['NYSE', 0.15],
  ],
  BM: [
    ['HKSE', 0.5],
    ['NYSE', 0.25],
    ['NASDAQ', 0.15],
    ['LSE', 0.1],
  ],
  VG: [
    ['NASDAQ', 0.5],
    ['PNK', 0.25],
    ['LSE', 0.15],
    ['HKSE', 0.1],
  ],
  MH: [
    ['NASDAQ', 0.5],
    ['NYSE', 0.4],
    ['PNK', 0.1],
  ],
  MC: [
    ['NYSE', 0.4],
    ['EURONEXT', 0.6],
  ],
  LU: [
    ['EURONEXT', 0.4],
    ['NYSE', 0.25],
    ['XETRA', 0.35],
  ],
  IE: [
    ['EURONEXT', 0.35],
    ['NASDAQ', 0.4],
    ['NYSE', 0.25],
  ],
  GG: [['LSE', 1]],
  JE: [
    ['LSE', 0.85],
    ['NYSE', 0.15],
  ],
  IM: [['LSE', 1]],
  GI: [['LSE', 1]],
  FK: [['LSE', 1]],
  PR: [
    ['NYSE', 0.6],
    ['NASDAQ', 0.4],
  ],
  PA: [
    ['NYSE', 0.4],
    ['PNK', 0.6],
  ],
  MO: [
    ['HKSE', 0.8],
    ['PNK', 0.2],
  ],
  IL: [
    [null, 0.75],
    ['NASDAQ', 0.25],
  ],
};
/** For countries whose currency the catalogue lacks. */
const FOREIGN: Venues = [
  ['PNK', 0.4],
  ['LSE', 0.25],
  ['XETRA', 0.35],
];
const FUND_VENUES: Readonly<Record<string, Venues>> = {
  US: [
    ['AMEX', 0.66],
    ['NASDAQ', 0.34],
  ],
  IE: [
    ['XETRA', 0.4],
    ['LSE', 0.35],
    ['EURONEXT', 0.25],
  ],
  LU: [
    ['XETRA', 0.55],
    ['EURONEXT', 0.3],
    ['LSE', 0.15],
  ],
};

const isCarried = (currency: string): currency is Currency => (CURRENCIES as readonly string[]).includes(currency);

function venuesOf(country: string): Venues {
  const known = VENUES[country];
  if (known) return known;
  const home = EXCHANGES.filter(({ countries }) => countries.includes(country));
  if (home.length > 0) return home.map(({ code }) => [code, 1]);
  const currency = COUNTRIES.find(({ code }) => code === country)?.currency ?? '';
  return isCarried(currency) ? [[null, 1]] : FOREIGN;
}

/** Trading currency of an exchange for a company of a country. */
function currencyAt(exchange: string | null, country: string): Currency {
  const home = COUNTRIES.find(({ code }) => code === country)?.currency ?? '';
  if (exchange === null) return isCarried(home) ? home : 'USD';
  if (exchange === 'EURONEXT') return country === 'NO' ? 'NOK' : 'EUR';
  const { currency = '' } = EXCHANGES.find(({ code }) => code === exchange) ?? {};
  return isCarried(currency) ? currency : 'USD';
}

function listingAt(exchange: string | null, country: string, more: Partial<Listing> = {}): Listing {
  return { exchange, currency: currencyAt(exchange, country), isAdr: false, sharesEach: 1, activity: 1, ending: '', ...more };
}

function drawVenue(venues: Venues, random: Random): string | null {
  return venues[random.weighted(venues.map(([, share]) => share))]?.[0] ?? null;
}

/** Funds list at home; pan-European ones also on a second exchange. */
export function drawFundListings(country: string, random: Random): Listing[] {
  const venues = FUND_VENUES[country] ?? venuesOf(country);
  const first = listingAt(drawVenue(venues, random), country);
  if (country !== 'IE' && country !== 'LU') return [first];
  const second = listingAt(drawVenue(venues, random), country, { activity: 0.4 });
  return second.exchange === first.exchange ? [first] : [first, second];
}

/** The depositary receipt of a foreign company: on a large exchange for some of the largest, otherwise over the counter. */
function receiptAt({ capitalizationUsd, country }: Issuer, random: Random): Listing {
  const isLarge = capitalizationUsd > 8e9 && random.chance(0.45);
  const sharesEach = random.pick([1, 1, 2, 5, 10, 0.5]);
  return isLarge
    ? listingAt(random.chance(0.7) ? 'NYSE' : 'NASDAQ', country, { isAdr: true, sharesEach, activity: 0.3 })
    : listingAt('PNK', country, { isAdr: true, sharesEach, activity: 0.03, ending: 'Y' });
}

/**
 * Shares of companies on at least two, three and four markets, by size. Measured in FinanceDatabase (MIT; equities of August 2026, and of
 * the US of February 2023) over home markets, the US and Xetra, matched by name: 40,284 companies, of which 94.6 % have one market.
 */
const MARKET_SHARES: readonly (readonly [largerThanUsd: number, two: number, three: number, four: number])[] = [
  [200e9, 0.72, 0.385, 0.123],
  [10e9, 0.323, 0.113, 0.023],
  [2e9, 0.109, 0.012, 0.001],
  [300e6, 0.052, 0.002, 0],
  [50e6, 0.034, 0.001, 0],
  [0, 0.012, 0.001, 0],
];
/** Share of companies on one Indian exchange that are also on the other. */
const INDIAN_SHARE = 0.3;

function drawMarketCount({ capitalizationUsd, country }: Issuer, random: Random): number {
  const [, ...shares] = MARKET_SHARES.find(([largerThanUsd]) => capitalizationUsd > largerThanUsd) ?? [0, 0, 0, 0];
  const drawn = random.uniform();
  const count = 1 + shares.filter((share) => drawn < share).length;
  return country === 'IN' && count === 1 && random.chance(INDIAN_SHARE) ? 2 : count;
}

type Further = readonly [weight: number, make: (issuer: Issuer, random: Random) => Listing];

/** Further markets of a company by home market. */
function furtherOf(home: string | null, country: string): Further[] {
  const at =
    (exchange: string, more: Partial<Listing>): Further[1] =>
    () =>
      listingAt(exchange, country, more);
  const xetra: Further = [3, at('XETRA', { activity: 0.02 })];
  const london: Further = [1, at('LSE', { activity: 0.02 })];
  if (home === 'BSE' || home === 'NSE') return [[20, at(home === 'BSE' ? 'NSE' : 'BSE', {})], xetra, london];
  if (isAmerican(home)) return [xetra, london];
  if (home === 'TSX')
    return [
      [4, at('NYSE', { activity: 0.6 })],
      [3, at('NASDAQ', { activity: 0.6 })],
      [3, at('PNK', { activity: 0.05, ending: 'F' })],
      xetra,
    ];
  const overTheCounter: Further = [1.5, at('PNK', { activity: 0.01, ending: 'F' })];
  const abroad: Further[] = [[4, receiptAt], overTheCounter, xetra, london];
  return home === 'SHH' ? [[6, at('HKSE', { activity: 0.5 })], ...abroad] : abroad;
}

export const isAmerican = (exchange: string | null): boolean =>
  exchange === 'NASDAQ' || exchange === 'NYSE' || exchange === 'AMEX' || exchange === 'PNK';

/** Turnover of the large American exchanges relative to others. */
const US_ACTIVITY = 2.5;
/** Larger companies are on a major exchange rather than over the counter or on AMEX. */
const UNLISTED_MAX_USD = 1e9;

function drawHome({ country, capitalizationUsd }: Issuer, random: Random): string | null {
  const venues = venuesOf(country);
  const exchanges = venues.filter(([exchange]) => exchange !== 'PNK' && exchange !== 'AMEX');
  return drawVenue(capitalizationUsd > UNLISTED_MAX_USD && exchanges.length > 0 ? exchanges : venues, random);
}

/** The home market and, the larger the company, more others. */
export function drawListings(issuer: Issuer, random: Random): Listing[] {
  const { country } = issuer;
  const home = drawHome(issuer, random);
  const ending = home === 'PNK' && country !== 'US' ? 'F' : '';
  const listings = [listingAt(home, country, { ending, activity: home === 'NYSE' || home === 'NASDAQ' ? US_ACTIVITY : 1 })];
  const count = drawMarketCount(issuer, random);
  let further = furtherOf(home, country);
  while (listings.length < count && further.length > 0) {
    const chosen = further[random.weighted(further.map(([weight]) => weight))] as Further;
    const listing = chosen[1](issuer, random);
    if (listings.every(({ exchange }) => exchange !== listing.exchange)) listings.push(listing);
    further = further.filter((other) => other !== chosen);
  }
  return listings;
}
