/** A synthetic history with listings, dividends, splits, restatements, changes of symbol, mergers and bankruptcies. */
import { HEADER_IDS } from '../catalogue/catalogue.ts';
import type { Action } from '../history/action.ts';
import { type EndReason, type Listing, Listings } from '../history/listing.ts';
import { type Filing, knownDayOf, LAGS } from '../ingest/history/filedPeriods.ts';
import type { HistoryInput, Identified } from '../ingest/history/input.ts';
import type { Membership } from '../ingest/history/smallTables.ts';
import type { Known } from '../ingest/history/snapshotRow.ts';
import type { FieldValue } from '../wire/indexing.ts';
import { companyFigures } from './historyFigures.ts';
import { drawIssuer, type Issuer } from './issuer.ts';
import { addressIn } from './names.ts';
import { placeOf } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { DEMO_NOTE } from './universe.ts';

export const HISTORY_MONTHS = 60;
export const HISTORY_SECURITIES = 5000;

/** Days before the first snapshot: the longest statistic needs 1,260 sessions. */
const BEFORE_DAYS = 1850;
const MONTH_DAYS = 30.44;
const COUNTRY = 'US';
const EXCHANGES = ['NASDAQ', 'NYSE', 'AMEX'] as const;
/** Annual chance of delisting. */
const END_CHANCE = 0.055;
const LATE_CHANCE = 0.3;
const END_REASONS: readonly (readonly [EndReason, number])[] = [
  ['merged', 13],
  ['bankrupt', 4],
  ['delisted', 3],
];
const MARKET_DAILY = { drift: 0.00035, deviation: 0.009 };
/** Unadjusted closes beyond which a company splits or reverse-splits its shares. */
const SPLIT_ABOVE = 400;
const REVERSE_SPLIT_BELOW = 0.9;
const SPLIT = 4;
const REVERSE_SPLIT = 0.1;
/** One in this many companies reuses the symbol of a delisted one, changes its symbol, or is a member of the list. */
const REUSE_EVERY = 40;
const RENAME_EVERY = 60;
const MEMBER_EVERY = 10;
const LIST = 'DEMO500';
const QUARTER_SESSIONS = 63;

export interface DemoHistoryOptions {
  readonly securities: number;
  readonly months: number;
  readonly seed: number;
  /** Day of the last session, in days since 1970-01-01. */
  readonly asOfDay: number;
}

/** A company and its listing period, in session indices. */
interface Life {
  readonly index: number;
  readonly id: string;
  readonly issuer: Issuer;
  readonly symbols: readonly [string, string];
  readonly exchange: (typeof EXCHANGES)[number];
  readonly from: number;
  /** Its last session; the last one of all if it is still listed. */
  readonly to: number;
  readonly reason: EndReason | null;
  /** First session under the second symbol; null for one symbol. */
  readonly renamed: number | null;
}

const MONDAY_SHIFT = 3;
const isWeekday = (day: number): boolean => (day + MONDAY_SHIFT) % 7 < 5;

/** The same options give the same figures on every machine. */
export function demoHistory(options: DemoHistoryOptions): HistoryInput {
  const { securities, months, seed, asOfDay } = options;
  const firstDay = Math.floor(asOfDay - months * MONTH_DAYS - BEFORE_DAYS);
  const sessions: number[] = [];
  for (let day = firstDay; day <= asOfDay; day++) if (isWeekday(day)) sessions.push(day);
  const market = marketReturns(sessions.length, seed);
  const lives = Array.from({ length: securities }, (_, index) => lifeOf(index, sessions, options));
  return {
    sessions,
    listings: new Listings(lives.flatMap((life) => listingsOf(life, sessions))),
    members: lives.flatMap((life): Membership[] =>
      life.index % MEMBER_EVERY === 0 ? [{ list: LIST, id: life.id, from: sessions[life.from]!, to: sessions[life.to]! }] : [],
    ),
    rates: [],
    securityCount: securities,
    todays: ['address', 'country', 'currency', 'industry', 'name', 'sector', 'type', 'website'],
    note: DEMO_NOTE,
    isUnbounded: true,
    *known() {
      for (const life of lives) yield knownOf(life, sessions, market, seed);
    },
  };
}

