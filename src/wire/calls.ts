import { assert } from '../assert.ts';
import { isRecord } from './json.ts';

/** Paths of the five calls, of the bundles and of the sixth call, relative to the page's base path (docs/calls.md). */
export const CALLS = {
  countries: 'api/screener/countries',
  reverseIndex: 'api/screener/reverse-index',
  headerIndex: 'api/screener/header-index',
  vector: (country: string): string => `api/screener/vector/${encodeURIComponent(country)}`,
  vectorIndexing: (country: string): string => `api/screener/vector-indexing/${encodeURIComponent(country)}`,
  bundles: 'api/screener/bundles',
  bundle: (at: number): string => `api/screener/bundle/${at}`,
  screen: 'api/screener/screen',
} as const;

/** Position in a row by column or field id. */
export type Positions = Readonly<Record<string, number>>;

/** A country of the countries call and the time of its last update in epoch seconds. */
export interface CountryUpdate {
  readonly country: string;
  readonly updated: number;
}

/** A country in the path of a call. */
export const COUNTRY_CODE = /^[A-Za-z0-9_-]{1,16}$/;
/** Most positions of an index; a wider row is taken for a broken answer. */
const POSITIONS_MAX = 10_000;

function record(value: unknown, call: string): Readonly<Record<string, unknown>> {
  assert(isRecord(value), `${call}: expected an object, got ${kindOf(value)}`);
  return value;
}

/** Type of a JSON value, for error messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** Reads the answer of the countries call, in its order. Throws with what is wrong. */
export function readCountries(answer: unknown): CountryUpdate[] {
  return Object.entries(record(answer, 'countries')).map(([country, updated]) => {
    assert(COUNTRY_CODE.test(country), `countries: “${country.slice(0, 40)}” is not a country code`);
    assert(
      typeof updated === 'number' && Number.isFinite(updated),
      `countries: the update time of ${country} is ${kindOf(updated)}`,
    );
    return { country, updated };
  });
}

export function writeCountries(countries: readonly CountryUpdate[]): Record<string, number> {
  return Object.fromEntries(countries.map(({ country, updated }) => [country, updated]));
}

/** Reads a reverse-index or header-index: distinct positions from 0 on, not all of which need an id. Throws with what is wrong. */
export function readPositions(answer: unknown, call: string): Positions {
  const positions: Record<string, number> = Object.create(null);
  const taken = new Map<number, string>();
  for (const [id, position] of Object.entries(record(answer, call))) {
    assert(
      typeof position === 'number' && Number.isInteger(position) && position >= 0 && position < POSITIONS_MAX,
      `${call}: the position of ${id} is ${JSON.stringify(position)}, not a whole number from 0 on`,
    );
    assert(!taken.has(position), `${call}: ${id} and ${taken.get(position)} share position ${position}`);
    taken.set(position, id);
    positions[id] = position;
  }
  return positions;
}

/** Number of values in a row. */
export function rowWidth(positions: Positions): number {
  return Object.values(positions).reduce((width, position) => Math.max(width, position + 1), 0);
}
