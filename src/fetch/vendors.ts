/** Vendors of daily closes with splits and dividends who ask for a key: one file per symbol, as they send it. */
import { readFile } from 'node:fs/promises';
import type { Owner } from './addresses.ts';

export interface Vendor {
  /** Names the folder of its files and the source of the ingest. */
  readonly id: 'tiingo' | 'eodhd';
  readonly owner: Owner;
  /** Requests an hour that its free tier grants. */
  readonly perHour: number;
  /** The address of a symbol's closes since an ISO date. Holds no key. */
  readonly urlOf: (symbol: string, since: string) => string;
  readonly headersOf: (key: string) => Readonly<Record<string, string>>;
  /** What only the request itself carries: it is in no note and no line. */
  readonly secretQueryOf: (key: string) => string;
}

/** Tiingo takes its key in a header (General, Authentication); class shares have a dash. */
const TIINGO: Vendor = {
  id: 'tiingo',
  owner: {
    name: 'Tiingo',
    licence: 'for your own use, not for redistribution',
    terms: 'https://www.tiingo.com/about/terms; free: 50 requests an hour, 1,000 a day, 500 symbols a month',
    needsContact: false,
    pauseMs: 0,
  },
  perHour: 50,
  urlOf: (symbol, since) =>
    `https://api.tiingo.com/tiingo/daily/${encodeURIComponent(symbol)}/prices?startDate=${since}&format=csv`,
  headersOf: (key) => ({ authorization: `Token ${key}` }),
  secretQueryOf: () => '',
};

/** EODHD takes its key in the query alone (API for Historical Data and Volumes). */
const EODHD: Vendor = {
  id: 'eodhd',
  owner: {
    name: 'EODHD',
    licence: 'for your own use, not for redistribution',
    terms: 'https://eodhd.com/financial-apis/terms-conditions; free: 20 requests a day, a year of closes',
    needsContact: false,
    pauseMs: 0,
  },
  perHour: 20,
  urlOf: (symbol, since) => `https://eodhd.com/api/eod/${encodeURIComponent(symbol)}.US?from=${since}&period=d&fmt=csv`,
  headersOf: () => ({}),
  secretQueryOf: (key) => `&api_token=${encodeURIComponent(key)}`,
};

export const VENDORS: readonly Vendor[] = [TIINGO, EODHD];

/** The names in the environment under which a vendor's key, or a file that holds it, is found. */
export const keyVariables = ({ id }: Vendor): readonly [key: string, file: string] => [
  `PANSCREEN_${id.toUpperCase()}_KEY`,
  `PANSCREEN_${id.toUpperCase()}_KEY_FILE`,
];

/** The key. Throws, without it in the line, when there is none or it can be none. */
export async function keyOf(vendor: Vendor, env: NodeJS.ProcessEnv): Promise<string> {
  const [name, fileName] = keyVariables(vendor);
  const path = env[fileName];
  const text = env[name] || (path ? await readFile(path, 'utf8') : '');
  const key = text.trim();
  if (key === '') throw new Error(`${vendor.owner.name} asks for a key: put it in ${name}, or in a file that ${fileName} names`);
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw new Error(`what ${env[name] ? name : fileName} contains is not an API key`);
  return key;
}
