import { type FileHandle, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBucketAddress } from '../bucket.ts';
import { readRegularFile } from '../regularFile.ts';
import {
  FILES_FOLDER,
  MANIFEST_BYTES_MAX,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  type PublishedFile,
  readManifest,
} from '../wire/manifest.ts';
import { answerOf, type Builds, bytesOf, type FoundAnswer, filesOf, isKnown, keptBuildLine, type Published } from './builds.ts';
import { openMirror } from './mirror.ts';
import { PublishedFiles } from './publishedFiles.ts';

/** Minimum interval between checks of manifest.json. */
const CHECK_MS = 1000;

interface Seen extends Builds {
  readonly mark: string;
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}

/** Null if there is no manifest. Throws with the folder if it can't be read. */
async function manifestIn(folder: string, name: string): Promise<Manifest | null> {
  try {
    return readManifest(new TextDecoder().decode(await readRegularFile(join(folder, name), MANIFEST_BYTES_MAX)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${folder} has no build that can be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads both manifests, again if they were replaced in between. */
async function look(folder: string): Promise<Seen> {
  for (;;) {
    const mark = await markOf(join(folder, MANIFEST_FILE));
    const present = await manifestIn(folder, MANIFEST_FILE);
    const previous = await manifestIn(folder, PREVIOUS_MANIFEST_FILE).catch(() => null);
    if (mark === (await markOf(join(folder, MANIFEST_FILE)))) return { mark, present, previous };
  }
}

/**
 * Opens a published folder or s3://bucket/prefix, which need not exist yet. A request sees a new build after at most one second, five for an
 * object store. If the data become unreadable, the last readable build is served.
 * @param log called with a line for each error that is not thrown
 */
export function openPublished(place: string, log: (line: string) => void = console.error): Published {
  return isBucketAddress(place) ? openMirror(place, undefined, log) : openFolder(place, log);
}

function openFolder(folder: string, log: (line: string) => void): Published {
  const files = new PublishedFiles(join(folder, FILES_FOLDER));
  let seen: Promise<Seen> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Set when a file is missing: if folders were swapped, what was read may not match its mark. */
  let isDoubted = false;

  const fresh = async (known: Promise<Seen> | null): Promise<Seen> => {
    const before = await known?.catch(() => null);
    const mark = await markOf(join(folder, MANIFEST_FILE));
    if (before && !isDoubted && before.mark !== '' && before.mark === mark) return before;
    isDoubted = false;
    try {
      const found = await look(folder);
      files.retain(new Set([found.present, found.previous].flatMap((manifest) => (manifest ? filesOf(manifest) : []))));
      return found;
    } catch (error) {
      if (!before?.present) throw error;
      log(keptBuildLine(before.present.build, error));
      return { ...before, mark };
    }
  };
  const now = (againMs = CHECK_MS): Promise<Seen> => {
    if (seen && performance.now() - lookedAt < againMs) return seen;
    lookedAt = performance.now();
    seen = fresh(seen);
    return seen;
  };
  const find = async (call: string, build?: string | null): Promise<FoundAnswer | null> => {
    const known = await now();
    // Another server of this folder may have seen a new build first.
    return answerOf(isKnown(known, build) ? known : await now(0), call, build);
  };
  const open = async (wanted: PublishedFile): Promise<Uint8Array | FileHandle> => {
    try {
      return await files.open(wanted);
    } catch (error) {
      lookedAt = Number.NEGATIVE_INFINITY;
      isDoubted = true;
      throw error;
    }
  };

  return {
    manifest: async () => (await now()).present,
    find,
    open,
    async readAnswer(call) {
      const found = await find(call);
      if (!found) throw new Error(`${folder} has no answer for ${call}`);
      return await bytesOf(await open(found.answer));
    },
  };
}
