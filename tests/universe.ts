import { FIELD_IDS, VECTOR_IDS } from '../src/catalogue/catalogue.ts';
import { COUNTRIES, CURRENCIES, EXCHANGES, INDUSTRIES, MONTHS, SECTORS } from '../src/catalogue/codes.ts';
import { SOURCE_KNOWN_FLAGS } from '../src/catalogue/flag.ts';
import type { Source } from '../src/engine/load/loader.ts';
import type { FieldValue } from '../src/wire/indexing.ts';
import { Random } from './random.ts';

/** One country as it travels: columns and header fields by position, a row of values and of fields per security. */
export interface CountryWire {
  readonly country: string;
  readonly columns: readonly string[];
  readonly header: readonly string[];
  readonly rows: readonly number[][];
  readonly fields: readonly FieldValue[][];
}

/** Day of the prices, 19 November 2025. */
const PRICE_DATE = 1763510400;
/**
 * A seeded universe with hard cases: missing values, ties, zeros of both signs, negative figures, several currencies.
 * @param rateless a currency without an exchange rate
 */
export function randomUniverse(seed: number, countryCount: number, rowCount: number, rateless?: string): CountryWire[] {
  const random = new Random(seed);
  // Drawn apart, so that the figures stay what they are.
  const identity = new Random(seed + 1e6);
  const flagged = new Random(seed + 2e6);
  const rates = new Map(CURRENCIES.map((code) => [code, code === 'USD' ? 1 : Math.fround(0.01 + random.next() * 1.5)]));
  return COUNTRIES.slice(0, countryCount).map(({ code }) => {
    const rows: number[][] = [];
    const fields: FieldValue[][] = [];
    for (let row = 0; row < rowCount; row++) {
      const currency = random.pick(CURRENCIES.slice(0, 5));
      const size = Math.exp(random.normal() * 2 + 20);
      // Some were last priced on another day, at another rate.
      const drift = currency !== 'USD' && identity.chance(0.1) ? 0.9 : 1;
      const drawn = VECTOR_IDS.map((id) =>
        id === 'usdRate'
          ? currency === rateless
            ? Number.NEGATIVE_INFINITY
            : drift * rates.get(currency)!
          : figure(random, size),
      );
      rows.push(drawn.map((value, index) => (VECTOR_IDS[index] === 'date' && value > 0 ? PRICE_DATE : value)));
      const sector = random.pick(SECTORS);
      const values: Record<string, FieldValue> = {
        symbol: `${code}${row}`,
        name: `Company ${random.below(50)}`,
        type: random.chance(0.9) ? 'Equity' : 'Etf',
        country: code,
        currency,
        exchange: random.chance(0.1) ? null : random.pick(EXCHANGES).code,
        sector: random.chance(0.1) ? '' : sector,
        industry: random.pick(INDUSTRIES[sector]),
        fiscalYearEnd: random.pick(MONTHS),
        latestQuarter: random.chance(0.1) ? null : 1735603200 + 86400 * random.below(300),
        isAdr: random.chance(0.1),
        isin: identity.chance(0.2) ? null : `XX${identity.below(rowCount)}`,
        CIK: identity.chance(0.6) ? null : String(identity.below(rowCount)).padStart(identity.pick([1, 10]), '0'),
        sourceFlags: randomSourceFlags(flagged),
        statementCurrency: identity.chance(0.8) ? currency : identity.pick(['EUR', 'USD', '']),
      };
      fields.push(FIELD_IDS.map((id) => values[id] ?? null));
    }
    return { country: code, columns: VECTOR_IDS, header: FIELD_IDS, rows: rows.map((row) => row.map(Math.fround)), fields };
  });
}

/** For some rows the text of some flags of some columns, as wire/sourceFlags.ts has it. */
function randomSourceFlags(random: Random): string {
  if (random.chance(0.6)) return '';
  const ids = (): string => Array.from({ length: 1 + random.below(4) }, () => random.pick(VECTOR_IDS)).join(';');
  return SOURCE_KNOWN_FLAGS.flatMap((flag) => (random.chance(0.5) ? [`${flag}:${ids()}`] : [])).join(' ');
}

function figure(random: Random, size: number): number {
  if (random.chance(0.12)) return Number.NEGATIVE_INFINITY;
  if (random.chance(0.05)) return random.pick([0, -0, 1, -1]);
  if (random.chance(0.2)) return random.below(20) - 5;
  return (random.chance(0.2) ? -size : size) * random.next();
}

/** The answers of the five calls for these countries, as a server of another house would give them. */
export function wireSource(countries: readonly CountryWire[]): Source {
  const positions = (ids: readonly string[]) => Object.fromEntries(ids.map((id, position) => [id, position]));
  const answers: Record<string, unknown> = {
    'api/screener/countries': Object.fromEntries(countries.map(({ country }) => [country, 1763596800])),
    'api/screener/reverse-index': positions(countries[0]?.columns ?? []),
    'api/screener/header-index': positions(countries[0]?.header ?? []),
  };
  for (const { country, header, fields } of countries) {
    answers[`api/screener/vector-indexing/${country}`] = { tickerIndex: fields, headerIndex: positions(header) };
  }
  return {
    json: async (path) => {
      if (!(path in answers)) throw new Error(`no answer for ${path}`);
      return JSON.parse(JSON.stringify(answers[path]));
    },
    bytes: async (path) => {
      const found = countries.find(({ country }) => path === `api/screener/vector/${country}`);
      if (!found) throw new Error(`no answer for ${path}`);
      const width = found.columns.length;
      const values = new Float32Array(found.rows.length * width);
      for (const [row, own] of found.rows.entries()) values.set(own, row * width);
      return new Uint8Array(values.buffer);
    },
  };
}
