/** Mirrors a published prefix of an object store. Requested files are cached in a local folder, since they never change. */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bucket, type Stored } from '../bucket.ts';
import { contentHash } from '../contentHash.ts';
import { makeFolder } from '../folder.ts';
import {
  FILES_FOLDER,
  MANIFEST_BYTES_MAX,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  PUBLISHED_FILE,
  type PublishedFile,
  readManifest,
} from '../wire/manifest.ts';
import { answerOf, type Builds, bytesOf, type FoundAnswer, filesOf, isKnown, keptBuildLine, type Published } from './builds.ts';
import { PublishedFiles } from './publishedFiles.ts';

/** Minimum interval between checks of the manifest; shorter for a request that names an unknown build. */
const CHECK_MS = 5000;
const CHECK_SOON_MS = 1000;
const OTHERS_MAY_WRITE = 0o022;

interface Seen extends Builds {
  readonly etag: string;
}

/**
 * A private folder in the system's temporary folder, reused by the next server of the same user and address. If another user has created
 * it, this process gets its own folder, which is removed at exit.
 */
function privateFolder(name: string): string {
  const path = join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  const isPrivate =
    found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & OTHERS_MAY_WRITE) === 0;
  if (isPrivate || process.platform === 'win32') return path;
  const own = mkdtempSync(`${path}-`);
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/**
 * Opens s3://bucket/prefix. While the store or its manifest can't be read, the last known build is served.
 * @param folder cache; by default a private one in the system's temporary folder
 * @param log called with a line for each error that is not thrown
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a closure over the state of one mirror
export function openMirror(address: string, folder?: string, log: (line: string) => void = console.error): Published {
  const bucket = new Bucket(address, process.env);
  const files = join(folder ?? privateFolder(`panscreen-mirror-${contentHash(bucket.address)}`), FILES_FOLDER);
  const kept = new PublishedFiles(files);
  const fetching = new Map<string, Promise<void>>();
  let seen: Seen | null = null;
  let looking: Promise<Seen> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failure = '';

  const manifestOf = ({ bytes }: Stored): Manifest => {
    try {
      return readManifest(new TextDecoder().decode(bytes));
    } catch (error) {
      throw new Error(`${bucket.address} has no build that can be read: ${(error as Error).message}`, { cause: error });
    }
  };

  /** Optional: only page loads in progress need it. */
  const readPrevious = (found: Stored): Manifest | null => {
    try {
      return manifestOf(found);
    } catch {
      return null;
    }
  };

  const look = async (): Promise<Seen> => {
    const found = await bucket.get(MANIFEST_FILE, seen?.etag || undefined, MANIFEST_BYTES_MAX);
    if (found === 'same' && seen) return seen;
    if (found === null || found === 'same') return { etag: '', present: null, previous: null };
    const present = manifestOf(found);
    const before = await bucket.get(PREVIOUS_MANIFEST_FILE, undefined, MANIFEST_BYTES_MAX).catch(() => null);
    const previous = before === null || before === 'same' ? null : readPrevious(before);
    await tidy([present, previous, seen?.present ?? null]);
    return { etag: found.etag, present, previous };
  };

  /** Removes files of old builds. */
  const tidy = async (manifests: readonly (Manifest | null)[]): Promise<void> => {
    const wanted = new Set(manifests.flatMap((manifest) => (manifest ? filesOf(manifest) : [])));
    kept.retain(wanted);
    const names = await readdir(files).catch(() => []);
    for (const file of names) if (PUBLISHED_FILE.test(file) && !wanted.has(file)) await rm(join(files, file), { force: true });
  };

  const now = async (againMs = CHECK_MS): Promise<Seen> => {
    if (seen && performance.now() - lookedAt < againMs) return seen;
    looking ??= look().finally(() => {
      looking = null;
      lookedAt = performance.now();
    });
    try {
      seen = await looking;
      failure = '';
    } catch (error) {
      if (seen === null) throw error;
      const { message } = error as Error;
      if (seen.present && failure !== message) log(keptBuildLine(seen.present.build, error));
      failure = message;
    }
    return seen;
  };

  const fetchFile = async ({ file, bytes }: PublishedFile): Promise<void> => {
    const found = await bucket.get(`${FILES_FOLDER}/${file}`, undefined, bytes);
    if (found === null || found === 'same')
      throw Object.assign(new Error(`${bucket.address} has no ${file}`), { code: 'ENOENT' });
    if (found.bytes.byteLength !== bytes || !file.startsWith(contentHash(found.bytes)))
      throw new Error(`${bucket.address}: ${file} is not what its name says`);
    await makeFolder(files);
    const part = join(files, `${file}.${randomUUID()}.part`);
    try {
      await writeFile(part, found.bytes, { flag: 'wx' });
      await rename(part, join(files, file));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };

  /** Downloads a missing file, once for concurrent requests. */
  const openFile = async (wanted: PublishedFile): Promise<Uint8Array | FileHandle> => {
    const found = await kept.open(wanted).catch(() => null);
    if (found) return found;
    const known = fetching.get(wanted.file);
    const fetched = known ?? fetchFile(wanted).finally(() => fetching.delete(wanted.file));
    if (!known) fetching.set(wanted.file, fetched);
    await fetched;
    return await kept.open(wanted);
  };

  const open = async (wanted: PublishedFile): Promise<Uint8Array | FileHandle> => {
    try {
      return await openFile(wanted);
    } catch (error) {
      lookedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };

  const find = async (call: string, build?: string | null): Promise<FoundAnswer | null> => {
    const seen = await now();
    return answerOf(isKnown(seen, build) ? seen : await now(CHECK_SOON_MS), call, build);
  };

  return {
    manifest: async () => (await now()).present,
    find,
    open,
    async readAnswer(call) {
      const found = await find(call);
      if (!found) throw new Error(`${bucket.address} has no answer for ${call}`);
      return await bytesOf(await openFile(found.answer));
    },
  };
}
