/** A published prefix of an object store, its files kept in a folder of this machine as they are asked for: they never change. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bucket } from '../bucket.ts';
import {
  FILES_FOLDER,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  type PublishedFile,
  readManifest,
} from '../wire/manifest.ts';
import { answerOf, type Builds, type FoundAnswer, filesOf, type Published } from './published.ts';

/** The manifest is asked for again at most this often; a request that names a build we don't know yet may ask after a second. */
const LOOK_AGAIN_MS = 5000;
const LOOK_SOON_MS = 1000;
const HASH_HEX_DIGITS = 32;
const OWN_FILE = /^[0-9a-f]{32}\.(?:json|f32)(?:\.br|\.gz)?$/;

interface Seen extends Builds {
  readonly etag: string;
}

/**
 * Opens s3://bucket/prefix. While the store doesn't answer, the build that was seen last is served.
 * @param folder where files are kept; by default one of the system's temporary folder that servers of the same address share
 */
export function openMirror(address: string, folder?: string): Published {
  const bucket = new Bucket(address, process.env);
  const name = createHash('sha256').update(bucket.address).digest('hex').slice(0, HASH_HEX_DIGITS);
  const files = join(folder ?? join(tmpdir(), `panscreen-mirror-${name}`), FILES_FOLDER);
  const fetching = new Map<string, Promise<void>>();
  let seen: Seen | null = null;
  let looking: Promise<Seen> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let partCount = 0;

  const look = async (): Promise<Seen> => {
    const found = await bucket.get(MANIFEST_FILE, seen?.etag || undefined);
    if (found === 'same' && seen) return seen;
    if (found === null || found === 'same') return { etag: '', present: null, previous: null };
    const present = readManifest(new TextDecoder().decode(found.bytes));
    const before = await bucket.get(PREVIOUS_MANIFEST_FILE);
    const previous = before === null || before === 'same' ? null : readManifest(new TextDecoder().decode(before.bytes));
    await tidy([present, previous, seen?.present ?? null]);
    return { etag: found.etag, present, previous };
  };

  /** Removes files of builds that are over. */
  const tidy = async (manifests: readonly (Manifest | null)[]): Promise<void> => {
    const wanted = new Set(manifests.flatMap((manifest) => (manifest ? filesOf(manifest) : [])));
    const names = await readdir(files).catch(() => []);
    for (const file of names) if (OWN_FILE.test(file) && !wanted.has(file)) await rm(join(files, file), { force: true });
  };

  const now = async (againMs = LOOK_AGAIN_MS): Promise<Seen> => {
    if (seen && performance.now() - lookedAt < againMs) return seen;
    looking ??= look().finally(() => {
      looking = null;
      lookedAt = performance.now();
    });
    try {
      seen = await looking;
    } catch (error) {
      if (seen === null) throw error;
    }
    return seen;
  };

  const fetchFile = async ({ file, bytes }: PublishedFile): Promise<void> => {
    const found = await bucket.get(`${FILES_FOLDER}/${file}`);
    if (found === null || found === 'same')
      throw Object.assign(new Error(`${bucket.address} has no ${file}`), { code: 'ENOENT' });
    const hash = createHash('sha256').update(found.bytes).digest('hex').slice(0, HASH_HEX_DIGITS);
    if (found.bytes.byteLength !== bytes || !file.startsWith(hash))
      throw new Error(`${bucket.address}: ${file} is not what its name says`);
    await mkdir(files, { recursive: true });
    const part = join(files, `${file}.${process.pid}-${partCount++}.part`);
    await writeFile(part, found.bytes);
    await rename(part, join(files, file));
  };

  /** The file itself, open; fetched once, however many ask for it. */
  const openFile = async (wanted: PublishedFile): Promise<FileHandle> => {
    const path = join(files, wanted.file);
    const kept = await open(path).catch(() => null);
    if (kept && (await kept.stat()).size === wanted.bytes) return kept;
    await kept?.close();
    const known = fetching.get(wanted.file);
    const fetched = known ?? fetchFile(wanted).finally(() => fetching.delete(wanted.file));
    if (!known) fetching.set(wanted.file, fetched);
    await fetched;
    return await open(path);
  };

  const find = async (call: string, build?: string | null): Promise<FoundAnswer | null> => {
    const seen = await now();
    const isKnown = !build || build === seen.present?.build || build === seen.previous?.build;
    return answerOf(isKnown ? seen : await now(LOOK_SOON_MS), call, build);
  };

  return {
    manifest: async () => (await now()).present,
    find,
    async open(wanted) {
      try {
        return await openFile(wanted);
      } catch (error) {
        lookedAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
    },
    async readAnswer(call) {
      const found = await find(call);
      if (!found) throw new Error(`${bucket.address} has no answer for ${call}`);
      const handle = await openFile(found.answer);
      await handle.close();
      return await readFile(join(files, found.answer.file));
    },
  };
}
