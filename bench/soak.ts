/** The built server under load for a long time, its data swapped again and again: no error, no mixed build, memory flat. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../tests/random.ts';
import { fire } from '../tests/server/load.ts';
import { quantile } from './results.ts';

const CLI = 'dist/node/cli.js';
const SECURITIES = 3000;
const CONNECTIONS = 16;
/** Clients that send a character per second and never complete their request. */
const SLOW_CLIENTS = 50;
const SWAP_EVERY_MS = 15_000;
const LOOKS = 40;
/** Maximum memory of the last quarter, as a multiple of the second's. */
const GROWTH_MAX = 1.2;

function panscreen(...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore' });
  return new Promise((resolve) => child.on('exit', resolve));
}

function start(folder: string): Promise<{ server: ChildProcess; port: number }> {
  const server = spawn(process.execPath, [CLI, 'serve', '--data', folder], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const port = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(output)?.[1];
      if (port) resolve({ server, port: Number(port) });
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const megabytesOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Keeps that many slow clients connected; each reconnects when dropped by the server. */
function trickle(port: number, isOver: () => boolean): void {
  const one = (): void => {
    if (isOver()) return;
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-'));
    const letters = setInterval(() => socket.writable && socket.write('a'), 1000);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(letters);
      setTimeout(one, 100);
    });
  };
  for (let client = 0; client < SLOW_CLIENTS; client++) one();
}

/** Runs for `--minutes` (30 by default), prints a line per memory measurement, and resolves to the exit status. */
export async function soak(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '30' } } });
  const durationMs = Number(values.minutes) * 60_000;
  if (!(durationMs > 0)) {
    console.error('--minutes takes a number above 0');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-soak-'));
  await panscreen('demo', '--out', folder, '--securities', String(SECURITIES));
  const { server, port } = await start(folder);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + durationMs;
  const isOver = (): boolean => performance.now() >= until;
  const problems: string[] = [];
  const builds = new Set<string>();
  const memory: number[] = [];
  let visits = 0;

  const reader = async (seed: number): Promise<void> => {
    const random = new Random(seed);
    while (!isOver()) {
      const visit = await fire(port, agent, random);
      visits++;
      builds.add(visit.build);
      problems.push(...visit.problems);
    }
  };
  const publisher = async (): Promise<void> => {
    for (let seed = 2; !isOver(); seed++) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(SWAP_EVERY_MS, durationMs / 4)));
      await panscreen('demo', '--out', folder, '--securities', String(SECURITIES), '--seed', String(seed));
    }
  };
  const watcher = async (): Promise<void> => {
    while (!isOver()) {
      await new Promise((resolve) => setTimeout(resolve, durationMs / LOOKS));
      const now = megabytesOf(server.pid ?? 0);
      memory.push(now);
      console.log(`${visits * 6} requests, ${builds.size} builds, ${problems.length} problems, ${now.toFixed(0)} MB`);
    }
  };
  trickle(port, isOver);
  await Promise.all([...Array.from({ length: CONNECTIONS }, (_, index) => reader(index)), publisher(), watcher()]);
  agent.destroy();
  server.removeAllListeners('exit');
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });

  const quarter = (index: number): number =>
    quantile(memory.slice((index * memory.length) / 4, ((index + 1) * memory.length) / 4), 0.5);
  const growth = quarter(3) / quarter(1);
  console.log(`memory of the last quarter: ${growth.toFixed(2)} of the second (at most ${GROWTH_MAX})`);
  for (const problem of problems.slice(0, 10)) console.error(problem);
  return problems.length === 0 && growth <= GROWTH_MAX ? 0 : 1;
}
