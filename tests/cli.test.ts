import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLUMNS } from '../src/catalogue/catalogue.ts';
import { shortestFloat } from '../src/catalogue/display.ts';
import { openPublished } from '../src/server/published.ts';
import { get } from './server/http.ts';
import { builtCli } from './support/builtCli.ts';
import { Kills, killPlaces } from './support/kills.ts';

const cli = builtCli();
let folder: string;
/** A demo universe that nobody changes, and what its making said. */
let made: Ran;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-cli-'));
  made = run(['demo', '--out', 'made', '--securities', '400']);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], env: Record<string, string> = {}): Ran {
  return spawnSync(process.execPath, [cli, ...args], {
    timeout: 60_000,
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...env },
  });
}

/** As {@link run}, on a thread of this process: what only says something needs no process of its own. Folders are relative to this one's. */
async function runHere(args: readonly string[]): Promise<Ran> {
  const worker = new Worker(cli, { argv: [...args], stdout: true, stderr: true });
  const [stdout, stderr, [status]] = await Promise.all([text(worker.stdout), text(worker.stderr), once(worker, 'exit')]);
  return { status, stdout, stderr };
}

test('the built file starts by itself', async () => {
  expect((await readFile(cli, 'utf8')).startsWith('#!/usr/bin/env node\n')).toBe(true);
});

