import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VECTOR_IDS } from '../../../src/catalogue/catalogue.ts';
import { type CountryData, publish } from '../../../src/ingest/publish/publish.ts';
import { readIndexing } from '../../../src/wire/indexing.ts';
import { type Manifest, type PublishedFile, readManifest } from '../../../src/wire/manifest.ts';
import { decodeVector } from '../../../src/wire/vector.ts';
import { country } from '../country.ts';

let out: string;

beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'panscreen-publish-'));
});

afterEach(async () => {
  await rm(out, { recursive: true, force: true });
});

const manifestNow = async (): Promise<Manifest> => readManifest(await readFile(join(out, 'manifest.json'), 'utf8'));
const read = async ({ file }: PublishedFile): Promise<Buffer> => await readFile(join(out, 'files', file));
const readJson = async (call: string): Promise<unknown> =>
  JSON.parse((await read((await manifestNow()).answers[call] as PublishedFile)).toString());

/** Every file that a manifest names is there, whole. */
async function expectComplete(manifest: Manifest): Promise<void> {
  for (const answer of Object.values(manifest.answers)) {
    for (const file of [answer, answer.br, answer.gzip]) {
      if (file) expect((await read(file)).byteLength).toBe(file.bytes);
    }
  }
}

test('publishes the five calls, countries sorted, as the wire reads them', async () => {
  const { rowCount } = await publish(out, [country('US', 40), country('DE', 3), country('JP', 0)]);
  expect(rowCount).toBe(43);
  const manifest = await manifestNow();
  expect(Object.keys((await readJson('countries')) as object)).toEqual(['DE', 'JP', 'US']);
  expect(await readJson('reverse-index')).toEqual(Object.fromEntries(VECTOR_IDS.map((id, index) => [id, index])));
  const indexing = readIndexing(await readJson('vector-indexing/US'), {});
  expect(indexing.note).toBe('a note');
  expect(indexing.rows[39]?.[0]).toBe('US39');
  const targets = VECTOR_IDS.map(() => new Float32Array(40));
  decodeVector(await read(manifest.answers['vector/US'] as PublishedFile), 40, VECTOR_IDS.length, targets);
  expect(targets).toEqual(country('US', 40).columns);
  await expectComplete(manifest);
});

test('compressed files have the same bytes', async () => {
  await publish(out, [country('US', 400)]);
  const answer = (await manifestNow()).answers['vector-indexing/US'];
  const plain = await read(answer as PublishedFile);
  expect(brotliDecompressSync(await read(answer?.br as PublishedFile)).equals(plain)).toBe(true);
  expect(gunzipSync(await read(answer?.gzip as PublishedFile)).equals(plain)).toBe(true);
  expect(answer?.br?.bytes).toBeLessThan(0.9 * plain.byteLength);
});

test('the same data are the same build, whatever the order of the countries', async () => {
  const first = await publish(out, [country('US', 40), country('DE', 3)]);
  const text = await readFile(join(out, 'manifest.json'), 'utf8');
  const second = await publish(out, [country('DE', 3), country('US', 40)]);
  expect(second.build).toBe(first.build);
  expect(await readFile(join(out, 'manifest.json'), 'utf8')).toBe(text);
});

test('keeps the previous build, and removes the one before', async () => {
  await publish(out, [country('US', 40, 1)]);
  const first = await manifestNow();
  await publish(out, [country('US', 40, 2)]);
  await expectComplete(first);
  const second = await manifestNow();
  expect(readManifest(await readFile(join(out, 'manifest.previous.json'), 'utf8'))).toEqual(first);
  await writeFile(join(out, 'files', 'notes.txt'), 'not ours');
  await publish(out, [country('US', 40, 3)]);
  await expectComplete(second);
  const names = await readdir(join(out, 'files'));
  expect(names).not.toContain(first.answers['vector/US']?.file);
  expect(names).toContain('notes.txt');
});

test('a failure in the middle leaves the old build as it was', async () => {
  await publish(out, [country('US', 40, 1)]);
  const before = await manifestNow();
  const files = (await readdir(join(out, 'files'))).sort();
  async function* failing(): AsyncGenerator<CountryData> {
    yield country('US', 40, 2);
    yield country('DE', 40, 2);
    throw new Error('the disk of the source is gone');
  }
  await expect(publish(out, failing())).rejects.toThrow('the disk of the source is gone');
  expect(await manifestNow()).toEqual(before);
  expect((await readdir(join(out, 'files'))).sort()).toEqual(files);
});

test('a lock and parts left by a killed publisher do not stop the next one', async () => {
  await publish(out, [country('US', 40, 1)]);
  await writeFile(join(out, 'publishing.lock'), '999999999');
  const part = `${'0'.repeat(32)}.f32.123-4.part`;
  await writeFile(join(out, 'files', part), 'half');
  await writeFile(join(out, 'manifest.previous.json.123-4.part'), 'half');
  await publish(out, [country('US', 40, 2)]);
  expect(await readdir(join(out, 'files'))).not.toContain(part);
  expect(await readdir(out)).toEqual(['files', 'manifest.json', 'manifest.previous.json']);
});

test('one publisher at a time', async () => {
  async function* waiting(): AsyncGenerator<CountryData> {
    await expect(publish(out, [country('US', 1)])).rejects.toThrow(/is being published by process/);
    yield country('DE', 1);
  }
  await publish(out, waiting());
  expect(Object.keys((await readJson('countries')) as object)).toEqual(['DE']);
});

test.each([
  ['no country', [], 'there is no country to publish'],
  ['a country twice', [country('US', 1), country('US', 1)], 'US came twice'],
  ['a bad code', [{ ...country('US', 1), country: '../US' }], 'is not a country code'],
  ['an infinite value', [{ ...country('US', 1), columns: VECTOR_IDS.map(() => Float32Array.of(Infinity)) }], 'infinite'],
  ['a column too few', [{ ...country('US', 1), columns: [] }], '0 columns'],
  ['a field too few', [{ ...country('US', 1), securities: [['A']] }], 'security 0 has 1 fields'],
])('refuses %s', async (_, countries, message) => {
  await expect(publish(out, countries)).rejects.toThrow(message);
  expect(await readdir(out)).toEqual([]);
});

test('does not touch a folder with another program’s manifest', async () => {
  await writeFile(join(out, 'manifest.json'), '{"name": "another app"}');
  await expect(publish(out, [country('US', 1)])).rejects.toThrow('another format');
  expect(await readFile(join(out, 'manifest.json'), 'utf8')).toBe('{"name": "another app"}');
});
