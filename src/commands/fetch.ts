import { parseArgs } from 'node:util';
import { type Address, US, variableOf } from '../fetch/addresses.ts';
import { checkContact } from '../fetch/contact.ts';
import { fetchUs } from '../fetch/fetch.ts';
import { fetchVendor, symbolsOf } from '../fetch/vendorFetch.ts';
import { keyOf, keyVariables, VENDORS, type Vendor } from '../fetch/vendors.ts';
import type { Progress } from '../ingest/report/progress.ts';
import { print, say } from './print.ts';
import { progressOn } from './progress.ts';
import { isoDay, NOTHING_TO_DO, runCommand, UsageError, wholeNumber } from './usage.ts';
import { ownVersion } from './version.ts';

const HELP = `panscreen fetch us --contact ADDRESS --out FILES [options]
panscreen fetch tiingo|eodhd --out FILES [--symbols A,B]
panscreen fetch --list

Downloads new public files of a market and resumes interrupted downloads. "panscreen market" does this and everything after it.

  --contact ADDRESS   your name and e-mail address, which the SEC requires of every client (or PANSCREEN_CONTACT)
  --out FILES         folder for the files; its subfolder .fetch records their versions
  --since MONTH       first month of closes, such as 2009-07 (default: the latest 26 half-months)
  --as-of DATE        ignore later closes (default: today)
  --mirror BASE       use another host with the same paths: http://127.0.0.1:8081
  --symbols A,B       for a vendor: only these symbols (default: those of sec/company_tickers.json in FILES, the largest first)
  --per-hour N        for a vendor: requests per hour (default: the limit of its free tier)
  --list              print the files with size, update interval, licence and terms

Environment: PANSCREEN_CONTACT; PANSCREEN_URL_COMPANYFACTS and the like replace one address (--list names them); HTTPS_PROXY, HTTP_PROXY
and NO_PROXY. A vendor's key: PANSCREEN_TIINGO_KEY, or a file named by PANSCREEN_TIINGO_KEY_FILE; EODHD likewise.
Exit status: 0 if there are new files; 3 if there are none; 1 if a file could not be downloaded.
`;

const [KILOBYTE, MEGABYTE] = [1e3, 1e6];
const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.round(bytes / KILOBYTE)} kB` : `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;

function listed(addresses: readonly Address[]): string {
  const owners = [...new Set(addresses.map(({ owner }) => owner))];
  const lines = owners.flatMap((owner) => [
    `${owner.name}: ${owner.licence}; ${owner.terms}`,
    ...addresses
      .filter((address) => address.owner === owner)
      .flatMap((address) => [
        `  ${address.id}: about ${sizeText(address.bytes)}, every ${address.rhythm}${address.isNeeded ? '' : ', not necessary'}`,
        `    ${address.url}`,
        `    replaced by ${variableOf(address)}`,
      ]),
    '',
  ]);
  return `${[...lines, ...vendorLines()].join('\n')}\n`;
}

const vendorLines = (): string[] =>
  VENDORS.flatMap((vendor) => [
    `${vendor.owner.name}: ${vendor.owner.licence}; ${vendor.owner.terms}`,
    `  ${vendor.id}: one file per symbol, with a key in ${keyVariables(vendor).join(' or ')}`,
    `    ${vendor.urlOf('AAPL', '2020-01-02')}`,
    '',
  ]);

export const FETCH_OPTIONS = {
  contact: { type: 'string' },
  mirror: { type: 'string' },
  since: { type: 'string' },
  'as-of': { type: 'string' },
} as const;

export function mirrorOf(text: string | undefined): { mirror?: string } {
  if (text === undefined) return {};
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new UsageError(`--mirror is an address such as http://127.0.0.1:8081, not ${text}`);
  return { mirror: text };
}

export function sinceOf(text: string | undefined): { since?: string } {
  if (text === undefined) return {};
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError(`--since is a month such as 2009-07, not ${text}`);
  return { since: text };
}

