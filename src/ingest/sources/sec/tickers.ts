/** Reads company_tickers.json. */
import { basename } from 'node:path';
import { textAt } from '../../formats/files.ts';
import { cikOf } from './cik.ts';
import type { Remarks } from './remarks.ts';

/** The list of about ten thousand symbols takes a megabyte. */
const LIST_BYTES_MAX = 64e6;

/**
 * @returns CIK by symbol, the first of two; null if the file doesn't exist
 * @throws with the file's name if it can't be read
 */
export async function readTickers(path: string, remarks: Remarks): Promise<ReadonlyMap<string, number> | null> {
  const text = await textAt(path, LIST_BYTES_MAX);
  if (text === null) return null;
  const name = basename(path);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  if (typeof root !== 'object' || root === null) throw new Error(`${name} is not an object`);
  const tickers = new Map<string, number>();
  for (const [place, entry] of Object.entries(root)) {
    const { cik_str: given, ticker } = (entry ?? {}) as { cik_str?: unknown; ticker?: unknown };
    const cik = cikOf(given);
    if (cik === null || typeof ticker !== 'string' || ticker === '') {
      remarks.add(`${name}: an entry without cik_str and ticker: not read`, place);
    } else if (!tickers.has(ticker.toUpperCase())) tickers.set(ticker.toUpperCase(), cik);
  }
  return tickers;
}
