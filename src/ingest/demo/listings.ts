import { COUNTRIES, CURRENCIES, type Currency, EXCHANGES } from '../../catalogue/codes.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

/** Where and as what a security trades. */
export interface Listing {
  /** null for a home market that the catalogue doesn't name. */
  readonly exchange: string | null;
  readonly currency: Currency;
  readonly isAdr: boolean;
  /** Shares of the issuer behind one of the listing. */
  readonly sharesEach: number;
  /** Trading compared with the home market. */
  readonly activity: number;
  /** Last letter of the symbol where the market asks for one. */
  readonly ending: string;
}

type Venues = readonly (readonly [exchange: string | null, share: number])[];

/** Home markets that no exchange of the catalogue tells: where companies of a country list first. */
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
/** For countries whose own currency is not carried. */
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

/** Where a fund lists: at home, and funds made for all of Europe in a second place. */
export function drawFundListings(country: string, random: Random): Listing[] {
  const venues = FUND_VENUES[country] ?? venuesOf(country);
  const first = listingAt(drawVenue(venues, random), country);
  if (country !== 'IE' && country !== 'LU') return [first];
  const second = listingAt(drawVenue(venues, random), country, { activity: 0.4 });
  return second.exchange === first.exchange ? [first] : [first, second];
}

/** The depositary receipt of a foreign company: on a large exchange for the largest, else over the counter. */
function drawReceipt(issuer: Issuer, random: Random): Listing {
  const isLarge = issuer.capitalizationUsd > 8e9 && random.chance(0.45);
  const sharesEach = random.pick([1, 1, 2, 5, 10, 0.5]);
  return isLarge
    ? listingAt(random.chance(0.7) ? 'NYSE' : 'NASDAQ', issuer.country, { isAdr: true, sharesEach, activity: 0.3 })
    : listingAt('PNK', issuer.country, { isAdr: true, sharesEach, activity: 0.03, ending: 'Y' });
}

/** Where a company lists: the first is its home market; the larger it is, the more others follow. */
export function drawListings(issuer: Issuer, random: Random): Listing[] {
  const { country, capitalizationUsd } = issuer;
  const home = drawVenue(venuesOf(country), random);
  const isAmerican = home === 'NASDAQ' || home === 'NYSE' || home === 'AMEX' || home === 'PNK';
  const listings = [listingAt(home, country, home === 'PNK' && country !== 'US' ? { ending: 'F' } : {})];
  const add = (exchange: string, probability: number, more: Partial<Listing> = {}): void => {
    if (random.chance(probability) && listings.every((listing) => listing.exchange !== exchange || more.isAdr)) {
      listings.push(listingAt(exchange, country, more));
    }
  };
  if (home === 'BSE') add('NSE', 0.3);
  if (home === 'SHH' && capitalizationUsd > 4e9) add('HKSE', 0.3, { activity: 0.5 });
  if (home === 'TSX' && capitalizationUsd > 5e8) add(random.chance(0.6) ? 'NYSE' : 'NASDAQ', 0.3, { activity: 0.6 });
  if (!isAmerican) {
    const reach = capitalizationUsd > 1e10 ? 0.6 : capitalizationUsd > 2e9 ? 0.3 : capitalizationUsd > 3e8 ? 0.06 : 0.005;
    const isReceipt = country !== 'CA' && random.chance(reach);
    if (isReceipt) listings.push(drawReceipt(issuer, random));
    add('PNK', 0.7 * reach, { activity: 0.01, ending: 'F' });
  }
  const reach = capitalizationUsd > 1e10 ? 0.55 : capitalizationUsd > 1e9 ? 0.16 : 0.015;
  add('XETRA', reach, { activity: 0.02 });
  add('LSE', reach / 6, { activity: 0.02 });
  return listings;
}