export function contactOf(text: string | undefined): string {
  try {
    return checkContact(text ?? process.env.PANSCREEN_CONTACT);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function checkMarket(positionals: readonly string[]): void {
  if (positionals.length !== 1 || positionals[0] !== 'us')
    throw new UsageError(`expected one market: us${positionals.length > 0 ? `, not ${positionals.join(' ')}` : ''}`);
}

const PER_HOUR_MAX = 20_000;

interface VendorArguments {
  readonly out: string;
  readonly symbols: string | undefined;
  readonly perHour: string | undefined;
  readonly mirror: string | undefined;
}

interface Ended {
  readonly freshCount: number;
  readonly requestCount: number;
  /** Needed files that are not there yet. */
  readonly lacking?: readonly string[];
  readonly fault: string | null;
}

/** Runs a download, which a signal stops, and prints its result. Resolves to the exit status. */
async function fetching(download: (progress: Progress, signal: AbortSignal) => Promise<Ended>): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const writer = progressOn(process.stderr);
  try {
    const { freshCount, requestCount, lacking = [], fault } = await download(writer.progress, stopping.signal);
    writer.end();
    await print(`${freshCount} files are new, ${requestCount} requests were made\n`);
    for (const name of lacking) say(`${name} is not there yet, and is needed`);
    if (fault !== null) throw new Error(fault);
    return freshCount > 0 ? 0 : NOTHING_TO_DO;
  } finally {
    writer.end();
  }
}

/** `panscreen fetch tiingo|eodhd`. Resolves to the exit status. */
async function fetchOfVendor(vendor: Vendor, { out, symbols, perHour, mirror }: VendorArguments): Promise<number> {
  const key = await keyOf(vendor, process.env).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  return await fetching(async (progress, signal) => {
    const { fault, ...counts } = await fetchVendor(vendor, {
      files: out,
      key,
      version: ownVersion(),
      symbols: symbols === undefined ? await symbolsOf(out) : symbols.split(',').map((symbol) => symbol.trim().toUpperCase()),
      perHour: wholeNumber('--per-hour', perHour ?? String(vendor.perHour), 1, PER_HOUR_MAX),
      ...mirrorOf(mirror),
      env: process.env,
      progress,
      signal,
    });
    return { ...counts, fault: fault && `${fault}; run it again to fetch the remaining symbols` };
  });
}

/** `panscreen fetch`. Resolves to the exit status. */
export function fetch(given: string[]): Promise<number> {
  return runCommand('fetch', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...FETCH_OPTIONS,
        out: { type: 'string' },
        list: { type: 'boolean' },
        symbols: { type: 'string' },
        'per-hour': { type: 'string' },
      },
    });
    if (values.list) {
      await print(listed(US));
      return 0;
    }
    const { out, symbols, mirror } = values;
    if (!out) throw new UsageError('expected --out FILES');
    const vendor = VENDORS.find(({ id }) => positionals.length === 1 && positionals[0] === id);
    if (vendor) return await fetchOfVendor(vendor, { out, symbols, perHour: values['per-hour'], mirror });
    checkMarket(positionals);
    const asOf = values['as-of'] === undefined ? undefined : isoDay('--as-of', values['as-of']);
    const contact = contactOf(values.contact);
    return await fetching(async (progress, signal) => {
      const { fresh, faults, lacking, requestCount } = await fetchUs({
        files: out,
        contact,
        version: ownVersion(),
        ...mirrorOf(mirror),
        ...sinceOf(values.since),
        now: asOf === undefined ? new Date() : new Date(`${asOf}T23:59:59Z`),
        env: process.env,
        progress,
        signal,
      });
      const fault = faults.length > 0 ? `${faults.length} could not be had: ${faults[0]}` : null;
      return { freshCount: fresh.length, requestCount, lacking, fault };
    });
  });
}
