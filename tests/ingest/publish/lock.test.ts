/** Publishers compete for one folder: on this machine, in another container, and ones that died while holding the lock. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CountryData, publish } from '../../../src/ingest/publish/publish.ts';
import { type Manifest, readManifest } from '../../../src/wire/manifest.ts';
import { country } from '../country.ts';

const PUBLISHERS = 4;
const COMPETE_MS = 6000;
const STALE_LOCK_EVERY_MS = 40;
/** Runs a program with a list of processes of its own, as containers do. */
const IN_A_CONTAINER = ['unshare', '--pid', '--fork', '--kill-child'] as const;

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'panscreen-lock-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

/** A process of its own that publishes builds, one after the other, and prints `published` or why not; in a container's own list of processes where this machine lets us. */
function publisher(id: number, isContained: boolean): ChildProcess {
  const program = `
    import { publish } from ${JSON.stringify(join(process.cwd(), 'src/ingest/publish/publish.ts'))};
    import { country } from ${JSON.stringify(join(process.cwd(), 'tests/ingest/country.ts'))};
    export async function run() {
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      const end = Date.now() + ${COMPETE_MS};
      for (let seed = ${id + 1}; Date.now() < end; seed += ${PUBLISHERS})
        await publish(${JSON.stringify(out)}, [country('US', 30, seed), country('DE', 20, seed)]).then(
          () => console.log('published'), (error) => console.log(error.message));
      process.exit(0);
    }`;
  const main = `import { writeFileSync } from 'node:fs'; import { runnerImport } from 'vite';
    const file = ${JSON.stringify(join(out, `program-${id}.ts`))}; writeFileSync(file, ${JSON.stringify(program)});
    const { module } = await runnerImport(file); await module.run();`;
  const node = [process.execPath, '--input-type=module', '-e', main];
  const [command = '', ...args] = isContained ? [...IN_A_CONTAINER, ...node] : node;
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

const manifestNow = async (): Promise<Manifest> => readManifest(await readFile(join(out, 'manifest.json'), 'utf8'));

/** Files that the present manifest names and the folder lacks. */
async function missing(): Promise<string[]> {
  for (;;) {
    const before = await manifestNow();
    const files = Object.values(before.answers).flatMap(({ file, br, gzip }) =>
      [file, br?.file, gzip?.file].flatMap((name) => name ?? []),
    );
    const found = await Promise.all(files.map((file) => stat(join(out, 'files', file)).catch(() => file)));
    if ((await manifestNow()).build === before.build) return found.filter((file) => typeof file === 'string');
  }
}

test(`${PUBLISHERS} publishers, in two containers if possible, among locks of dead ones: builds never mix`, {
  timeout: 60_000,
}, async () => {
  const canContain = spawnSync(IN_A_CONTAINER[0], [...IN_A_CONTAINER.slice(1), 'true']).status === 0;
  await publish(out, [country('US', 30, 0), country('DE', 20, 0)]);
  const children = Array.from({ length: PUBLISHERS }, (_, id) => publisher(id, canContain && id % 2 === 1));
  const lines: string[] = [];
  await Promise.all(children.map((child) => once(child.stdout!, 'data')));
  for (const child of children) {
    child.stdout?.on('data', (text: Buffer) => lines.push(...text.toString().trim().split('\n')));
    child.stdin?.write('go\n');
  }
  let isOver = false;
  const ended = Promise.all(children.map((child) => once(child, 'close'))).then(() => {
    isOver = true;
  });
  const torn: string[] = [];
  while (!isOver) {
    torn.push(...(await missing()));
    await writeFile(join(out, 'publishing.lock'), '999999999', { flag: 'wx' }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, STALE_LOCK_EVERY_MS));
  }
  await ended;
  torn.push(...(await missing()));
  expect(torn).toEqual([]);
  const published = lines.filter((line) => line === 'published').length;
  expect(published).toBeGreaterThan(PUBLISHERS);
  expect(lines.filter((line) => line !== 'published' && !/is being published by/.test(line))).toEqual([]);
});

/** Another publisher's lock, present in the folder while {@link publish} runs. */
async function ownLock(): Promise<{ name: string; text: string }> {
  let found = { name: '', text: '' };
  async function* looking(): AsyncGenerator<CountryData> {
    const name = (await readdir(out)).find((each) => each.endsWith('.lock')) ?? '';
    found = { name, text: await readFile(join(out, name), 'utf8') };
    yield country('DE', 1);
  }
  await publish(out, looking());
  return found;
}

