import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../assert.ts';
import { FIELD_IDS, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { contentHash } from '../../contentHash.ts';
import { makeFolder, removeEmpty } from '../../folder.ts';
import { type BundlePart, encodeBundle, writeBundles } from '../../wire/bundle.ts';
import { type CountryUpdate, readCountries, writeCountries } from '../../wire/calls.ts';
import type { Coverage } from '../../wire/coverage.ts';
import { type FieldValue, type Indexing, readIndexing, writeIndexing } from '../../wire/indexing.ts';
import {
  FILES_FOLDER,
  MANIFEST_FILE,
  type Manifest,
  PREVIOUS_MANIFEST_FILE,
  type PublishedAnswer,
  type PublishedFile,
} from '../../wire/manifest.ts';
import { encodeVector, vectorBytes } from '../../wire/vector.ts';
import { flushFolder, hasFile, manifestAt, swapFile } from './durable.ts';
import { answerFiles, publishAnswer } from './encodedAnswer.ts';
import { type Hold, holdFolder } from './folderLock.ts';

export interface CountryData {
  readonly country: string;
  /** Epoch seconds. */
  readonly updated: number;
  /** One row per security, fields in FIELD_IDS order. */
  readonly securities: readonly (readonly FieldValue[])[];
  /** In VECTOR_IDS order, one value per security, NaN for missing. */
  readonly columns: readonly Float32Array[];
  /** Shown with the figures everywhere, for example that they are synthetic. */
  readonly note: string | null;
  readonly coverage?: Coverage;
}

/** Only files written by this module are ever removed. */
export const OWN_FILE = /^[0-9a-f]{32}\.(?:json|f32)(?:\.br|\.gz)?(?:\.[\d-]+\.part)?$/;
/** Left by a publisher that was killed while replacing a manifest. */
const MANIFEST_PART = /^manifest\.(?:previous\.)?json\.[\d-]+\.part$/;
/** Countries compressed and written concurrently with the next one being built. */
const COUNTRIES_IN_FLIGHT_MAX = 2;

const positions = (ids: readonly string[]): Record<string, number> => Object.fromEntries(ids.map((id, index) => [id, index]));
const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

type Answers = Map<string, PublishedAnswer>;

async function publishCountry(out: string, country: CountryData, before: Manifest | null, answers: Answers): Promise<void> {
  const { securities, columns, note, coverage = null } = country;
  const code = country.country;
  assert(
    columns.length === VECTOR_IDS.length,
    `${code}: ${columns.length} columns, the catalogue has ${VECTOR_IDS.length} for a vector`,
  );
  const odd = securities.findIndex((fields) => fields.length !== FIELD_IDS.length);
  assert(odd < 0, `${code}: security ${odd} has ${securities[odd]?.length} fields, expected ${FIELD_IDS.length}`);
  const indexing = json(writeIndexing({ rows: securities, header: positions(FIELD_IDS), note, coverage }));
  const vector = encodeVector(columns, securities.length);
  for (const [call, bytes, type] of [
    [`vector-indexing/${code}`, indexing, 'application/json'],
    [`vector/${code}`, vector, 'application/octet-stream'],
  ] as const) {
    answers.set(call, await publishAnswer(out, bytes, type, before?.answers[call]));
  }
}

/** Keeps only a few countries in memory. */
async function publishCountries(
  out: string,
  countries: AsyncIterable<CountryData> | Iterable<CountryData>,
  before: Manifest | null,
): Promise<{ answers: Answers; updates: CountryUpdate[]; rowCount: number }> {
  const answers: Answers = new Map();
  const updates: CountryUpdate[] = [];
  const inFlight = new Set<Promise<void>>();
  let failure: unknown;
  let rowCount = 0;
  try {
    for await (const country of countries) {
      assert(!updates.some((update) => update.country === country.country), `${country.country} came twice`);
      readCountries({ [country.country]: country.updated });
      updates.push({ country: country.country, updated: country.updated });
      rowCount += country.securities.length;
      const written = publishCountry(out, country, before, answers)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => inFlight.delete(written));
      inFlight.add(written);
      if (inFlight.size >= COUNTRIES_IN_FLIGHT_MAX) await Promise.race(inFlight);
      if (failure) throw failure;
    }
  } finally {
    await Promise.all(inFlight);
  }
  if (failure) throw failure;
  updates.sort((a, b) => (a.country < b.country ? -1 : 1));
  return { answers, updates, rowCount };
}

async function expectFile(out: string, file: PublishedFile): Promise<void> {
  const folder = join(out, FILES_FOLDER);
  assert(await hasFile(out, file), `${file.file} is missing from ${folder}: nothing was changed there, publish again`);
}

/** Maximum rows of a bundle, unless one country has more. The first bundle is smaller, since nothing is shown before it arrives. */
const BUNDLE_ROWS_MAX = 8192;
const FIRST_BUNDLE_ROWS_MAX = 512;

/** Groups the countries, in order, into responses of a few megabytes. */
function bundleParts(updates: readonly CountryUpdate[], answers: Answers): BundlePart[][] {
  const bundles: BundlePart[][] = [];
  let rowsFree = 0;
  for (const { country } of updates) {
    const rowCount = answers.get(`vector/${country}`)!.bytes / vectorBytes(1, VECTOR_IDS.length);
    if (rowCount > rowsFree) {
      rowsFree = bundles.length === 0 ? FIRST_BUNDLE_ROWS_MAX : BUNDLE_ROWS_MAX;
      bundles.push([]);
    }
    bundles.at(-1)!.push({ country, rowCount });
    rowsFree -= rowCount;
  }
  return bundles;
}

