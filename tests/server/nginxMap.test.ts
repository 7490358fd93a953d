/** The map for nginx from a manifest. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish } from '../../src/ingest/publish/publish.ts';
import type { Manifest } from '../../src/wire/manifest.ts';
import { country } from '../ingest/country.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-nginx-'));
  await publish(folder, [country('US', 400), country('DE', 3)]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = () => spawnSync(process.execPath, ['scripts/nginx-map.mjs', folder], { encoding: 'utf8' });
const manifestNow = async (): Promise<Manifest> => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

test('each call and encoding maps to its file, and a named build is immutable', async () => {
  const { status, stdout } = run();
  const { build, answers } = await manifestNow();
  expect(status).toBe(0);
  for (const [call, { file, br }] of Object.entries(answers)) {
    expect(stdout).toContain(`  "${call} plain" "${file}";\n`);
    expect(stdout).toContain(`  "${call} br" "${br?.file ?? file}";\n`);
  }
  expect(stdout).toContain(`  "${build}" "public, max-age=31536000, immutable";\n`);
});

const INJECTED = '"; } server { listen 8099; location / { root /; } } map "" $x { default "';
test.each<[string, (manifest: Manifest) => object, string]>([
  ['a build', (manifest) => ({ ...manifest, build: `b;${INJECTED}` }), 'names no build'],
  ['a call', ({ answers, ...rest }) => ({ ...rest, answers: { ...answers, [INJECTED]: answers['vector/US'] } }), 'is not a call'],
  [
    'a file',
    ({ answers, ...rest }) => ({ ...rest, answers: { ...answers, 'vector/US': { file: INJECTED, bytes: 1 } } }),
    'names no file',
  ],
  [
    'a file that leads out of the folder',
    ({ answers, ...rest }) => ({ ...rest, answers: { ...answers, 'vector/US': { file: '../manifest.json', bytes: 1 } } }),
    'names no file',
  ],
  [
    'an answer that is none',
    ({ answers, ...rest }) => ({ ...rest, answers: { ...answers, 'vector/US': null } }),
    'names no file',
  ],
])('%s of nginx directives is refused, and nothing is printed', async (_, edit, reason) => {
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(edit(await manifestNow())));
  const { status, stdout, stderr } = run();
  expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
  expect(stderr).toContain(reason);
});

test('a link instead of a file is refused', async () => {
  const { file } = (await manifestNow()).answers['vector/DE']!;
  await rm(join(folder, 'files', file));
  await symlink('/etc/passwd', join(folder, 'files', file));
  const { status, stdout, stderr } = run();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('is not there whole');
});
