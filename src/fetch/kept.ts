/** State of downloaded files, stored in small files that are replaced atomically. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../folder.ts';
import { swapFile } from '../ingest/publish/durable.ts';

/** Subfolder for notes and partial downloads. */
export const STATE_FOLDER = '.fetch';

/** Temporary file of a killed run. */
const HALF_NOTE = /\.json\.\d+-\d+\.part$/;

export interface Version {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface KeptFile extends Version {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
  /** ISO times of the download and of the last check. */
  readonly fetchedAt: string;
  readonly checkedAt: string;
}

export interface Begun extends Version {
  readonly url: string;
  /** Total length; null if the server doesn't state it. */
  readonly bytes: number | null;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const sizeOf = async (path: string): Promise<number | null> => {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return found?.isFile() ? found.size : null;
};

/** Reads a value written by {@link writeState}; null if it is missing or damaged. */
export async function readState<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value;
  } catch (error) {
    // With a damaged note, the file is downloaded again.
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

export async function writeState(path: string, value: object): Promise<void> {
  await swapFile(path, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Paths of the state of a file. */
export class Notes {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(files: string): Promise<Notes> {
    const folder = join(files, STATE_FOLDER);
    await makeFolder(folder);
    return new Notes(folder);
  }

  /** Removes temporary files. Requires the folder's lock: another process may be writing one. */
  async tidy(): Promise<void> {
    for (const name of await readdir(this.#folder)) if (HALF_NOTE.test(name)) await rm(join(this.#folder, name), { force: true });
  }

  readonly note = (name: string): string => join(this.#folder, `${name}.json`);
  readonly part = (name: string): string => join(this.#folder, `${name}.part`);
  readonly begun = (name: string): string => join(this.#folder, `${name}.part.json`);

  async forgetPart(name: string): Promise<void> {
    await rm(this.part(name), { force: true });
    await rm(this.begun(name), { force: true });
  }
}
