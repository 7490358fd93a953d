/** Adds the sessions that a history lacks: returns from close to close and ends of listings. What is there stays as it is. */

import type { Listing } from '../../history/listing.ts';
import { encodeGrowth, type MarketHead, type MarketListing } from '../../wire/marketBlock.ts';
import { dayOfIso, isoDay } from '../formats/day.ts';
import type { Progress } from '../report/progress.ts';
import { closeReturns } from './closeReturns.ts';
import { type HistoryInput, ratesUpTo } from './input.ts';
import type { HistoryStore } from './store.ts';

/** Sessions of one block: a year. */
const BLOCK_SESSIONS_MAX = 252;

function listingOf(security: number, { from, to, reason, endReturn }: Listing, last: number): MarketListing {
  const hasEnded = to <= last;
  return {
    security,
    from,
    to: hasEnded ? to : null,
    reason: hasEnded ? reason : null,
    endReturn: hasEnded && !Number.isNaN(endReturn) ? endReturn : null,
  };
}

/** The returns of a range of sessions, session-major, and what goes with them. */
async function blockOf(input: HistoryInput, sessions: readonly number[]): Promise<{ head: MarketHead; growth: Float64Array }> {
  const [before, last] = [sessions[0]! - 1, sessions.at(-1)!];
  const rates = ratesUpTo(input.rates, last);
  const places = new Map(sessions.map((day, at) => [day, at]));
  const ids: string[] = [];
  const columns: Float64Array[] = [];
  const listings: MarketListing[] = [];
  const quoted: [number, number, number][] = [];
  for await (const known of input.known(sessions[0]!, last)) {
    const { id } = known.security;
    const own = input.listings.of(id);
    const isListed = (day: number): boolean => own.length === 0 || own.some(({ from, to }) => from <= day && day <= to);
    const returns = closeReturns(known, before, last, rates, isListed);
    if (returns.length === 0 && !own.some(({ to }) => to > before && to <= last)) continue;
    const security = ids.push(id) - 1;
    const column = new Float64Array(sessions.length).fill(Number.NaN);
    for (const { day, growth, quoted: other } of returns) {
      const at = places.get(day)!;
      column[at] = growth;
      if (other !== null) quoted.push([at, security, other]);
    }
    columns.push(column);
    listings.push(...own.filter(({ from }) => from <= last).map((listing) => listingOf(security, listing, last)));
  }
  const growth = new Float64Array(sessions.length * ids.length);
  for (const [security, column] of columns.entries())
    for (let at = 0; at < sessions.length; at++) growth[at * ids.length + security] = column[at]!;
  return { head: { ids, sessions, listings, quoted }, growth };
}

/** Adds all sessions from the first snapshot on, up to a day since 1970-01-01, that are not there yet. */
export async function appendMarket(store: HistoryStore, input: HistoryInput, until: number, progress: Progress): Promise<void> {
  const first = store.manifest?.blocks[0]?.dates[0];
  if (first === undefined) return;
  const last = store.manifest?.market?.at(-1)?.to;
  const from = last === undefined ? dayOfIso(first) - 1 : dayOfIso(last);
  const lacking = input.sessions.filter((day) => day > from && day <= until);
  for (let at = 0; at < lacking.length; at += BLOCK_SESSIONS_MAX) {
    const sessions = lacking.slice(at, at + BLOCK_SESSIONS_MAX);
    progress(`sessions from ${isoDay(sessions[0]!)} to ${isoDay(sessions.at(-1)!)}`, { done: at, of: lacking.length });
    const { head, growth } = await blockOf(input, sessions);
    const { manifest } = store;
    if (!manifest) return;
    const block = {
      from: isoDay(sessions[0]!),
      to: isoDay(sessions.at(-1)!),
      head: await store.write(new TextEncoder().encode(JSON.stringify(head)), 'json'),
      growth: await store.write(encodeGrowth(growth), 'f64'),
    };
    await store.swap({ ...manifest, market: [...(manifest.market ?? []), block] });
  }
}
