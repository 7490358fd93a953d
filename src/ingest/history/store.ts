/** Where a history is kept: a folder, or the prefix of an object store. Files are written first, `history.json` is swapped in last. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bucket, isBucketAddress } from '../../bucket.ts';
import { contentHash } from '../../contentHash.ts';
import {
  type BlockColumns,
  HISTORY_BYTES_MAX,
  HISTORY_FILE,
  type HistoryFile,
  type HistoryManifest,
  historyPath,
  readBlockColumns,
  readHistory,
} from '../../wire/history.ts';
import { FILES_FOLDER, type PublishedFile } from '../../wire/manifest.ts';
import { fileAt } from '../formats/files.ts';
import { flushFolder, hasFile, swapFile, writeDurably } from '../publish/durable.ts';
import { compressions } from '../publish/encodedAnswer.ts';
import { holdFolder } from '../publish/folderLock.ts';

export type Extension = 'json' | 'f32' | 'f64' | 'u32';

/** A history that is being written by nobody else. */
export interface HistoryStore {
  /** What is there; null when there is nothing yet. */
  readonly manifest: HistoryManifest | null;
  /** Writes a file, and its compressed twins where they save a tenth. */
  write(bytes: Uint8Array, extension: Extension): Promise<HistoryFile>;
  /** The bytes of a file that the history names. @throws when it isn't there */
  read(file: HistoryFile): Promise<Uint8Array>;
  /** Makes the history that one: all of its files have been written. */
  swap(manifest: HistoryManifest): Promise<void>;
  /** Removes what the history doesn't name and lets go of it. */
  close(): Promise<void>;
}

/** Only what this module wrote is ever removed. */
const OWN_FILE = /^[0-9a-f]{32}\.(?:json|f32|f64|u32)(?:\.br|\.gz)?(?:\.[\d-]+\.part)?$/;
const OWN_PART = /^history\.json\.[\d-]+\.part$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const TYPES: Readonly<Record<Extension, string>> = {
  json: 'application/json',
  f32: 'application/octet-stream',
  f64: 'application/octet-stream',
  u32: 'application/octet-stream',
};

/** Opens the history at a place. Throws when it can't be read, and when somebody else is writing it. */
export async function openStore(place: string): Promise<HistoryStore> {
  return isBucketAddress(place) ? await openBucket(place) : await openFolder(place);
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const all = ({ file, bytes, br, gzip }: HistoryFile): PublishedFile[] =>
  [{ file, bytes }, br, gzip].filter((each) => each !== undefined);

/** Writes bytes under the name of their content, and their compressed twins beside them, as static hosts look for them. */
async function writeAll(
  bytes: Uint8Array,
  extension: Extension,
  put: (file: PublishedFile, bytes: Uint8Array) => Promise<void>,
): Promise<HistoryFile> {
  const name = `${contentHash(bytes)}.${extension}`;
  const named = async (content: Uint8Array, ending: string): Promise<PublishedFile> => {
    const file = { file: name + ending, bytes: content.byteLength };
    await put(file, content);
    return file;
  };
  const { br, gzip } = await compressions(bytes, extension === 'json');
  return {
    ...(await named(bytes, '')),
    ...(br && { br: await named(br, '.br') }),
    ...(gzip && { gzip: await named(gzip, '.gz') }),
  };
}

/** The files of a block's columns. */
export function filesOf({ numbers, texts, filings }: BlockColumns): PublishedFile[] {
  const files = [...Object.values(numbers), ...Object.values(texts).flatMap(({ codes, labels }) => [codes, labels])];
  return [...files, ...(filings?.files ?? [])].flatMap(all);
}

async function openFolder(folder: string): Promise<HistoryStore> {
  await mkdir(join(folder, FILES_FOLDER), { recursive: true });
  const hold = await holdFolder(folder);
  const path = join(folder, HISTORY_FILE);
  let manifest: HistoryManifest | null = null;
  try {
    if (await fileAt(path, HISTORY_BYTES_MAX)) manifest = readHistory(await readFile(path, 'utf8'));
  } catch (error) {
    await hold.release();
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
  const tidy = async (): Promise<void> => {
    await hold.confirm();
    const wanted = new Set<string>();
    for (const { columns } of manifest?.blocks ?? []) {
      for (const { file } of all(columns)) wanted.add(file);
      const text = await readFile(join(folder, historyPath(columns)), 'utf8');
      for (const { file } of filesOf(readBlockColumns(text))) wanted.add(file);
    }
    for (const { head, growth } of manifest?.market ?? [])
      for (const { file } of [...all(head), ...all(growth)]) wanted.add(file);
    for (const name of await readdir(join(folder, FILES_FOLDER)))
      if (OWN_FILE.test(name) && !wanted.has(name)) await rm(join(folder, FILES_FOLDER, name), { force: true });
    for (const name of await readdir(folder)) if (OWN_PART.test(name)) await rm(join(folder, name), { force: true });
  };
  return {
    get manifest() {
      return manifest;
    },
    write: (bytes, extension) =>
      writeAll(bytes, extension, async (file, content) => {
        // Of the same content, and whole, since it came here by a rename.
        if (!(await hasFile(folder, file))) await writeDurably(join(folder, FILES_FOLDER, file.file), content);
      }),
    read: (file) => readFile(join(folder, historyPath(file))),
    async swap(next) {
      await flushFolder(join(folder, FILES_FOLDER));
      await hold.confirm();
      await swapFile(path, json(next));
      manifest = next;
    },
    async close() {
      try {
        await tidy();
      } finally {
        await hold.release();
      }
    },
  };
}

async function openBucket(address: string): Promise<HistoryStore> {
  const bucket = new Bucket(address, process.env);
  const look = async (): Promise<{ manifest: HistoryManifest; etag: string } | null> => {
    const found = await bucket.get(HISTORY_FILE, undefined, HISTORY_BYTES_MAX);
    if (found === null || found === 'same') return null;
    return { manifest: readHistory(new TextDecoder().decode(found.bytes)), etag: found.etag };
  };
  let seen = await look();
  return {
    get manifest() {
      return seen?.manifest ?? null;
    },
    write: (bytes, extension) =>
      writeAll(bytes, extension, async (file, content) => {
        await bucket.put(historyPath(file), content, { type: TYPES[extension], cacheControl: IMMUTABLE });
      }),
    async read(file) {
      const found = await bucket.get(historyPath(file));
      if (found === null || found === 'same') throw new Error(`${bucket.address} has no ${historyPath(file)}`);
      return found.bytes;
    },
    async swap(next) {
      if ((await look())?.etag !== seen?.etag)
        throw new Error(`${bucket.address} was published by another process in the meantime: nothing was changed, run it again`);
      await bucket.put(HISTORY_FILE, json(next), { type: TYPES.json, cacheControl: REVALIDATE });
      seen = await look();
    },
    // What a run that was cut off has left is small, and a reader may be in the middle of it.
    close: async () => {},
  };
}
