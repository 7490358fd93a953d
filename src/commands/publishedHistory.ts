/** Reads a history in a folder or an object store for the engine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bucket, isBucketAddress } from '../bucket.ts';
import { contentHash } from '../contentHash.ts';
import type { BiasedHistories } from '../engine/history/backtestHistory.ts';
import { History } from '../engine/history/history.ts';
import type { HistorySource } from '../engine/history/source.ts';
import { fileAt } from '../ingest/formats/files.ts';
import { biasPlace } from '../ingest/history/knowledge.ts';
import { HISTORY_BYTES_MAX, HISTORY_FILE, type HistoryFile } from '../wire/history.ts';

const NONE = 'make one with "panscreen history"';

class NoHistory extends Error {}

/** Throws if there is no history or it can't be read. */
export async function openHistoryAt(place: string): Promise<History> {
  return await History.open(historySourceAt(place));
}

/** As {@link openHistoryAt}, but null if there is none. */
async function openIfThere(place: string): Promise<History | null> {
  try {
    return await openHistoryAt(place);
  } catch (error) {
    if (error instanceof NoHistory) return null;
    throw error;
  }
}

/** The biased histories of a history. */
export async function openBiases(place: string): Promise<BiasedHistories> {
  return {
    periodEnd: await openIfThere(biasPlace(place, 'periodEnd')),
    latest: await openIfThere(biasPlace(place, 'latest')),
  };
}

export function historySourceAt(place: string): HistorySource {
  return isBucketAddress(place) ? bucketSource(place) : folderSource(place);
}

function checked(bytes: Uint8Array, { file, bytes: length }: HistoryFile, place: string): Uint8Array {
  if (bytes.byteLength !== length || !file.startsWith(contentHash(bytes)))
    throw new Error(`${place} is not what its name says: publish the history again`);
  return bytes;
}

function sourceOf(
  place: string,
  manifest: () => Promise<Uint8Array | null>,
  read: (path: string) => Promise<Uint8Array | null>,
): HistorySource {
  const bytes = async (file: HistoryFile, path: string): Promise<Uint8Array> => {
    const found = await read(path);
    if (found === null) throw new Error(`${place} has no ${path}: publish the history again`);
    return checked(found, file, `${place}/${path}`);
  };
  const textOf = (found: Uint8Array): string => new TextDecoder().decode(found);
  return {
    async manifest() {
      const found = await manifest();
      if (found === null) throw new NoHistory(`no history in ${place}: ${NONE}`);
      return textOf(found);
    },
    bytes,
    text: async (file, path) => textOf(await bytes(file, path)),
  };
}

function folderSource(folder: string): HistorySource {
  const read = async (path: string): Promise<Uint8Array | null> =>
    (await fileAt(join(folder, path))) ? await readFile(join(folder, path)) : null;
  return sourceOf(
    folder,
    async () =>
      (await fileAt(join(folder, HISTORY_FILE), HISTORY_BYTES_MAX)) ? await readFile(join(folder, HISTORY_FILE)) : null,
    read,
  );
}

function bucketSource(address: string): HistorySource {
  const bucket = new Bucket(address, process.env);
  const get = async (path: string, bytesMax?: number): Promise<Uint8Array | null> => {
    const found = await bucket.get(path, undefined, bytesMax);
    return found === null || found === 'same' ? null : found.bytes;
  };
  return sourceOf(
    bucket.address,
    () => get(HISTORY_FILE, HISTORY_BYTES_MAX),
    (path) => get(path),
  );
}