/** Bytes of a built file and of all that it loads at once. */
function bytesAtOnce(path: string, seen = new Set<string>()): number {
  if (seen.has(path)) return 0;
  seen.add(path);
  const code = readFileSync(path, 'utf8');
  const loaded = [...code.matchAll(/^(?:import|export) (?:[^;"]* from )?"(\.[^"]+)";/gm)].map(([, name]) =>
    join(dirname(path), name!),
  );
  return loaded.reduce((bytes, each) => bytes + bytesAtOnce(each, seen), code.length);
}

test('no command is loaded before it is named', () => {
  const name = readFileSync(cli, 'utf8').match(/import\("\.\/(assets\/screen-[^"]+)"\)/)?.[1];
  expect(bytesAtOnce(join(dirname(cli), name!))).toBeGreaterThan(100_000);
  expect(bytesAtOnce(cli)).toBeLessThan(10_000);
});

const COMMANDS = ['market', 'serve', 'fetch', 'ingest', 'history', 'screen', 'backtest', 'sql', 'push', 'columns', 'demo'];

test.each(COMMANDS)('%s --help names the command, and each option at the start of a line', async (command) => {
  const { status, stdout, stderr } = await runHere([command, '--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`panscreen ${command}`);
  expect(stdout).not.toMatch(/^ {3,}--/m);
});

test.each([
  [[]],
  [['nonsense']],
  [['constructor']],
  [['demo', '--securities', '0']],
  [['demo', '--securities', '500001']],
  [['demo', '--seed', 'x']],
  [['demo', '--countries', 'US,XX']],
  [['demo', '--as-of', '2026-02-30']],
  [['demo', '--nonsense']],
  [['columns', '--format', 'xml']],
  [['ingest']],
  [['ingest', '--from', 'tables']],
  [['ingest', '--from', 'nowhere', '.', '--out', 'x']],
  [['ingest', '--from', 'tables', '.']],
  [['ingest', '--from', 'tables', '.', '--limit', 'bars=2', '--out', 'x']],
  [['ingest', '--from', 'tables', '.', '--out', 'x', '--as-of', 'today']],
  [['screen', 'rows 1..5', '--data', 'x', '--format', 'parquet']],
  [['screen', 'rows 1..5', '--data', 'x', '--format', 'parquet', '--out', 'x.parquet', '--explain']],
  [['screen', 'rows 1..5', '--data', 'x', '--out', 'x.csv', '--receipt']],
  [['screen', 'rows 1..5', '--data', 'x', '--where', 'A', '--receipt']],
  [['screen', 'rows 1..5', '--data', 'x', '--explain', '--survivors', 'universe']],
  [['screen', 'rows 1..5', '--data', 'x', '--receipt', '--format', 'csv']],
  [['screen', 'rows 1..5', '--data', 'x', '--where', 'A', '--format', 'tsv']],
  [['screen', 'rows 1..5', '--data', '']],
  [['screen', 'rows 1..5', '--data', 'gs://bucket/data']],
  [['screen', 'rows 1..5', '--data', 'x', '--out', '']],
  [['screen', 'rows 1..5', '--data', 's3://BUCKET/data']],
  [['demo', '--out', '']],
  [['demo', '--out', 'https://example.org/data']],
  [['ingest', '--from', 'tables', '.', '--out', 's3://x']],
  [['ingest', '--from', 'tables', '.', '--out', 'x', '--report', '']],
  [['ingest', '--from', 'sec', '.', '--out', 'x', '--mapping', 'm.json']],
  [['ingest', '--from', 'tables', '.', '--out', 'x', '--trust-last-close']],
  [['serve', '--data', '']],
  [['serve', '--data', 'ftp://host/data']],
  [['serve', 'extra']],
])('%j is bad usage: status 2, one line', async (args) => {
  const { status, stderr } = await runHere(args);
  expect(status).toBe(2);
  expect(stderr.trimEnd().split('\n').length).toBe(1);
});

test('a port that is no port is bad usage', () => {
  expect(run(['serve'], { PORT: '70000' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('PORT is a whole number'),
  });
});

test('columns lists them all, in three forms', async () => {
  const lines = run(['columns']).stdout.trimEnd().split('\n');
  expect(lines.length).toBe(COLUMNS.length + 1);
  const rows = JSON.parse((await runHere(['columns', '--format', 'json'])).stdout) as Record<string, string>[];
  expect(rows.map(({ id }) => id)).toEqual(COLUMNS.map(({ id }) => id));
  expect(rows.find(({ id }) => id === 'currentRatio')).toMatchObject({
    label: 'Current ratio',
    group: 'LiquidityRatios',
    formula: 'totalCurrentAssets / nz(totalCurrentLiabilities)',
  });
  const csv = (await runHere(['columns', '--format', 'csv'])).stdout.trimEnd().split('\n');
  expect(csv[0]).toBe('id,label,group,kind,unit,display,better,formula,definedAs,missingWhen,source');
  expect(csv.length).toBe(COLUMNS.length + 1);
});

test('docs/columns.md is what the catalogue says', async () => {
  expect(readFileSync('docs/columns.md', 'utf8')).toBe((await runHere(['columns', '--format', 'markdown'])).stdout);
});

test('a closed pipe is no error', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cli}" columns --format json | head -c 10`], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

test('what can be written nowhere is an error before anything is done, and one line says so', () => {
  mkdirSync(join(folder, 'from'));
  writeFileSync(join(folder, 'from/securities.csv'), 'symbol,country\nA,US\n');
  const ingest = ['ingest', '--from', 'tables', 'from', '--out'];
  for (const args of [
    [...ingest, 'built', '--report', 'nowhere/report.json'],
    [...ingest, 'built', '--report-page', 'from'],
    [...ingest, 'from/securities.csv'],
  ]) {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
  }
  expect(existsSync(join(folder, 'built'))).toBe(false);
});

test.skipIf(!existsSync('/proc/self'))('a folder that the system refuses to create is an error at once', async () => {
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/securities.csv'), 'symbol,country\nA,US\n');
  const refused = '/proc/panscreen/out';
  for (const args of [
    ['demo', '--securities', '20', '--out', refused],
    ['demo', '--history', '--securities', '2', '--months', '2', '--out', refused],
    ['ingest', '--from', 'tables', 'tables', '--out', refused],
    ['history', '--from', 'tables', 'tables', '--out', refused],
    ['market', 'us', '--contact', 'you@example.org', '--data', refused, '--no-serve'],
  ]) {
    const { status, stdout, stderr } = run(args);
    expect([args, status, stdout]).toEqual([args, 1, '']);
    expect(stderr).toMatch(/^panscreen \w+: the folder \/proc\/panscreen can't be created: ENOENT.*\n$/m);
  }
});

test.each([
  ['a history of no prices', []],
  ['Parquet of a history of no prices', ['--format', 'parquet']],
])('%s leaves no folder', async (name, options) => {
  mkdirSync(join(folder, 'bare'), { recursive: true });
  const before = await readdir(folder);
  expect(run(['history', '--from', 'tables', 'bare', '--out', `${name}/a/b`, ...options])).toMatchObject({ status: 1 });
  expect(await readdir(folder)).toEqual(before);
});

test('a file under the name of no table is named in the report', () => {
  mkdirSync(join(folder, 'strange'));
  writeFileSync(join(folder, 'strange/securities.csv'), 'symbol,country\nA,US\n');
  writeFileSync(join(folder, 'strange/Price.csv'), 'symbol,date,close\nA,2024-01-02,5\n');
  const { status, stdout } = run(['ingest', '--from', 'tables', 'strange', '--out', 'strange-built']);
  expect(status).toBe(0);
  expect(stdout).toContain('not read, since no table has that name: Price.csv');
});

test.skipIf(!existsSync('/dev/full'))('a full disk behind standard output is an error that is said', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cli}" columns > /dev/full`], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^panscreen: standard output can't be written: .*ENOSPC.*\n$/)]);
});

test('demo reports progress in plain lines where there is no terminal, and the result', () => {
  const { status, stdout, stderr } = made;
  expect(status).toBe(0);
  expect(stdout).toMatch(/^400 synthetic securities in made, build [0-9a-f]{32}\n$/);
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(11);
  expect(stderr).toContain('100 % of 400 securities');
});

test('screen writes files, Parquet among them, that say what it prints', async () => {
  const screen = ['screen', 'sort marketCapitalization desc | rows 1..50', '--data', 'made', '--columns', 'symbol,beta'];
  const printed = run(screen).stdout;
  const toFile = (format: string, out: string): Ran => run([...screen, '--format', format, '--out', out]);
  expect(toFile('csv', 'rows.csv')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(await readFile(join(folder, 'rows.csv'), 'utf8')).toBe(printed);
  expect(toFile('parquet', 'rows.parquet')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const file = await asyncBufferFromFile(join(folder, 'rows.parquet'));
  const rows = await parquetReadObjects({ file });
  const lines = rows.map(({ symbol, beta }) => `${symbol},${beta === null ? '' : shortestFloat(beta)}\n`);
  expect(`symbol,beta\n${lines.join('')}`).toBe(printed);
  expect(toFile('parquet', 'nowhere/rows.parquet')).toMatchObject({ status: 1 });
});

async function firstLines(child: ChildProcess, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (isEnough(text)) break;
  }
  return text;
}

test('serve prints the address last, answers, and stops on SIGTERM', async () => {
  const child = spawn(process.execPath, [cli, 'serve', '--data', 'made'], { cwd: folder, env: { ...process.env, PORT: '0' } });
  const text = await firstLines(child, (sofar) => /^http:.*\n/m.test(sofar));
  const address = new URL(text.trimEnd().split('\n').at(-1) ?? '');
  expect(address.hostname).toBe('127.0.0.1');
  const { status, body } = await get(Number(address.port), '/api/screener/countries');
  expect([status, Object.keys(JSON.parse(body.toString())).length]).toEqual([200, 117]);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('serve without data says so and answers 503', async () => {
  const child = spawn(process.execPath, [cli, 'serve', '--data', 'nothing'], { cwd: folder, env: { ...process.env, PORT: '0' } });
  const text = await firstLines(child, (sofar) => /^http:.*\n/m.test(sofar));
  expect(text).toContain('no data in ');
  const { status } = await get(Number(new URL(text.trimEnd().split('\n').at(-1) ?? '').port), '/api/screener/countries');
  expect(status).toBe(503);
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test.each([
  ['a manifest that is none', { 'manifest.json': '{' }, 'is not valid JSON'],
  ['a manifest of something else', { 'manifest.json': '{"name": "an app"}' }, 'another format'],
  ['a folder in the place of the manifest', { 'manifest.json/x': '' }, 'is not a file'],
  ['a file in the place of the folder', null, 'ENOTDIR'],
])('serve on %s exits with 1 and one line', async (_, files, reason) => {
  const broken = await mkdtemp(join(folder, 'broken-'));
  for (const [name, text] of Object.entries(files ?? {})) {
    await mkdir(dirname(join(broken, name)), { recursive: true });
    await writeFile(join(broken, name), text);
  }
  await writeFile(join(folder, 'a-file'), '');
  const { status, stdout, stderr } = run(['serve', '--data', files ? broken : 'a-file'], { PORT: '0' });
  expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
  expect(stderr).toContain(reason);
});

test('serve on a manifest without its files exits with 1 and one line', async () => {
  await cp(join(folder, 'made'), join(folder, 'halved'), { recursive: true });
  await rm(join(folder, 'halved/files'), { recursive: true });
  const { status, stderr } = run(['serve', '--data', 'halved'], { PORT: '0' });
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('without its folder files');
});

test.each([
  ['1', [], true],
  ['true', [], true],
  ['0', [], false],
  ['', [], false],
  ['', ['--behind-https'], true],
])('with PANSCREEN_BEHIND_HTTPS=%j and %j the transport header is sent: %j', async (said, options, isSent) => {
  const env = { ...process.env, PORT: '0', PANSCREEN_BEHIND_HTTPS: said };
  const child = spawn(process.execPath, [cli, 'serve', '--data', 'nothing', ...options], { cwd: folder, env });
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(await firstLines(child, (sofar) => /^http:.*\n/m.test(sofar)))?.[1]);
  const { headers } = await get(port, '/');
  child.kill('SIGTERM');
  expect('strict-transport-security' in headers).toBe(isSent);
});

test('a PANSCREEN_BEHIND_HTTPS that is neither is bad usage', () => {
  const { status, stderr } = run(['serve'], { PORT: '0', PANSCREEN_BEHIND_HTTPS: 'on, please' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('PANSCREEN_BEHIND_HTTPS is 1 or 0')]);
});

test('a publisher killed in the middle leaves the old build served, and the next one clears up', {
  timeout: 120_000,
}, async () => {
  const out = join(folder, 'killed');
  await cp(join(folder, 'made'), out, { recursive: true });
  const before = (await openPublished(out).manifest())?.build;
  const args = (place: string, seed: number): string[] => ['demo', '--out', place, '--securities', '400', '--seed', String(seed)];
  const kills = new Kills(folder);
  expect(await kills.run(args('calm', 8))).toBe(false);
  for (const [at, place] of killPlaces(0.9 * kills.changes, 3, 7).entries()) {
    // Another universe each time: what a killed run has written is not written again.
    expect(await kills.run(args(out, 10 + at), place)).toBe(true);
    const published = openPublished(out);
    expect((await published.manifest())?.build).toBe(before);
    expect((await published.readAnswer('vector/US')).byteLength).toBeGreaterThan(0);
  }
  expect(run(args(out, 9)).status).toBe(0);
  expect((await openPublished(out).manifest())?.build).not.toBe(before);
  expect((await readdir(out, { recursive: true })).filter((name) => /\.(?:part|lock|new)$/.test(name))).toEqual([]);
});
