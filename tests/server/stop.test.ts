/** A server that is stopped while working. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { country } from '../ingest/country.ts';
import { get, listen } from './http.ts';

/** 9 MB: more than the system buffers of one connection. */
const ROWS = 18_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-stop-'));
  await publish(folder, [country('US', ROWS)]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a large response with pauses, so that most of it is still to be sent. */
async function readSlowly(response: IncomingMessage, pauseMs: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) {
    if (bytes < 1 << 20) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    bytes += (chunk as Buffer).length;
  }
  return bytes;
}

function ask(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet({ port, path, host: '127.0.0.1', agent }, resolve).on('error', reject);
  });
}

test('pending responses are completed, idle connections closed, new ones refused', async () => {
  const server = createServer({ published: folder, page: folder });
  const port = await listen(server);
  const agent = new Agent({ keepAlive: true });
  const idle = await ask(port, '/api/screener/countries', new Agent({ keepAlive: true }));
  const closed = once(idle.socket, 'close');
  idle.resume();
  const responses = await Promise.all(Array.from({ length: 4 }, () => ask(port, '/api/screener/vector/US', agent)));
  const stopped = stopServer(server);
  // While the responses are still pending.
  await closed;
  const read = await Promise.all(responses.map((response) => readSlowly(response, 20)));
  expect(read).toEqual(responses.map(() => 4 * ROWS * VECTOR_IDS.length));
  const readAt = performance.now();
  await stopped;
  // Not the ten seconds for which an idle connection is kept.
  expect(performance.now() - readAt).toBeLessThan(9_000);
  await expect(get(port, '/')).rejects.toThrow(/ECONNREFUSED/);
  agent.destroy();
});

test('SIGTERM ends the process with status 0 and complete responses', async () => {
  const program = `
    import { createServer, stopServer } from ${JSON.stringify(join(process.cwd(), 'src/server/server.ts'))};
    export async function run() {
      const server = createServer({ published: ${JSON.stringify(folder)}, page: ${JSON.stringify(folder)} });
      server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
      await new Promise((resolve) => process.once('SIGTERM', resolve));
      await stopServer(server);
      process.exit(0);
    }`;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { writeFileSync, rmSync } from 'node:fs'; import { runnerImport } from 'vite';
       const file = ${JSON.stringify(join(folder, 'program.ts'))}; writeFileSync(file, ${JSON.stringify(program)});
       const { module } = await runnerImport(file); rmSync(file); await module.run();`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise<number>((resolve) => {
    child.stdout?.on('data', (chunk) => resolve(Number(/port (\d+)/.exec(String(chunk))?.[1])));
  });
  const response = await ask(port, '/api/screener/vector/US', new Agent());
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await readSlowly(response, 30)).toBe(4 * ROWS * VECTOR_IDS.length);
  expect((await ended)[0]).toBe(0);
});
