/** Stores a history in a folder or under a prefix of an object store. Files are written first; `history.json` is replaced last. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bucket, isBucketAddress } from '../../bucket.ts';
import { contentHash } from '../../contentHash.ts';
import { makeFolder, removeEmpty } from '../../folder.ts';
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

/** A history locked for writing. */
export interface HistoryStore {
  /** Null for a new history. */
  readonly manifest: HistoryManifest | null;
  /** Writes a file, and compressed copies that save at least a tenth. */
  write(bytes: Uint8Array, extension: Extension): Promise<HistoryFile>;
  /** @throws if the file doesn't exist */
  read(file: HistoryFile): Promise<Uint8Array>;
  /** Replaces the manifest. All of its files must have been written. */
  swap(manifest: HistoryManifest): Promise<void>;
  /** Removes unreferenced files and releases the lock. */
  close(): Promise<void>;
}

/** Only files written by this module are ever removed. */
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

/** Throws if the history can't be read or is locked by another process. */
export async function openStore(place: string): Promise<HistoryStore> {
  return isBucketAddress(place) ? await openBucket(place) : await openFolder(place);
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const all = ({ file, bytes, br, gzip }: HistoryFile): PublishedFile[] =>
  [{ file, bytes }, br, gzip].filter((each) => each !== undefined);

/** Writes bytes under their content hash, and compressed copies under the names that static hosts expect. */
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

export function filesOf({ numbers, texts, filings }: BlockColumns): PublishedFile[] {
  const files = [...Object.values(numbers), ...Object.values(texts).flatMap(({ codes, labels }) => [codes, labels])];
  return [...files, ...(filings?.files ?? [])].flatMap(all);
}

async function openFolder(folder: string): Promise<HistoryStore> {
  const hold = await holdFolder(folder);
  const path = join(folder, HISTORY_FILE);
  const made = await makeFolder(join(folder, FILES_FOLDER)).catch(async (error: unknown) => {
    await hold.release();
    throw error;
  });
  let manifest: HistoryManifest | null = null;
  try {
    if (await fileAt(path, HISTORY_BYTES_MAX)) manifest = readHistory(await readFile(path, 'utf8'));
  } catch (error) {
    await removeEmpty(made);
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
    await removeEmpty(made);
  };
  return {
    get manifest() {
      return manifest;
    },
    write: (bytes, extension) =>
      writeAll(bytes, extension, async (file, content) => {
        // An existing file has the same content and is complete, since it was renamed into place.
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
    // Remains of an interrupted run are small, and a reader may be using them.
    close: async () => {},
  };
}
