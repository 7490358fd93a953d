/** Vendors of adjusted daily closes that require a key: one unmodified file per symbol. */
import { readFile } from 'node:fs/promises';
import type { Owner } from './addresses.ts';

export interface Vendor {
  /** Name of its folder and of the source of the ingest. */
  readonly id: 'tiingo' | 'eodhd';
  readonly owner: Owner;
  /** Requests per hour in its free tier. */
  readonly perHour: number;
  /** URL of a symbol's closes since an ISO date, without the key. */
  readonly urlOf: (symbol: string, since: string) => string;
  readonly headersOf: (key: string) => Readonly<Record<string, string>>;
  /** Appended to the URL of the request only; never stored or printed. */
  readonly secretQueryOf: (key: string) => string;
}

/** Tiingo expects the key in a header (General, Authentication); share classes have a dash. */
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

/** EODHD expects the key in the query (API for Historical Data and Volumes). */
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

/** Environment variables with a vendor's key, or a file that contains it. */
export const keyVariables = ({ id }: Vendor): readonly [key: string, file: string] => [
  `PANSCREEN_${id.toUpperCase()}_KEY`,
  `PANSCREEN_${id.toUpperCase()}_KEY_FILE`,
];

/** Throws if the key is missing or invalid, without including it in the message. */
export async function keyOf(vendor: Vendor, env: NodeJS.ProcessEnv): Promise<string> {
  const [name, fileName] = keyVariables(vendor);
  const path = env[fileName];
  const text = env[name] || (path ? await readFile(path, 'utf8') : '');
  const key = text.trim();
  if (key === '') throw new Error(`${vendor.owner.name} requires a key: put it in ${name}, or in a file named by ${fileName}`);
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw new Error(`what ${env[name] ? name : fileName} contains is not an API key`);
  return key;
}
