/** What is known of the files of a folder: in small files beside them, each replaced in whole. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { swapFile } from '../ingest/publish/durable.ts';

/** Below a folder of files: what is known of them, and what has come of one so far. */
export const STATE_FOLDER = '.fetch';

/** What a run that was killed left of a note. */
const HALF_NOTE = /\.json\.\d+-\d+\.part$/;

/** How a server names a version of a file. */
export interface Version {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface KeptFile extends Version {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
  /** When it came, and when its owner was last asked: ISO times. */
  readonly fetchedAt: string;
  readonly checkedAt: string;
}

/** A file of which a part has come. */
export interface Begun extends Version {
  readonly url: string;
  /** Length of the whole; null where the server doesn't say. */
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

/** A value written by {@link writeState}; null where there is none that can be read. */
export async function readState<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value;
  } catch (error) {
    // A broken note is no note: the file is fetched again.
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

/** Places of what is known of one file. */
export class Notes {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(files: string): Promise<Notes> {
    const folder = join(files, STATE_FOLDER);
    await mkdir(folder, { recursive: true });
    return new Notes(folder);
  }

  /** Removes halves of notes. Only for who holds the folder: another process may be writing one. */
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
