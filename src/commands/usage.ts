import { resolve } from 'node:path';
import { Bucket, isBucketAddress } from '../bucket.ts';
import { say } from './print.ts';

const BAD_USAGE = 2;
const FAILED = 1;

/** Invalid command line: a message of one line, exit status 2. */
export class UsageError extends Error {}

/** Default folders, relative to the current one. */
export const DEMO_FOLDER = 'data/demo';
export const DEMO_HISTORY_FOLDER = 'data/demo-history';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Checks a folder or s3:// address. Throws {@link UsageError} for any other address. */
export function dataPlace(name: string, text: string): string {
  if (text === '') throw new UsageError(`${name} is empty: expected a folder, or s3://bucket/prefix`);
  if (!SCHEME.test(text)) return text;
  if (!isBucketAddress(text)) throw new UsageError(`${name} is a folder, or s3://bucket/prefix, not ${text}`);
  try {
    new Bucket(text, process.env);
    return text;
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}

/** Address of the published data: the option, otherwise the environment, otherwise the demo folder. */
export function publishedFolder(option: string | undefined): string {
  const place = dataPlace('--data', option ?? (process.env.PANSCREEN_DATA || DEMO_FOLDER));
  return isBucketAddress(place) ? place : resolve(place);
}

/** Extracts the pairs after every --from; `read` parses a pair or throws. */
export function takeFrom<From>(
  args: readonly string[],
  read: (source: string, path: string) => From,
): { readonly from: From[]; readonly rest: string[] } {
  const from: From[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] !== '--from') {
      rest.push(args[at]!);
      continue;
    }
    const [source = '', path = ''] = args.slice(at + 1, at + 3);
    from.push(read(source, path));
    at += 2;
  }
  if (from.length === 0) throw new UsageError('expected --from tables DIR, or another source');
  return { from, rest };
}

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`${name} is a whole number from ${min} to ${max}, not ${text}`);
  }
  return value;
}

/** An ISO date on the command line. */
export function isoDay(name: string, text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${name} is a date such as 2026-11-19, not ${text}`);
  }
  return text;
}

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? 'it failed without a reason';

const isDiskFull = (message: string, code: string | undefined): boolean =>
  code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device|disk quota exceeded/i.test(message);
function fullDisk(message: string): string {
  const place = /'([^']+)'/.exec(message)?.[1];
  return `no space left on the disk${place ? ` of ${place}` : ''}: free some space and run it again; the old data stay as they are`;
}

/** Exit status of a command that found nothing to do, such as no newer data. */
export const NOTHING_TO_DO = 3;

/** Runs a command; prints help on request and errors in one line. Resolves to the exit status. */
export async function runCommand(
  name: string,
  help: string,
  args: readonly string[],
  run: (args: string[]) => Promise<number> | Promise<void>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return 0;
  }
  try {
    return (await run([...args])) ?? 0;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    say(`panscreen ${name}: ${isDiskFull(message, code) ? fullDisk(message) : firstLine(message)}`);
    return error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS') ? BAD_USAGE : FAILED;
  }
}
