/** A mirror of an object store on a shared machine. The store is a folder, served by the test. */
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentHash } from '../../src/contentHash.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import { openMirror } from '../../src/server/mirror.ts';
import { openPublished } from '../../src/server/published.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import type { Manifest } from '../../src/wire/manifest.ts';
import { country } from '../ingest/country.ts';
import { putForward } from './clock.ts';
import { get, listen } from './http.ts';

const ADDRESS = 's3://bucket/prefix';
const USER = process.getuid?.() ?? 'user';

let root: string;
let out: string;
let store: Server;
let asked: string[];
let mirrorFolder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'panscreen-mirror-test-'));
  out = join(root, 'store');
  await publish(out, [country('US', 40), country('DE', 3)]);
  asked = [];
  store = createHttpServer((request, response) => {
    const path = (request.url ?? '').replace('/bucket/prefix/', '');
    asked.push(path);
    readFile(join(out, path)).then(
      (bytes) => {
        const etag = `"${contentHash(bytes)}"`;
        const isKnown = request.headers['if-none-match'] === etag;
        response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const { port } = store.address() as { port: number };
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_S3']) vi.stubEnv(name, '');
  vi.stubEnv('TMPDIR', join(root, 'tmp'));
  await mkdir(join(root, 'tmp'));
  mirrorFolder = join(root, 'tmp', `panscreen-mirror-${contentHash(ADDRESS)}-${USER}`);
});

afterAll(() => vi.restoreAllMocks());
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => store.close(resolve));
  await rm(root, { recursive: true, force: true });
});

const manifestNow = async (): Promise<Manifest> => JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
const fileOf = async (call: string): Promise<string> => (await manifestNow()).answers[call]?.file ?? '';

test('files are stored in a folder that only this user can read, downloaded once, and reused', async () => {
  const file = await fileOf('vector/US');
  const real = await readFile(join(out, 'files', file));
  for (let time = 0; time < 2; time++) {
    const mirror = openPublished(ADDRESS);
    const bytes = await Promise.all([mirror.readAnswer('vector/US'), mirror.readAnswer('vector/US')]);
    expect(bytes.map((read) => real.equals(read))).toEqual([true, true]);
  }
  expect(asked.filter((path) => path === `files/${file}`).length).toBe(1);
  const { mode, uid } = await stat(mirrorFolder);
  expect([mode & 0o777, uid]).toEqual([0o700, process.getuid?.() ?? uid]);
});

test.each(['the old name', 'the present name'])(
  'planted files of the right length under %s are never given out',
  async (where) => {
    const folder = where === 'the old name' ? mirrorFolder.slice(0, -`-${USER}`.length) : mirrorFolder;
    const file = await fileOf('vector/US');
    const real = await readFile(join(out, 'files', file));
    await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'files', file), 's'.repeat(real.byteLength));
    const server = createServer({ published: ADDRESS, page: root });
    const port = await listen(server);
    const { status, body } = await get(port, '/api/screener/vector/US');
    await stopServer(server);
    expect([status, body.equals(real)]).toEqual([200, true]);
  },
);

test.each([
  ['is open to others', (path: string) => mkdir(path).then(() => chmod(path, 0o777))],
  ['is a link', (path: string) => symlink(join(root, 'elsewhere'), path)],
  ['is a file', (path: string) => writeFile(path, '')],
])('a folder of the same name that %s is not used', async (_, plant) => {
  await mkdir(join(root, 'elsewhere'));
  await plant(mirrorFolder);
  const real = await readFile(join(out, 'files', await fileOf('vector/US')));
  expect(real.equals(await openPublished(ADDRESS).readAnswer('vector/US'))).toBe(true);
  await expect(stat(join(mirrorFolder, 'files'))).rejects.toThrow();
  await expect(stat(join(root, 'elsewhere', 'files'))).rejects.toThrow();
});

test('if the manifest breaks later, the last build stays, with one log line', async () => {
  const { build } = await manifestNow();
  const logged: string[] = [];
  const mirror = openMirror(ADDRESS, join(root, 'own'), (line) => logged.push(line));
  expect((await mirror.manifest())?.build).toBe(build);
  await writeFile(join(out, 'manifest.json'), '{');
  for (let look = 0; look < 2; look++) {
    putForward(1050);
    expect((await mirror.find('vector/US', 'another'))?.build).toBe(build);
  }
  expect(logged.length).toBe(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ event: 'kept', build, error: expect.stringContaining('not valid JSON') });
});

test.each([
  ['manifest.json', 17 * 1024 * 1024],
  ['the file', 1024 * 1024],
])('%s of the store that does not end is given up', async (which, bytes) => {
  const path = which === 'manifest.json' ? which : `files/${await fileOf('vector/US')}`;
  await writeFile(join(out, path), Buffer.alloc(bytes, ' '));
  await expect(openPublished(ADDRESS).readAnswer('vector/US')).rejects.toThrow(/has more than \d+ bytes/);
});
