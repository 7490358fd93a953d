/** Publishes a build to a folder or under a prefix of an object store. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bucket, isBucketAddress, type PutOptions } from '../../bucket.ts';
import { VECTOR_IDS } from '../../catalogue/catalogue.ts';
import {
  FILES_FOLDER,
  MANIFEST_BYTES_MAX,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  readManifest,
} from '../../wire/manifest.ts';
import { manifestAt } from './durable.ts';
import { answerFiles } from './encodedAnswer.ts';
import { type CountryData, OWN_FILE, publish } from './publish.ts';

const VALUE_BYTES = 4;
const UPLOADS_IN_FLIGHT_MAX = 4;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

type Countries = AsyncIterable<CountryData> | Iterable<CountryData>;

async function manifestIn(bucket: Bucket, key: string): Promise<{ manifest: Manifest; bytes: Uint8Array; etag: string } | null> {
  const found = await bucket.get(key, undefined, MANIFEST_BYTES_MAX);
  if (found === null || found === 'same') return null;
  try {
    return { manifest: readManifest(new TextDecoder().decode(found.bytes)), ...found };
  } catch (error) {
    throw new Error(`${bucket.address}/${key}: ${(error as Error).message}`, { cause: error });
  }
}

/** Number of securities in the published build; null if there is none or its columns differ. */
export async function publishedRowCount(out: string): Promise<number | null> {
  const manifest = isBucketAddress(out)
    ? ((await manifestIn(new Bucket(out, process.env), MANIFEST_FILE))?.manifest ?? null)
    : await manifestAt(join(out, MANIFEST_FILE));
  if (manifest === null) return null;
  const counts = Object.entries(manifest.answers).flatMap(([call, { bytes }]) =>
    call.startsWith('vector/') ? [bytes / (VALUE_BYTES * VECTOR_IDS.length)] : [],
  );
  return counts.every(Number.isInteger) ? counts.reduce((sum, count) => sum + count, 0) : null;
}

/** Publishes a build (publish.ts). For an object store it is built in a temporary folder and uploaded, the manifest last. */
export async function publishTo(
  out: string,
  countries: Countries,
  progress: (line: string) => void,
): Promise<{ build: string; rowCount: number }> {
  if (!isBucketAddress(out)) return await publish(out, countries);
  const bucket = new Bucket(out, process.env);
  const before = await manifestIn(bucket, MANIFEST_FILE);
  const folder = await mkdtemp(join(tmpdir(), 'panscreen-upload-'));
  try {
    const made = await publish(folder, countries);
    await upload(folder, bucket, before, progress);
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upload(
  folder: string,
  bucket: Bucket,
  before: Awaited<ReturnType<typeof manifestIn>>,
  progress: (line: string) => void,
): Promise<void> {
  const bytes = await readFile(join(folder, MANIFEST_FILE));
  const manifest = readManifest(bytes.toString('utf8'));
  if (manifest.build === before?.manifest.build) {
    progress(`${bucket.address} has this build already`);
    return;
  }
  const present = await bucket.list(FILES_FOLDER);
  const wanted = filesOf(manifest);
  const missing = [...wanted].filter(([file, { bytes: length }]) => present.get(`${FILES_FOLDER}/${file}`) !== length);
  progress(`uploading ${missing.length} of ${wanted.size} files to ${bucket.address}`);
  await forEach(missing, async ([file, { type }]) => {
    const options: PutOptions = { type, cacheControl: IMMUTABLE };
    await bucket.put(`${FILES_FOLDER}/${file}`, await readFile(join(folder, FILES_FOLDER, file)), options);
  });
  const now = await manifestIn(bucket, MANIFEST_FILE);
  if (now?.etag !== before?.etag)
    throw new Error(`${bucket.address} was published by another process in the meantime: nothing was changed, run it again`);
  const json: PutOptions = { type: 'application/json', cacheControl: REVALIDATE };
  if (before) await bucket.put(PREVIOUS_MANIFEST_FILE, before.bytes, json);
  await bucket.put(MANIFEST_FILE, bytes, json);
  // Files of the previous build stay for active readers.
  const kept = new Set([...wanted.keys(), ...(before ? filesOf(before.manifest).keys() : [])]);
  const unreferenced = [...present.keys()].filter((key) => {
    const file = key.slice(FILES_FOLDER.length + 1);
    return OWN_FILE.test(file) && !kept.has(file);
  });
  await forEach(unreferenced, (key) => bucket.remove(key));
}

/** Length and type by file. Compressed files have no content encoding: readers of the store need these bytes as they are. */
function filesOf({ answers }: Manifest): Map<string, { bytes: number; type: string }> {
  const all = Object.values(answers).flatMap((answer) =>
    answerFiles(answer).map(({ file, bytes }) => [file, { bytes, type: answer.type }] as const),
  );
  return new Map(all);
}

async function forEach<Element>(elements: readonly Element[], act: (element: Element) => Promise<void>): Promise<void> {
  const rest = [...elements];
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: UPLOADS_IN_FLIGHT_MAX }, work));
}
