/** Finds and reads fails-to-deliver files, as the SEC's archives or as text. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { filesIn } from '../../formats/files.ts';
import { entriesOf } from '../../formats/zip.ts';
import { type FailsRows, readFails } from './rows.ts';

const FAILS_FILE = /^cnsfails(\d{6}[ab]?)(?:\.txt|\.zip)?$/i;
/** The longest in 17 years have about 60,000 rows of 62 bytes. */
const FILE_BYTES_MAX = 64e6;

/** The half-month in a file's name, such as `202008b`; null for another file. */
export const halfMonthOf = (path: string): string | null => FAILS_FILE.exec(basename(path))?.[1]?.toLowerCase() ?? null;

/** Paths of a folder's files, oldest first; the archive if a text exists too. Throws if there is none. */
export async function failsFilesIn(folder: string): Promise<readonly string[]> {
  const byHalf = new Map<string, string>();
  for (const path of await filesIn(folder, (name) => FAILS_FILE.test(name), FILE_BYTES_MAX)) byHalf.set(halfMonthOf(path)!, path);
  if (byHalf.size === 0) throw new Error(`${folder} holds no fails-to-deliver file such as cnsfails202008b.zip`);
  return [...byHalf].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}

/** Throws with the file's name if it is damaged or not a fails-to-deliver file. */
export async function readFailsFile(path: string): Promise<FailsRows> {
  const name = basename(path);
  try {
    if (!name.toLowerCase().endsWith('.zip')) return readFails(await readFile(path));
    for await (const entry of entriesOf(path, FILE_BYTES_MAX)) return readFails(await entry.read());
    throw new Error('the archive is empty');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.startsWith(name) ? message : `${name}: ${message}`, { cause: error });
  }
}
