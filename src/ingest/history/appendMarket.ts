/** Appends missing sessions to a history: close-to-close returns and ends of listings. Existing sessions stay unchanged. */

import type { Listing } from '../../history/listing.ts';
import { encodeGrowth, type MarketHead, type MarketListing } from '../../wire/marketBlock.ts';
import type { Rates } from '../figures/currency.ts';
import type { Sessions } from '../figures/prices.ts';
import { unadjustedJumps } from '../figures/splits.ts';
import { dayOfIso, isoDay } from '../formats/day.ts';
import type { Progress } from '../report/progress.ts';
import { closeReturns } from './closeReturns.ts';
import { type HistoryInput, ratesUpTo } from './input.ts';
import type { Known } from './snapshotRow.ts';
import type { HistoryStore } from './store.ts';

/** One year. */
const BLOCK_SESSIONS_MAX = 252;
/** Blocks built in one pass for cheap inputs. */
const BLOCKS_AT_A_TIME = 10;

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

/** Collects the returns of a range of sessions, security by security. */
class MarketBuilder {
  readonly sessions: readonly number[];
  readonly #input: HistoryInput;
  readonly #places: ReadonlyMap<number, number>;
  readonly #rates: Rates;
  readonly #ids: string[] = [];
  readonly #columns: Float64Array[] = [];
  readonly #listings: MarketListing[] = [];
  readonly #quoted: [number, number, number][] = [];

  constructor(input: HistoryInput, sessions: readonly number[]) {
    this.sessions = sessions;
    this.#input = input;
    this.#places = new Map(sessions.map((day, at) => [day, at]));
    this.#rates = ratesUpTo(input.rates, sessions.at(-1)!);
  }

  add(known: Known): void {
    const [before, last] = [this.sessions[0]! - 1, this.sessions.at(-1)!];
    const { id } = known.security;
    const own = this.#input.listings.of(id);
    const isListed = (day: number): boolean => own.length === 0 || own.some(({ from, to }) => from <= day && day <= to);
    const returns = closeReturns(known, before, last, this.#rates, isListed);
    if (returns.length === 0 && !own.some(({ to }) => to > before && to <= last)) return;
    const security = this.#ids.push(id) - 1;
    const column = new Float64Array(this.sessions.length).fill(Number.NaN);
    for (const { day, growth, quoted: other } of returns) {
      const at = this.#places.get(day)!;
      column[at] = growth;
      if (other !== null) this.#quoted.push([at, security, other]);
    }
    this.#columns.push(column);
    this.#listings.push(...own.filter(({ from }) => from <= last).map((listing) => listingOf(security, listing, last)));
  }

  /** `growth` is session-major. */
  block(): { head: MarketHead; growth: Float64Array } {
    const count = this.#ids.length;
    const growth = new Float64Array(this.sessions.length * count);
    for (const [security, column] of this.#columns.entries())
      for (let at = 0; at < this.sessions.length; at++) growth[at * count + security] = column[at]!;
    return {
      head: { ids: this.#ids, sessions: this.sessions, listings: this.#listings, quoted: this.#quoted },
      growth,
    };
  }
}

/** Returns depend on filings only if these confirm a split. */
const hasJump = (sessions: Sessions): boolean => unadjustedJumps(sessions).length > 0;

/** Appends the missing sessions from the first snapshot to `until`, in days since 1970-01-01. */
export async function appendMarket(store: HistoryStore, input: HistoryInput, until: number, progress: Progress): Promise<void> {
  const first = store.manifest?.blocks[0]?.dates[0];
  if (first === undefined) return;
  const last = store.manifest?.market?.at(-1)?.to;
  const from = last === undefined ? dayOfIso(first) - 1 : dayOfIso(last);
  const lacking = input.sessions.filter((day) => day > from && day <= until);
  const atATime = BLOCK_SESSIONS_MAX * (input.isUnbounded ? BLOCKS_AT_A_TIME : 1);
  for (let at = 0; at < lacking.length; at += atATime) {
    const pass = lacking.slice(at, at + atATime);
    progress(`sessions from ${isoDay(pass[0]!)} to ${isoDay(pass.at(-1)!)}`, { done: at, of: lacking.length });
    const builders: MarketBuilder[] = [];
    for (let start = 0; start < pass.length; start += BLOCK_SESSIONS_MAX)
      builders.push(new MarketBuilder(input, pass.slice(start, start + BLOCK_SESSIONS_MAX)));
    const [from, to] = [pass[0]!, pass.at(-1)!];
    for await (const known of input.known(from, to, to, hasJump)) for (const builder of builders) builder.add(known);
    for (const builder of builders) await writeBlock(store, builder);
  }
}

async function writeBlock(store: HistoryStore, builder: MarketBuilder): Promise<void> {
  const { manifest } = store;
  if (!manifest) return;
  const { sessions } = builder;
  const { head, growth } = builder.block();
  const block = {
    from: isoDay(sessions[0]!),
    to: isoDay(sessions.at(-1)!),
    head: await store.write(new TextEncoder().encode(JSON.stringify(head)), 'json'),
    growth: await store.write(encodeGrowth(growth), 'f64'),
  };
  await store.swap({ ...manifest, market: [...(manifest.market ?? []), block] });
}
