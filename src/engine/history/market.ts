/** The closes of a history between its snapshots, as a backtest reads them. */

import { type HistoryManifest, historyPath } from '../../wire/history.ts';
import { decodeGrowth, type MarketHead, type MarketListing, readMarketHead } from '../../wire/marketBlock.ts';
import { END_REASONS, type Listing, type Market, type PriceHistory } from '../backtest/market.ts';
import type { HistorySource } from './source.ts';

/** A block of sessions as it was fetched. */
interface FetchedSessions {
  readonly head: MarketHead;
  /** As {@link decodeGrowth} reads it. */
  readonly growth: Uint8Array;
}

type Files = Pick<HistorySource, 'bytes' | 'text'>;

/** A market and the number of each security id in it. */
export interface NumberedMarket {
  readonly market: Market;
  readonly numberOf: ReadonlyMap<string, number>;
}

/** A security's prices and listings read so far. */
interface Grown {
  readonly days: number[];
  readonly wealth: number[];
  readonly quoted: number[];
  /** By first day, so that later blocks add the ends. */
  readonly listings: Map<number, Listing>;
}

function listingOf({ from, to, reason, endReturn }: MarketListing): Listing {
  return { from, to: to ?? Number.POSITIVE_INFINITY, reason: END_REASONS.find((known) => known === reason) ?? null, endReturn };
}

function addBlock({ head, growth }: FetchedSessions, securityOf: (id: string) => Grown): void {
  const { ids, sessions, listings, quoted } = head;
  const values = decodeGrowth(growth, sessions.length * ids.length);
  const others = new Map(quoted.map(([session, security, value]) => [session * ids.length + security, value]));
  for (const [security, id] of ids.entries()) {
    const { days, wealth, quoted: quotedWealth } = securityOf(id);
    for (let session = 0; session < sessions.length; session++) {
      const at = session * ids.length + security;
      if (Number.isNaN(values[at]!)) continue;
      days.push(sessions[session]!);
      wealth.push((wealth.at(-1) ?? 1) * values[at]!);
      quotedWealth.push((quotedWealth.at(-1) ?? 1) * (others.get(at) ?? values[at]!));
    }
  }
  for (const listing of listings) securityOf(ids[listing.security]!).listings.set(listing.from, listingOf(listing));
}

const ALWAYS: readonly Listing[] = [
  { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, reason: null, endReturn: null },
];

/** Joins blocks of sessions, oldest first. A security without listings counts as listed throughout. */
function joinMarket(blocks: readonly FetchedSessions[]): NumberedMarket {
  const grown: Grown[] = [];
  const numberOf = new Map<string, number>();
  const securityOf = (id: string): Grown => {
    const known = numberOf.get(id);
    if (known !== undefined) return grown[known]!;
    const made: Grown = { days: [], wealth: [], quoted: [], listings: new Map() };
    numberOf.set(id, grown.push(made) - 1);
    return made;
  };
  for (const block of blocks) addBlock(block, securityOf);
  const histories = grown.map(({ days, wealth, quoted, listings }): PriceHistory => {
    const shown = Float64Array.from(wealth);
    return {
      days: Int32Array.from(days),
      wealth: shown,
      quotedWealth: quoted.every((value, at) => value === wealth[at]) ? shown : Float64Array.from(quoted),
      listings: listings.size === 0 ? ALWAYS : [...listings.values()],
    };
  });
  return { market: { sessions: Int32Array.from(blocks.flatMap(({ head }) => head.sessions)), histories }, numberOf };
}

/** All sessions of a history from its first snapshot on. Throws for a history without any. */
export async function fetchMarket({ market: blocks = [] }: HistoryManifest, files: Files): Promise<NumberedMarket> {
  if (blocks.length === 0) throw new Error('this history has no closes between its snapshots: build it again to backtest it');
  const fetched = blocks.map(async ({ head, growth }) => ({
    head: readMarketHead(await files.text(head, historyPath(head))),
    growth: await files.bytes(growth, historyPath(growth)),
  }));
  return joinMarket(await Promise.all(fetched));
}