function marketReturns(count: number, seed: number): Float64Array {
  const random = randomFor(seed, 'history', 'market');
  return Float64Array.from({ length: count }, () => MARKET_DAILY.drift + MARKET_DAILY.deviation * random.normal());
}

function lifeOf(index: number, sessions: readonly number[], { seed }: DemoHistoryOptions): Life {
  const random = randomFor(seed, 'history', 'life', index);
  const issuer = drawIssuer(COUNTRY, 'Northern America', placeOf(COUNTRY), random);
  const last = sessions.length - 1;
  const years = sessions.length / 260;
  const isHeir = index % REUSE_EVERY === REUSE_EVERY - 1;
  const isAncestor = index % REUSE_EVERY === REUSE_EVERY - 2;
  const middle = Math.floor(last * 0.75);
  const from = isHeir ? middle + QUARTER_SESSIONS : random.chance(LATE_CHANCE) ? random.whole(last - QUARTER_SESSIONS) : 0;
  const isEnding = random.chance(1 - (1 - END_CHANCE) ** years);
  const drawn = from + QUARTER_SESSIONS + random.whole(Math.max(1, last - from - QUARTER_SESSIONS));
  const to = isAncestor ? middle : isEnding && !isHeir ? Math.min(drawn, last - 1) : last;
  const [reason] = END_REASONS[random.weighted(END_REASONS.map(([, weight]) => weight))]!;
  const own = symbolOf(isHeir ? index - 1 : index);
  return {
    index,
    id: `DEMO${String(index).padStart(6, '0')}`,
    issuer,
    symbols: [own, `${own}X`],
    exchange: random.pick(EXCHANGES),
    from: isAncestor ? 0 : Math.min(from, to - 1),
    to,
    reason: to === last ? null : reason,
    renamed: index % RENAME_EVERY === RENAME_EVERY - 3 ? Math.floor((from + to) / 2) : null,
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Four letters, unique per number. */
function symbolOf(index: number): string {
  let rest = (index * 7919 + 1234) % LETTERS.length ** 4;
  let symbol = '';
  for (let letter = 0; letter < 4; letter++) {
    symbol = LETTERS[rest % LETTERS.length]! + symbol;
    rest = Math.floor(rest / LETTERS.length);
  }
  return symbol;
}

function listingsOf({ id, symbols, exchange, from, to, reason, renamed }: Life, sessions: readonly number[]): Listing[] {
  const last = to === sessions.length - 1 ? Number.POSITIVE_INFINITY : sessions[to]!;
  const rest = { id, exchange, endReturn: reason === 'merged' ? 0 : Number.NaN };
  if (renamed === null) return [{ ...rest, symbol: symbols[0], from: sessions[from]!, to: last, reason }];
  return [
    { ...rest, symbol: symbols[0], from: sessions[from]!, to: sessions[renamed]! - 1, reason: 'renamed', endReturn: Number.NaN },
    { ...rest, symbol: symbols[1], from: sessions[renamed]!, to: last, reason },
  ];
}

function securityOf({ id, issuer, symbols, index }: Life, seed: number): Identified {
  const random = randomFor(seed, 'history', 'fields', index);
  const known: Readonly<Record<string, FieldValue>> = {
    symbol: symbols[0],
    name: issuer.name,
    type: 'Equity',
    country: COUNTRY,
    currency: 'USD',
    sector: issuer.sector,
    industry: issuer.industry,
    isAdr: false,
    website: `https://www.${issuer.root.toLowerCase()}.example`,
    address: addressIn(issuer.place.city, COUNTRY, random),
  };
  return {
    id,
    symbol: symbols[0],
    listedOn: null,
    country: COUNTRY,
    currency: 'USD',
    divisor: 1,
    priceDivisor: 1,
    unknown: [],
    shareKind: 'common',
    adrRatio: Number.NaN,
    fields: new Map(HEADER_IDS.map((field) => [field, known[field] ?? null])),
    snapshot: { marketCapitalization: Number.NaN, dilutedEPSTTM: Number.NaN, dividendPerShare: Number.NaN, beta: Number.NaN },
  };
}

/** Unadjusted closes and volumes with the corporate actions. */
interface Trading {
  readonly days: Float64Array;
  readonly closes: Float64Array;
  readonly volumes: Float64Array;
  readonly actions: readonly Action[];
  /** Shares outstanding by session. */
  readonly shares: Float64Array;
}

function trade({ issuer, from, to, reason }: Life, sessions: readonly number[], market: Float64Array, random: Random): Trading {
  const { profile } = issuer;
  const count = to - from + 1;
  const [days, closes, volumes, shares] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const actions: Action[] = [];
  const isPayer = random.chance(profile.payerShare);
  const payout = isPayer ? random.between(0.002, 0.012) : 0;
  let close = 4 + 60 * random.spread(0.9);
  let outstanding = Math.max(1e5, Math.round(issuer.capitalizationUsd / close));
  const turnover = 0.002 * random.spread(0.8);
  const fall = reason === 'bankrupt' ? -0.012 : reason === 'delisted' ? -0.004 : 0;
  for (let at = 0; at < count; at++) {
    const isEnd = count - at < 200;
    const move = profile.beta * market[from + at]! + profile.noise * random.normal() + (isEnd ? fall : 0);
    if (at > 0) close *= Math.max(1 + move, 0.4);
    if (at > 0 && (close > SPLIT_ABOVE || close < REVERSE_SPLIT_BELOW) && !(isEnd && fall < 0)) {
      const ratio = close > SPLIT_ABOVE ? SPLIT : REVERSE_SPLIT;
      actions.push({ day: sessions[from + at]!, kind: 'split', value: ratio });
      close /= ratio;
      outstanding = Math.round(outstanding * ratio);
    } else if (payout > 0 && at % QUARTER_SESSIONS === QUARTER_SESSIONS - 5) {
      const value = Math.round(100 * payout * close) / 100;
      if (value > 0) actions.push({ day: sessions[from + at]!, kind: 'dividend', value });
      close -= value;
    }
    if (at % QUARTER_SESSIONS === 0) outstanding = Math.round(outstanding * (1 + 0.004 * random.normal()));
    close = Math.max(Math.round(close * 1e4) / 1e4, 0.001);
    days[at] = sessions[from + at]!;
    closes[at] = close;
    volumes[at] = Math.round(outstanding * turnover * random.spread(0.5));
    shares[at] = outstanding;
  }
  return { days, closes, volumes, actions, shares };
}

function knownOf(life: Life, sessions: readonly number[], market: Float64Array, seed: number): Known {
  const random = randomFor(seed, 'history', 'path', life.index);
  const { days, closes, volumes, actions, shares } = trade(life, sessions, market, random);
  const last = closes.at(-1)!;
  let filings: Filing[] | null = null;
  const filed = (): Filing[] =>
    companyFigures(life, { days, closes, shares, actions }, random)
      .map((each) => ({
        ...each,
        knownDay: knownDayOf(each.day, each.kind, each.filedDay, LAGS),
        isGuessed: each.filedDay === undefined,
        currency: 'USD',
        isWhole: false,
      }))
      .sort((a, b) => a.knownDay - b.knownDay);
  return {
    security: securityOf(life, seed),
    sessions: { days, closes, adjusted: closes, volumes, lastClose: last, isLastAdjusted: false },
    /** Lazy: returns between sessions need only prices. */
    get filings() {
      filings ??= filed();
      return filings;
    },
    actions,
    checksDurations: false,
  };
}
