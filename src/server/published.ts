import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBucketAddress } from '../bucket.ts';
import {
  FILES_FOLDER,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  type PublishedAnswer,
  type PublishedFile,
  readManifest,
} from '../wire/manifest.ts';
import { openMirror } from './mirror.ts';

/** manifest.json is looked at again at most this often. */
const LOOK_AGAIN_MS = 1000;
/** Files up to this size are kept in memory: they never change. */
const KEPT_FILE_BYTES_MAX = 1 << 20;
const KEPT_BYTES_MAX = 64 << 20;

/** An answer and the build of the data that it belongs to. */
export interface FoundAnswer {
  readonly answer: PublishedAnswer;
  readonly build: string;
}

/** A folder written by `publish`, as the server and the command line read it. */
export interface Published {
  /** The present build, or null while nothing is published. Throws when the folder holds something else. */
  manifest(): Promise<Manifest | null>;
  /** The answer of a call such as `vector/US`: of the build before when `build` names it, else of the present one; null for an unknown call. */
  find(call: string, build?: string | null): Promise<FoundAnswer | null>;
  /** The bytes of a file when it is small, else the file itself, open. Throws ENOENT when a later build has replaced it: find again. */
  open(file: PublishedFile): Promise<Uint8Array | FileHandle>;
  /** The plain bytes of a call's answer. */
  readAnswer(call: string): Promise<Uint8Array>;
}

/** The data as they are, and as they were before the last publication. */
export interface Builds {
  readonly present: Manifest | null;
  readonly previous: Manifest | null;
}

interface Seen extends Builds {
  readonly mark: string;
}

/** The answer to a call: of the present build, unless the previous one is asked for by name. */
export function answerOf({ present, previous }: Builds, call: string, build?: string | null): FoundAnswer | null {
  const manifest = build && build !== present?.build && build === previous?.build ? previous : present;
  const answer = manifest && Object.hasOwn(manifest.answers, call) ? manifest.answers[call] : undefined;
  return manifest && answer ? { answer, build: manifest.build } : null;
}

/** Names of the files of a build. */
export function filesOf({ answers }: Manifest): string[] {
  return Object.values(answers).flatMap((answer) => [answer, answer.br, answer.gzip].flatMap((file) => file?.file ?? []));
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}

async function manifestIn(folder: string, file: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? null : readManifest(text);
}

/** Reads both manifests; again when a swap came between the two. */
async function look(folder: string): Promise<Seen> {
  for (;;) {
    const mark = await markOf(join(folder, MANIFEST_FILE));
    const present = await manifestIn(folder, MANIFEST_FILE);
    const previous = await manifestIn(folder, PREVIOUS_MANIFEST_FILE).catch(() => null);
    if (mark === (await markOf(join(folder, MANIFEST_FILE)))) return { mark, present, previous };
  }
}

interface KeptFiles {
  get(file: string): Uint8Array | undefined;
  put(file: string, bytes: Uint8Array): void;
  /** Forgets all others. */
  retain(files: ReadonlySet<string>): void;
}

/** Bytes by file name, the oldest forgotten first. */
function keptFiles(): KeptFiles {
  const kept = new Map<string, Uint8Array>();
  let keptBytes = 0;
  return {
    get: (file) => kept.get(file),
    put(file, bytes) {
      if (kept.has(file)) return;
      kept.set(file, bytes);
      keptBytes += bytes.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (keptBytes <= KEPT_BYTES_MAX) break;
        kept.delete(oldest);
        keptBytes -= byteLength;
      }
    },
    retain(files) {
      for (const [file, { byteLength }] of kept) {
        if (files.has(file)) continue;
        kept.delete(file);
        keptBytes -= byteLength;
      }
    },
  };
}

/** A file cut short on the disk is an error here, and never an answer that ends too early. */
async function openWhole(folder: string, { file, bytes }: PublishedFile, kept: KeptFiles): Promise<Uint8Array | FileHandle> {
  const handle = await open(join(folder, FILES_FOLDER, file));
  let isHandedOn = false;
  try {
    const { size } = await handle.stat();
    if (size !== bytes) throw new Error(`${file} has ${size} bytes, the manifest says ${bytes}`);
    if (bytes > KEPT_FILE_BYTES_MAX) {
      isHandedOn = true;
      return handle;
    }
    const read = await handle.readFile();
    kept.put(file, read);
    return read;
  } finally {
    if (!isHandedOn) await handle.close();
  }
}

/**
 * Opens a published folder, or an address such as s3://bucket/prefix. It need not exist yet; a new build is noticed within a second of
 * the next question, in an object store within five.
 */
export function openPublished(place: string): Published {
  return isBucketAddress(place) ? openMirror(place) : openFolder(place);
}

function openFolder(folder: string): Published {
  const kept = keptFiles();
  let seen: Promise<Seen> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const fresh = async (known: Promise<Seen> | null): Promise<Seen> => {
    const before = await known?.catch(() => null);
    if (before && before.mark !== '' && before.mark === (await markOf(join(folder, MANIFEST_FILE)))) return before;
    const found = await look(folder);
    kept.retain(new Set([found.present, found.previous].flatMap((manifest) => (manifest ? filesOf(manifest) : []))));
    return found;
  };
  const now = (): Promise<Seen> => {
    if (seen && performance.now() - lookedAt < LOOK_AGAIN_MS) return seen;
    lookedAt = performance.now();
    seen = fresh(seen);
    return seen;
  };
  const find = async (call: string, build?: string | null): Promise<FoundAnswer | null> => answerOf(await now(), call, build);

  return {
    manifest: async () => (await now()).present,
    find,
    async open(wanted) {
      try {
        return kept.get(wanted.file) ?? (await openWhole(folder, wanted, kept));
      } catch (error) {
        lookedAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
    },
    async readAnswer(call) {
      const found = await find(call);
      if (!found) throw new Error(`${folder} has no answer for ${call}`);
      return await readFile(join(folder, FILES_FOLDER, found.answer.file));
    },
  };
}