test('a lock names its holder; one of another machine expires two minutes after its last renewal', async () => {
  const { name, text } = await ownLock();
  const lock = JSON.parse(text);
  expect(lock).toMatchObject({ pid: process.pid, host: hostname() });
  const path = join(out, name.replace(/[0-9a-f]{4}/, 'ffff'));
  await writeFile(path, JSON.stringify({ ...lock, host: 'elsewhere', boot: 'another' }));
  const refused = publish(out, [country('US', 1)]);
  await expect(refused).rejects.toThrow(`is being published by process ${process.pid} on elsewhere`);
  await expect(refused).rejects.toThrow(path);
  const old = new Date(Date.now() - 121_000);
  await utimes(path, old, old);
  await publish(out, [country('US', 1)]);
  expect(await readdir(out)).toEqual(['files', 'manifest.json', 'manifest.previous.json']);
});

test('a lock of this machine is valid exactly as long as its process runs, however old', async () => {
  const { name, text } = await ownLock();
  const lock = JSON.parse(text);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const path = join(out, name.replace(/[0-9a-f]{4}/, 'ffff'));
  const started = async (pid: number): Promise<string> =>
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).replace(/^.*\) /s, '').split(' ')[19] ?? '';
  const held = { ...lock, pid: child.pid, started: await started(child.pid ?? 0) };
  await writeFile(path, JSON.stringify(held));
  const old = new Date(Date.now() - 600_000);
  await utimes(path, old, old);
  await expect(publish(out, [country('US', 1)])).rejects.toThrow(`is being published by process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await publish(out, [country('US', 1)]);
  // Another process that has got the number of a dead one.
  await writeFile(path, JSON.stringify({ ...lock, pid: process.ppid, started: 'long ago' }));
  await publish(out, [country('US', 2)]);
  // The same on a system that doesn't say when a process was started.
  await writeFile(path, JSON.stringify({ ...lock, pid: process.ppid, started: '' }));
  await expect(publish(out, [country('US', 3)])).rejects.toThrow(`is being published by process ${process.ppid}`);
  await utimes(path, old, old);
  await publish(out, [country('US', 3)]);
  // Our own lock, but of a publication that this process is not running.
  await writeFile(path, text);
  await publish(out, [country('US', 4)]);
});

test('a process that died while writing its lock leaves no lock and no file', async () => {
  await publish(out, [country('US', 1)]);
  await writeFile(join(out, 'publishing.00000000-0000-4000-8000-000000000000.lock.new'), '');
  await publish(out, [country('US', 2)]);
  expect(await readdir(out)).toEqual(['files', 'manifest.json', 'manifest.previous.json']);
});

test('the lock of a zombie process does not count', async () => {
  const { name, text } = await ownLock();
  // The shell becomes a program that never waits for its child, which stays a zombie.
  const parent = spawn('sh', ['-c', 'sh -c "sleep 0.2" & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(parent.stdout!, 'data');
  const pid = Number(String(said));
  const field = async (index: number): Promise<string> =>
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).replace(/^.*\) /s, '').split(' ')[index] ?? '';
  const started = await field(19);
  await expect.poll(() => field(0)).toBe('Z');
  await writeFile(join(out, name.replace(/[0-9a-f]{4}/, 'ffff')), JSON.stringify({ ...JSON.parse(text), pid, started }));
  await publish(out, [country('US', 1)]);
  parent.kill('SIGKILL');
});

test('a publisher that lost its lock, or files of its build, publishes nothing', async () => {
  await publish(out, [country('US', 30, 1)]);
  const { build } = await manifestNow();
  async function* losing(seed: number, what: (name: string) => boolean, folder: string): AsyncGenerator<CountryData> {
    yield country('US', 30, seed);
    for (let names: string[] = []; names.length === 0; ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      names = (await readdir(folder)).filter(what);
      for (const name of names) await rm(join(folder, name), { force: true });
    }
  }
  await expect(
    publish(
      out,
      losing(2, (name) => name.endsWith('.lock'), out),
    ),
  ).rejects.toThrow(/lost its lock/);
  expect((await manifestNow()).build).toBe(build);
  const before = new Set(await readdir(join(out, 'files')));
  await expect(
    publish(
      out,
      losing(3, (name) => !before.has(name) && !name.endsWith('.part'), join(out, 'files')),
    ),
  ).rejects.toThrow(/is missing/);
  expect((await manifestNow()).build).toBe(build);
  expect(await missing()).toEqual([]);
  await publish(out, [country('US', 30, 2)]);
  expect(await missing()).toEqual([]);
});

test('a file of the right name and length but other content is written again', async () => {
  await publish(out, [country('US', 400, 1)]);
  const manifest = await manifestNow();
  const { file, bytes, br } = manifest.answers['vector-indexing/US']!;
  await writeFile(join(out, 'files', file), 's'.repeat(bytes));
  await writeFile(join(out, 'files', br?.file ?? ''), 's'.repeat(br?.bytes ?? 0));
  await publish(out, [country('US', 400, 1)]);
  expect((await readFile(join(out, 'files', file))).toString().startsWith('{"tickerIndex"')).toBe(true);
  expect((await readFile(join(out, 'files', br?.file ?? ''))).includes('ssss')).toBe(false);
});