/** Builds bundles from the published files, one at a time. */
async function publishBundles(
  out: string,
  updates: readonly CountryUpdate[],
  before: Manifest | null,
  answers: Answers,
): Promise<void> {
  const read = async (call: string): Promise<Uint8Array> => {
    const answer = answers.get(call)!;
    await expectFile(out, answer);
    return await readFile(join(out, FILES_FOLDER, answer.file));
  };
  const bundles = bundleParts(updates, answers);
  for (const [at, parts] of bundles.entries()) {
    const countries: { indexing: Indexing; vector: Uint8Array }[] = [];
    for (const { country } of parts) {
      const indexing = readIndexing(JSON.parse(new TextDecoder().decode(await read(`vector-indexing/${country}`))), {});
      countries.push({ indexing, vector: await read(`vector/${country}`) });
    }
    const bytes = encodeBundle(countries, VECTOR_IDS.length, json);
    const call = `bundle/${at}`;
    answers.set(call, await publishAnswer(out, bytes, 'application/octet-stream', before?.answers[call]));
  }
  answers.set('bundles', await publishAnswer(out, json(writeBundles(bundles)), 'application/json', undefined));
}

async function publishIndexes(out: string, updates: readonly CountryUpdate[], answers: Answers): Promise<void> {
  const indexes: [string, unknown][] = [
    ['countries', writeCountries(updates)],
    ['reverse-index', positions(VECTOR_IDS)],
    ['header-index', positions(FIELD_IDS)],
  ];
  for (const [call, answer] of indexes) answers.set(call, await publishAnswer(out, json(answer), 'application/json', undefined));
}

function buildOf(answers: Readonly<Record<string, PublishedAnswer>>): string {
  return contentHash(
    Object.entries(answers)
      .map(([call, { file }]) => `${call} ${file}\n`)
      .join(''),
  );
}

async function removeUnreferenced(out: string, manifests: readonly (Manifest | null)[]): Promise<void> {
  const wanted = new Set(
    manifests
      .flatMap((manifest) => (manifest ? Object.values(manifest.answers) : []))
      .flatMap(answerFiles)
      .map(({ file }) => file),
  );
  for (const name of await readdir(join(out, FILES_FOLDER))) {
    if (OWN_FILE.test(name) && !wanted.has(name)) await rm(join(out, FILES_FOLDER, name), { force: true });
  }
  for (const name of await readdir(out)) if (MANIFEST_PART.test(name)) await rm(join(out, name), { force: true });
}

/**
 * Removes files that no build needs and `made` folders without files, and releases the folder. Removes nothing if the lock is lost, and no
 * file if `kept` is unknown.
 */
async function tidy(out: string, kept: readonly (Manifest | null)[] | null, made: readonly string[], hold: Hold): Promise<void> {
  try {
    const isHeld = await hold.confirm().then(
      () => true,
      () => false,
    );
    if (kept && isHeld) await removeUnreferenced(out, kept);
    if (isHeld) await removeEmpty(made);
  } finally {
    await hold.release();
  }
}

/** Replaces the manifests. Throws, leaving the folder unchanged, if a file of the build is missing or the lock is lost. */
async function swapIn(out: string, manifest: Manifest, before: Manifest | null, hold: Hold): Promise<void> {
  for (const file of Object.values(manifest.answers).flatMap(answerFiles)) await expectFile(out, file);
  await flushFolder(join(out, FILES_FOLDER));
  await hold.confirm();
  if (before) await swapFile(join(out, PREVIOUS_MANIFEST_FILE), json(before));
  await swapFile(join(out, MANIFEST_FILE), json(manifest));
}

/**
 * Publishes a build in the folder `out`: first content-hashed files, then manifest.json by a rename, so that a reader sees either the old
 * or the new build. The previous build stays on disk for active readers; files of neither are removed. On an error the folder serves the
 * same build as before.
 */
export async function publish(
  out: string,
  countries: AsyncIterable<CountryData> | Iterable<CountryData>,
): Promise<{ build: string; rowCount: number }> {
  const hold = await holdFolder(out);
  let made: readonly string[] = [];
  let kept: readonly (Manifest | null)[] | null = null;
  try {
    made = await makeFolder(join(out, FILES_FOLDER));
    const before = await manifestAt(join(out, MANIFEST_FILE));
    kept = [before, await manifestAt(join(out, PREVIOUS_MANIFEST_FILE))];
    const { answers, updates, rowCount } = await publishCountries(out, countries, before);
    assert(updates.length > 0, 'there is no country to publish');
    await publishIndexes(out, updates, answers);
    await publishBundles(out, updates, before, answers);
    const sorted = Object.fromEntries([...answers].sort(([a], [b]) => (a < b ? -1 : 1)));
    const manifest: Manifest = { format: 1, build: buildOf(sorted), created: Math.floor(Date.now() / 1000), answers: sorted };
    if (manifest.build !== before?.build) {
      await swapIn(out, manifest, before, hold);
      kept = [manifest, before];
    }
    return { build: manifest.build, rowCount };
  } finally {
    await tidy(out, kept, made, hold);
  }
}
