import { COUNTRIES } from '../catalogue/codes.ts';
import type { CountryData } from '../ingest/publish/publish.ts';
import { createBlock } from './block.ts';
import { addCompany } from './equities.ts';
import { addFund } from './etfs.ts';
import type { Home } from './home.ts';
import { createSymbols } from './identifiers.ts';
import { placeOf, securityCounts } from './places.ts';
import { createMarkets, sessionDates } from './prices.ts';
import { randomFor } from './random.ts';

/** Shown with the figures everywhere. */
export const DEMO_NOTE = 'Synthetic demo data: no real companies';
export const DEMO_SECURITIES = 60_000;
export const DEMO_SECURITIES_MAX = 500_000;
export const DEMO_SEED = 1;
export const DEMO_AS_OF = '2026-11-19';

/** Assumed time of the daily update. */
const UPDATED_AFTER_MIDNIGHT_S = 22 * 3600;

export interface DemoOptions {
  readonly securities: number;
  readonly seed: number;
  /** ISO date of the last session. */
  readonly asOf: string;
  /** Country codes; all by default. */
  readonly countries?: readonly string[] | null;
}

function makeCountry(home: Home, rowCount: number): CountryData {
  const block = createBlock(rowCount);
  for (let index = 0; block.securities.length < rowCount; index++) {
    const random = randomFor(home.seed, home.country, index);
    if (random.chance(home.place.fundShare)) addFund(block, home, random);
    else addCompany(block, home, random);
  }
  const { securities, columns } = block;
  return { country: home.country, updated: home.asOf + UPDATED_AFTER_MIDNIGHT_S, securities, columns, note: DEMO_NOTE };
}

/**
 * Generates synthetic equities and funds, country by country, with consistent statements and correlated prices. The same options give the
 * same bytes.
 * @param progress called with the number of securities so far, first with 0 and then after every country
 */
export function* demoUniverse(options: DemoOptions, progress: (done: number) => void = () => undefined): Generator<CountryData> {
  const { securities, seed } = options;
  const asOf = Date.parse(`${options.asOf}T00:00:00Z`) / 1000;
  const dates = sessionDates(asOf);
  const marketOf = createMarkets(seed);
  const symbols = createSymbols();
  let done = 0;
  progress(done);
  for (const { code, count } of securityCounts(securities, options.countries)) {
    const region = COUNTRIES.find((country) => country.code === code)?.region ?? '';
    const home: Home = { country: code, region, place: placeOf(code), market: marketOf(code), symbols, seed, asOf, dates };
    yield makeCountry(home, count);
    done += count;
    progress(done);
  }
}
