import { COUNTRIES, SECTORS, type Sector } from '../catalogue/codes.ts';
import { SESSIONS_MAX } from '../ingest/figures/statistics.ts';
import { DAY_SECONDS } from '../ingest/formats/day.ts';
import { hashOf, normalQuantile, type Random, randomFor } from './random.ts';

/** Maximum age of a halted security's last session. */
export const STALE_SESSIONS_MAX = 60;
const SESSIONS = SESSIONS_MAX + STALE_SESSIONS_MAX;
const QUARTER_SESSIONS = 63;
/** Long-term reversal of idiosyncratic moves (De Bondt and Thaler 1985). */
const REVERSAL_SESSIONS = 2500;

const TABLE_BITS = 12;
const TABLE_SIZE = 1 << TABLE_BITS;
const TABLE_MASK = TABLE_SIZE - 1;

/** Daily shocks: normal in the center with fat tails, standard deviation about 1. */
const SHOCKS = Float64Array.from({ length: TABLE_SIZE }, (_, index) => {
  const z = normalQuantile((index + 0.5) / TABLE_SIZE);
  return 0.8 * z * (1 + 0.11 * z * z);
});
/** Daily volume ÷ median. */
const VOLUME_SPREADS = Float64Array.from({ length: TABLE_SIZE }, (_, index) =>
  Math.exp(0.55 * normalQuantile((index + 0.5) / TABLE_SIZE)),
);

/** Epoch seconds of the last weekdays up to `asOf`, oldest first. */
export function sessionDates(asOf: number): Float64Array {
  const dates = new Float64Array(SESSIONS);
  let day = Math.floor(asOf / DAY_SECONDS);
  for (let at = SESSIONS - 1; at >= 0; day--) {
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday === 0 || weekday === 6) continue;
    dates[at--] = day * DAY_SECONDS;
  }
  return dates;
}

/** A country's systematic returns, by sector. */
export type CountryMarket = Readonly<Record<Sector, Float64Array>>;

function shocks(seed: number, key: string, deviation: number): Float64Array {
  const random = randomFor(seed, 'market', key);
  return Float64Array.from({ length: SESSIONS }, () => deviation * random.normal());
}

function sum(parts: readonly Float64Array[]): Float64Array {
  const total = new Float64Array(SESSIONS);
  for (const part of parts) for (let at = 0; at < SESSIONS; at++) total[at]! += part[at]!;
  return total;
}

/** World market: periods of low and high volatility, and a fall of a fifth within one month. */
function worldReturns(seed: number): Float64Array {
  const random = randomFor(seed, 'market', 'world');
  let storm = 0;
  return Float64Array.from({ length: SESSIONS }, (_, at) => {
    storm = 0.97 * storm + 0.1 * random.normal();
    const isFall = at > 300 && at <= 321;
    return (isFall ? -0.011 : 0.0008) + 0.0065 * Math.exp(storm) * random.normal();
  });
}

/** Sums world, region, country and sector returns. */
export function createMarkets(seed: number): (country: string) => CountryMarket {
  const world = worldReturns(seed);
  const bySector = SECTORS.map((sector) => shocks(seed, sector, 0.0045));
  const regions = new Map<string, Float64Array>();
  return (code) => {
    const region = COUNTRIES.find((country) => country.code === code)?.region ?? '';
    const regional = regions.get(region) ?? shocks(seed, region, 0.0045);
    regions.set(region, regional);
    const own = shocks(seed, code, 0.0035);
    const series = SECTORS.map((sector, index) => [sector, sum([world, regional, own, bySector[index]!])]);
    return Object.fromEntries(series) as CountryMarket;
  };
}

export interface Trading {
  readonly close: number;
  readonly beta: number;
  /** Daily idiosyncratic volatility. */
  readonly noise: number;
  /** Daily excess growth over the last year. */
  readonly drift: number;
  readonly sessionCount: number;
  readonly staleSessions: number;
  readonly medianVolume: number;
  /** Share of sessions without a trade. */
  readonly idleShare: number;
  readonly dividendYield: number;
  /** The same for all listings of an issuer, so that they move together. */
  readonly pathSeed: number;
}

export interface Series {
  readonly closes: Float64Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
}

// Reused between calls: one security is simulated at a time.
const closes = new Float64Array(SESSIONS_MAX);
const prices = new Float64Array(SESSIONS_MAX);
const volumes = new Float64Array(SESSIONS_MAX);

/** One step of mulberry32. */
function mixed(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/**
 * Simulates daily sessions, oldest first: adjusted closes that end at the close, unadjusted prices, volumes. The arrays are valid until the
 * next call.
 */
export function simulate(market: Float64Array, trading: Trading, random: Random): Series {
  const { sessionCount, staleSessions, close, beta, noise, drift, medianVolume, idleShare } = trading;
  const first = SESSIONS - staleSessions - sessionCount;
  const idleBelow = Math.round(256 * idleShare);
  let path = hashOf(trading.pathSeed, staleSessions);
  let own = random.bits();
  let level = 1;
  let traded = 1;
  let strayed = 0;
  // Bid-ask bounce (Roll 1984): transient, and large for thinly traded securities.
  const bounce = noise * (0.08 + 0.9 * idleShare);
  // Offsets part of the volatility drag, so that the median company doesn't shrink.
  const lift = 0.45 * noise * noise;
  for (let at = 0; at < sessionCount; at++) {
    path = (path + 0x6d2b79f5) | 0;
    own = (own + 0x6d2b79f5) | 0;
    const pathBits = mixed(path);
    const ownBits = mixed(own);
    const isIdle = ownBits >>> 24 < idleBelow && at < sessionCount - 1;
    const tilt = sessionCount - at <= 252 ? drift : 0;
    const shock = noise * SHOCKS[pathBits & TABLE_MASK]!;
    const move = tilt + lift + beta * market[first + at]! + shock - strayed / REVERSAL_SESSIONS;
    strayed += shock - strayed / REVERSAL_SESSIONS;
    if (at > 0) level *= 1 + Math.max(move, -0.6);
    // Without a trade the previous close remains.
    traded = isIdle && at > 0 ? traded : level * Math.max(1 + bounce * SHOCKS[ownBits & TABLE_MASK]!, 0.5);
    closes[at] = traded;
    const isLoud = Math.abs(move) > 2 * noise ? 2.2 : 1;
    volumes[at] = isIdle ? 0 : Math.round(medianVolume * isLoud * VOLUME_SPREADS[(ownBits >>> TABLE_BITS) & TABLE_MASK]!);
  }
  finish(close / traded, trading, random.whole(QUARTER_SESSIONS));
  return {
    closes: closes.subarray(0, sessionCount),
    prices: prices.subarray(0, sessionCount),
    volumes: volumes.subarray(0, sessionCount),
  };
}

/** Scales the path to end at the close and adds the dividends back to get unadjusted prices. */
function finish(scale: number, { sessionCount, dividendYield, close }: Trading, exDay: number): void {
  let factor = 1;
  for (let back = 0; back < sessionCount; back++) {
    const at = sessionCount - 1 - back;
    closes[at] = back === 0 ? close : scale * closes[at]!;
    prices[at] = factor * closes[at]!;
    if (back % QUARTER_SESSIONS === exDay) factor *= 1 + dividendYield / 4;
  }
}
