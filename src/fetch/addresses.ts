/** Addresses of public data, with their owners' terms. */

/** `prices`: a table of closes by date. */
export type Kind = 'zip' | 'json' | 'csv' | 'prices';

export interface Owner {
  readonly name: string;
  readonly licence: string;
  readonly terms: string;
  /** Whether requests must include a name and an e-mail address. */
  readonly needsContact: boolean;
  /** Minimum interval between requests, in milliseconds. */
  readonly pauseMs: number;
}

/** At most ten requests a second over all machines, with name and address in the User-Agent (Accessing EDGAR Data). */
const SEC: Owner = {
  name: 'US Securities and Exchange Commission',
  licence: 'public domain',
  terms: 'a declared contact, at most 10 requests a second (five are made): https://www.sec.gov/os/accessing-edgar-data',
  needsContact: true,
  pauseMs: 200,
};
const ECB: Owner = {
  name: 'European Central Bank',
  licence: 'free reuse, source stated',
  terms: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
  needsContact: false,
  pauseMs: 1000,
};
const FINANCE_DATABASE: Owner = {
  name: 'FinanceDatabase',
  licence: 'MIT',
  terms: 'https://github.com/JerBouma/FinanceDatabase/blob/main/LICENSE',
  needsContact: false,
  pauseMs: 200,
};
const FRENCH: Owner = {
  name: 'Kenneth R. French, Data Library',
  licence: 'copyright Fama and French: for your own use, not for redistribution',
  terms: 'https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/data_library.html',
  needsContact: false,
  pauseMs: 500,
};

/** Days between two checks of an address; monthly files need no nightly check. */
export const RHYTHM_DAYS = { night: 0, day: 0, 'half-month': 0, week: 7, month: 7 } as const;
export type Rhythm = keyof typeof RHYTHM_DAYS;

export interface Address {
  /** Name on the command line and in the environment. */
  readonly id: string;
  readonly owner: Owner;
  /** `{half}` is replaced by a half-month such as 202008b. */
  readonly url: string;
  /** Path below the folder of files. */
  readonly file: string;
  readonly kind: Kind;
  /** Approximate size. */
  readonly bytes: number;
  readonly rhythm: Rhythm;
  /** Whether the market can't be built without it. */
  readonly isNeeded: boolean;
}

const sec = (id: string, path: string, file: string, kind: Kind, bytes: number, rhythm: Rhythm, isNeeded = true): Address => ({
  id,
  owner: SEC,
  url: `https://www.sec.gov/${path}`,
  file,
  kind,
  bytes,
  rhythm,
  isNeeded,
});

const listing = (table: 'equities' | 'etfs', exchange: string, bytes: number): Address => ({
  id: `${table}-${exchange.toLowerCase()}`,
  owner: FINANCE_DATABASE,
  url: `https://raw.githubusercontent.com/JerBouma/FinanceDatabase/main/database/${table}/${exchange}.csv`,
  file: `financedatabase/${table}-${exchange}.csv`,
  kind: 'csv',
  bytes,
  rhythm: 'week',
  isNeeded: false,
});

const factors = (id: string, name: string): Address => ({
  id,
  owner: FRENCH,
  url: `https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/ftp/${name}_CSV.zip`,
  file: `factors/${name}_CSV.zip`,
  kind: 'zip',
  bytes: 30e3,
  rhythm: 'month',
  isNeeded: false,
});

/** US exchanges, by FinanceDatabase's codes. */
const EQUITY_EXCHANGES = ['NMS', 'NCM', 'NGM', 'NYQ', 'ASE', 'PCX', 'BTS', 'PNK'];
const FUND_EXCHANGES = ['PCX', 'NGM', 'NMS', 'NCM', 'BTS', 'ASE', 'NYQ'];

/** Files for the market of all companies listed in the United States. */
export const US: readonly Address[] = [
  sec('tickers', 'files/company_tickers.json', 'sec/company_tickers.json', 'json', 800e3, 'day'),
  sec(
    'tickers-exchange',
    'files/company_tickers_exchange.json',
    'sec/company_tickers_exchange.json',
    'json',
    700e3,
    'day',
    false,
  ),
  sec('fails', 'files/data/fails-deliver-data/cnsfails{half}.zip', 'fails/cnsfails{half}.zip', 'zip', 1.3e6, 'half-month'),
  {
    id: 'rates',
    owner: ECB,
    url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
    file: 'rates/eurofxref-hist.zip',
    kind: 'zip',
    bytes: 700e3,
    rhythm: 'day',
    isNeeded: true,
  },
  ...EQUITY_EXCHANGES.map((exchange) => listing('equities', exchange, 1e6)),
  ...FUND_EXCHANGES.map((exchange) => listing('etfs', exchange, 300e3)),
  factors('factors-3', 'F-F_Research_Data_Factors'),
  factors('factors-5', 'F-F_Research_Data_5_Factors_2x3'),
  factors('factors-momentum', 'F-F_Momentum_Factor'),
  sec('submissions', 'Archives/edgar/daily-index/bulkdata/submissions.zip', 'sec/submissions.zip', 'zip', 1.5e9, 'night'),
  sec('companyfacts', 'Archives/edgar/daily-index/xbrl/companyfacts.zip', 'sec/companyfacts.zip', 'zip', 1.4e9, 'night'),
];

/** Environment variable that replaces an address, such as PANSCREEN_URL_COMPANYFACTS. */
export const variableOf = ({ id }: Address): string => `PANSCREEN_URL_${id.toUpperCase().replaceAll('-', '_')}`;

/** URL of an address: from the environment, otherwise the mirror with the same path, otherwise the owner's. */
export function urlOf(address: Address, mirror: string | undefined, env: NodeJS.ProcessEnv): string {
  const own = env[variableOf(address)];
  if (own) return own;
  if (mirror === undefined) return address.url;
  return `${mirror.replace(/\/+$/, '')}${address.url.replace(/^https:\/\/[^/]+/, '')}`;
}
