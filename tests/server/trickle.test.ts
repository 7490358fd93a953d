/** Clients that burden the server: thousands of slow ones, endless bodies, and pipelined requests. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { get, sendRaw } from './http.ts';

const SLOW_CLIENTS = 1500;
/** Ten seconds for a request's head, checked every second, and time for a busy machine to close so many. Node alone takes over a minute. */
const DROPPED_MS = 40_000;
const LETTER_EVERY_MS = 500;
const BODY_BYTES = 64 * 1024 * 1024;

const made = fixture();

interface SlowClient {
  readonly socket: Socket;
  readonly ended: Promise<number>;
}

/** Sends the start of a request, then one character at a time. Resolves to the milliseconds until the server closes it. */
function slowClient(): SlowClient {
  const from = performance.now();
  const socket = connect(made.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-'));
  const letters = setInterval(() => socket.writable && socket.write('a'), LETTER_EVERY_MS);
  socket.resume();
  socket.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(letters);
      resolve(performance.now() - from);
    });
  });
  return { socket, ended };
}

test(`${SLOW_CLIENTS} clients that send one character at a time are all dropped, and others are answered meanwhile`, {
  timeout: 90_000,
}, async () => {
  const clients = Array.from({ length: SLOW_CLIENTS }, slowClient);
  const silent = sendRaw(made.port, 'GET / HTTP/1.1\r\nHost: a\r\n');
  let isOver = false;
  const all = Promise.all(clients.map(({ ended }) => ended)).finally(() => {
    isOver = true;
  });
  const statuses = new Map<number, number>();
  let slowest = 0;
  while (!isOver) {
    const from = performance.now();
    const { status } = await get(made.port, '/api/screener/countries');
    slowest = Math.max(slowest, performance.now() - from);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // The number depends on the machine.
  expect([...statuses.keys()]).toEqual([200]);
  // A generous timeout, not a measure of speed.
  expect(slowest).toBeLessThan(8000);
  expect(Math.max(...(await all))).toBeLessThan(DROPPED_MS);
  // A silent one is told why.
  expect(await silent).toMatch(/^HTTP\/1.1 408 /);
});

/** Maximum length of the queue of connections, if known. */
const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const waitingMax = existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 0;

test.skipIf(waitingMax < SLOW_CLIENTS)(
  `${SLOW_CLIENTS} clients that come while the server is busy all get a connection at once`,
  {
    timeout: 60_000,
  },
  () => {
    const program = `
    import { connect } from 'node:net';
    let connected = 0;
    const end = () => { console.log(connected); process.exit(0); };
    for (let client = 0; client < ${SLOW_CLIENTS}; client++)
      connect(${made.port}, '127.0.0.1', () => ++connected === ${SLOW_CLIENTS} && end());
    setTimeout(end, 10_000);`;
    // No connection is accepted meanwhile: this process, which is the server, waits for the other.
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(Number(stdout)).toBe(SLOW_CLIENTS);
  },
);

test('a body of 64 MB is refused and cut off, with or without a stated length', async () => {
  for (const head of [`Content-Length: ${BODY_BYTES}`, 'Transfer-Encoding: chunked']) {
    const piece = Buffer.alloc(64 * 1024, 'a');
    const chunk = head.startsWith('T') ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece;
    const taken = await new Promise<{ reply: string; sent: number }>((resolve) => {
      let reply = '';
      let sent = 0;
      const socket = connect(made.port, '127.0.0.1', () => {
        socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
        const more = (): void => {
          while (socket.writable && sent < BODY_BYTES) {
            sent += chunk.length;
            if (!socket.write(chunk)) {
              socket.once('drain', more);
              return;
            }
          }
        };
        more();
      });
      socket.on('data', (bytes) => {
        reply += bytes.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ reply, sent }));
    });
    expect(taken.reply === '' || /^HTTP\/1\.1 405 /.test(taken.reply)).toBe(true);
    expect(taken.reply).not.toContain('HTTP/1.1 200');
    expect(taken.sent).toBeLessThan(BODY_BYTES);
  }
  expect((await get(made.port, '/')).status).toBe(200);
});

test('consecutive requests on one connection are answered in order, each once', async () => {
  const paths = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? '/api/screener/countries' : `/nowhere-${index}`));
  const heads = paths.map((path, index) => {
    const last = index === paths.length - 1 ? 'Connection: close\r\n' : '';
    return `HEAD ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
  });
  const reply = await sendRaw(made.port, heads.join(''));
  const statuses = [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  expect(statuses).toEqual(paths.map((path) => (path.startsWith('/api/') ? 200 : 404)));
});
