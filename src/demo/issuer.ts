import { INDUSTRIES, MONTHS, type Month, type Sector } from '../catalogue/codes.ts';
import { SESSIONS_MAX } from '../ingest/figures/statistics.ts';
import { awayFromZero, saturated } from './bounds.ts';
import { companyName, rootName } from './names.ts';
import type { Place } from './places.ts';
import { STALE_SESSIONS_MAX } from './prices.ts';
import type { Random } from './random.ts';
import { PROFILE_WEIGHTS, PROFILES, type Profile } from './sectors.ts';

/** Parameters of a synthetic company. */
export interface Issuer {
  readonly country: string;
  readonly place: Place;
  readonly profile: Profile;
  readonly sector: Sector;
  readonly industry: string;
  readonly root: string;
  readonly name: string;
  readonly capitalizationUsd: number;
  /** Standard scores: 0 is the median company. */
  readonly size: number;
  readonly quality: number;
  readonly isBurner: boolean;
  /** Annual revenue growth, as a fraction. */
  readonly growth: number;
  readonly sessionCount: number;
  readonly staleSessions: number;
  readonly fiscalYearEnd: Month;
  /** Publishes no statements. */
  readonly isDark: boolean;
}

/** Fitted to the size classes of FinanceDatabase (August 2026): of 27,372 companies 32 % are worth less than 50 m, 59 % than 300 m, 83 % than 2 bn, 93 % than 10 bn. */
const MEDIAN_CAPITALIZATION_USD = 165e6;
const CAPITALIZATION_SPREAD = 2.45;
const CAPITALIZATION_MIN_USD = 300_000;
/** Shifts of the median size by country. */
const SIZE_SHIFTS: Readonly<Record<string, number>> = {
  US: 0.9,
  CN: 1.1,
  SA: 1,
  IE: 0.9,
  CH: 0.7,
  TW: 0.3,
  AU: -1,
  CA: -0.9,
  IN: -0.7,
  PL: -0.8,
  GR: -0.5,
  SE: -0.5,
};
/** Relative frequency of companies without earnings by country: many explorers and biotechs in some, listing rules against them in others. */
const BURNERS: Readonly<Record<string, number>> = {
  US: 1.3,
  CA: 1.8,
  AU: 1.8,
  GB: 1.2,
  IL: 1.2,
  SE: 1.4,
  CN: 0.12,
  JP: 0.3,
  IN: 0.4,
};
const BURNERS_ELSEWHERE = 0.7;
/** Last month of the fiscal year where it is often not December. */
const FISCAL_YEARS: Readonly<Record<string, readonly [Month, number]>> = {
  JP: ['March', 0.7],
  IN: ['March', 0.94],
  AU: ['June', 0.8],
  NZ: ['June', 0.5],
  PK: ['June', 0.8],
  ZA: ['June', 0.35],
  HK: ['March', 0.25],
  SG: ['March', 0.2],
  GB: ['March', 0.25],
};
/** Main industry of a sector and its share. */
const MAIN_INDUSTRIES: Readonly<Partial<Record<Sector, readonly [string, number]>>> = {
  Financials: ['Banks', 0.36],
  'Health Care': ['Biotechnology', 0.36],
  Materials: ['Metals & Mining', 0.55],
  Energy: ['Oil, Gas & Consumable Fuels', 0.75],
  'Real Estate': ['Real Estate Management & Development', 0.55],
  'Information Technology': ['Software', 0.32],
};

function drawIndustry(sector: Sector, random: Random): string {
  const main = MAIN_INDUSTRIES[sector];
  if (main && random.chance(main[1])) return main[0];
  if (sector === 'Miscellaneous') return random.chance(0.6) ? 'Shell Companies & SPACs' : 'Unclassified';
  return random.pick(INDUSTRIES[sector] as readonly string[]);
}

function drawFiscalYearEnd(country: string, random: Random): Month {
  const [month, share] = FISCAL_YEARS[country] ?? ['December', 0];
  if (random.chance(share)) return month;
  return random.chance(0.8) ? 'December' : random.pick(MONTHS);
}

function drawSessionCount(random: Random): number {
  return random.chance(0.88) ? SESSIONS_MAX : 3 + random.whole(SESSIONS_MAX - 3);
}

/** Most securities trade on the last session; some stopped days or weeks ago. */
export function drawStaleSessions(random: Random): number {
  if (random.chance(0.955)) return 0;
  return random.chance(0.75) ? 1 + random.whole(3) : 4 + random.whole(STALE_SESSIONS_MAX - 4);
}

export function drawIssuer(country: string, region: string, place: Place, random: Random): Issuer {
  const profile = PROFILES[random.weighted(PROFILE_WEIGHTS)] as Profile;
  const { sector } = profile;
  const industry = drawIndustry(sector, random);
  const size = random.wideNormal();
  const isBiotech = industry === 'Biotechnology';
  const among = BURNERS[country] ?? BURNERS_ELSEWHERE;
  const burnerShare = Math.min(among * (isBiotech ? 0.7 : profile.burnerShare) * Math.exp(-0.75 * size - 0.25), 0.95);
  const isBurner = random.chance(burnerShare);
  const shift = (SIZE_SHIFTS[country] ?? 0) - (isBurner ? 0.9 : 0) - (sector === 'Miscellaneous' ? 0.8 : 0);
  const capitalizationUsd = MEDIAN_CAPITALIZATION_USD * Math.exp(CAPITALIZATION_SPREAD * size + shift);
  const quality = 0.3 * size + random.normal();
  const wild = random.chance(0.12) ? 3 : 1;
  const growth = profile.growth + (isBurner ? 0.35 : 0.11) * wild * random.normal() + 0.03 * quality;
  const root = rootName(region, random);
  return {
    country,
    place,
    profile,
    sector,
    industry,
    root,
    name: companyName(root, sector, place.legal, random),
    capitalizationUsd: saturated(awayFromZero(capitalizationUsd, CAPITALIZATION_MIN_USD), place.largestUsd),
    size,
    quality,
    isBurner,
    growth: growth < 0 ? Math.exp(0.9 * growth) - 1 : growth,
    sessionCount: drawSessionCount(random),
    staleSessions: drawStaleSessions(random),
    fiscalYearEnd: drawFiscalYearEnd(country, random),
    isDark: random.chance(size < -0.8 ? 0.035 : 0.003),
  };
}
