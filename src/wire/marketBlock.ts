/**
 * Sessions of a history: every security's growth from close to close, and how listings ended, for backtests between snapshots.
 * Growth is float64, little-endian, session-major ([session][security]): the value in US dollars of one dollar at the previous close,
 * including splits and dividends; −infinity without a close; 1 at the first one.
 */
import { assert } from '../assert.ts';

/** Days since 1970-01-01, both inclusive; `to` is null while the security is listed. */
export interface MarketListing {
  /** Position among the ids of the block. */
  readonly security: number;
  readonly from: number;
  readonly to: number | null;
  readonly reason: string | null;
  /** Delisting return, a fraction; null when unknown. */
  readonly endReturn: number | null;
}

/** A block of sessions without its returns. */
export interface MarketHead {
  readonly ids: readonly string[];
  /** Days since 1970-01-01, ascending. */
  readonly sessions: readonly number[];
  readonly listings: readonly MarketListing[];
  /** Growth by quoted prices where a split is likely but unconfirmed: [session, security, growth]. */
  readonly quoted: readonly (readonly [session: number, security: number, growth: number])[];
}

const BYTES_PER_VALUE = 8;
const MISSING = Number.NEGATIVE_INFINITY;

/** Reads an untrusted head. Throws with what is wrong. */
export function readMarketHead(text: string): MarketHead {
  const head = JSON.parse(text) as MarketHead;
  const { ids, sessions, listings, quoted } = head ?? {};
  const isWhole = [ids, sessions, listings, quoted].every(Array.isArray);
  assert(isWhole, 'a block of sessions lacks its ids, sessions, listings or quoted returns');
  assert(
    ids.every((id) => typeof id === 'string') &&
      sessions.every((day, at) => Number.isInteger(day) && (at === 0 || day > sessions[at - 1]!)),
    'the ids or sessions of a block are not what they should be',
  );
  assert(
    listings.every(({ security, from }) => security >= 0 && security < ids.length && Number.isFinite(from)),
    'a listing of a block names no security',
  );
  return head;
}

export function encodeGrowth(growth: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(growth.length * BYTES_PER_VALUE));
  for (const [at, value] of growth.entries()) view.setFloat64(at * BYTES_PER_VALUE, Number.isNaN(value) ? MISSING : value, true);
  return new Uint8Array(view.buffer);
}

/** NaN for missing. Throws for a wrong length. */
export function decodeGrowth(bytes: Uint8Array, count: number): Float64Array {
  assert(
    bytes.byteLength === count * BYTES_PER_VALUE,
    `returns: got ${bytes.byteLength} bytes, expected ${count * BYTES_PER_VALUE}`,
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: count }, (_, at) => {
    const value = view.getFloat64(at * BYTES_PER_VALUE, true);
    return value === MISSING ? Number.NaN : value;
  });
}
