/** Each of the five calls with every fault of a server or a network, over real HTTP: what is loaded still works, what is lost is named, loading always ends. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Loader } from '../../../src/engine/load/loader.ts';
import { remoteSource } from '../../../src/engine/load/remote.ts';
import type { UniverseState } from '../../../src/engine/worker/protocol.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const floats = (values: readonly number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);
const indexing = (names: readonly string[]): Buffer =>
  json({ tickerIndex: names.map((name) => [name, 'Equity']), headerIndex: { symbol: 0, type: 1 } });

/** Two countries; every answer is longer than a hundred bytes, so that half of it is not empty. */
const NAMES = { US: Array.from({ length: 40 }, (_, row) => `US${row}`), DE: Array.from({ length: 30 }, (_, row) => `DE${row}`) };
const ANSWERS: Readonly<Record<string, Buffer>> = {
  countries: json({ US: 1_763_596_800, DE: 1_763_596_800 }),
  'reverse-index': json({ marketCapitalization: 0, close: 1 }),
  'header-index': json({ symbol: 0, type: 1 }),
  'vector/US': floats(NAMES.US.flatMap((_, row) => [row, row + 0.5])),
  'vector/DE': floats(NAMES.DE.flatMap((_, row) => [row, row + 0.5])),
  'vector-indexing/US': indexing(NAMES.US),
  'vector-indexing/DE': indexing(NAMES.DE),
};
const ALL_ROWS = NAMES.US.length + NAMES.DE.length;

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers).end(code === 204 ? undefined : 'no');
  };
const whole: Answer = (_, response, body) => {
  response.end(body);
};

interface Fault {
  readonly name: string;
  readonly answer: Answer;
  /** The reported reason; null if the answer is usable all the same. */
  readonly reason: RegExp | null;
}

const REACH = /could not be reached, or broke off/;
const FAULTS: readonly Fault[] = [
  { name: '404', answer: status(404), reason: /answered 404/ },
  { name: '401', answer: status(401), reason: /answered 401/ },
  { name: '429 with Retry-After', answer: status(429, { 'retry-after': '1' }), reason: /answered 429/ },
  { name: '500', answer: status(500), reason: /answered 500/ },
  { name: '502', answer: status(502), reason: /answered 502/ },
  { name: '503 with Retry-After', answer: status(503, { 'retry-after': '1' }), reason: /answered 503/ },
  { name: '204', answer: status(204), reason: /is not valid JSON|got 0 bytes/ },
  { name: '304 that nobody asked for', answer: status(304), reason: /answered 304/ },
  {
    name: 'a page instead',
    answer: (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Sign in</title>');
    },
    reason: /is not valid JSON|got \d+ bytes/,
  },
  { name: 'a redirect to nowhere', answer: status(302, { location: '/nowhere' }), reason: /answered 404/ },
  {
    name: 'a redirect to itself',
    answer: (request, response) => response.writeHead(302, { location: request.url ?? '' }).end(),
    reason: REACH,
  },
  { name: 'a connection cut at once', answer: (request) => request.socket.destroy(), reason: REACH },
  {
    name: 'a connection cut in the middle',
    answer: (request, response, body) => {
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2));
      setTimeout(() => request.socket.destroy(), 20);
    },
    reason: REACH,
  },
  {
    name: 'half',
    answer: (_, response, body) => response.end(body.subarray(0, body.length / 2)),
    reason: /is not valid JSON|got \d+ bytes/,
  },
  {
    name: 'twice',
    answer: (_, response, body) => response.end(Buffer.concat([body, body])),
    reason: /is not valid JSON|got \d+ bytes/,
  },
  { name: 'nothing in it', answer: (_, response) => response.end(), reason: /is not valid JSON|got 0 bytes/ },
  { name: 'another JSON', answer: (_, response) => response.end('[1,2,3]'), reason: /an array|got 7 bytes|not an array/ },
  { name: 'null', answer: (_, response) => response.end('null'), reason: /null|got 4 bytes/ },
  {
    name: 'numbers for names',
    answer: (_, response) => response.end('{"a":"b","tickerIndex":{}}'),
    reason: /countries|position|not an array|got \d+ bytes/,
  },
  {
    name: 'text that is no UTF-8',
    answer: (_, response) => response.end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
    reason: /is not valid JSON|got 6 bytes/,
  },
  {
    name: 'a broken compression',
    answer: (_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end('no gzip');
    },
    reason: REACH,
  },
  {
    name: 'the wrong type, and the right bytes',
    answer: (_, response, body) => {
      response.setHeader('content-type', 'text/html');
      response.end(body);
    },
    reason: null,
  },
  {
    name: 'slowness that goes on',
    answer: (_, response, body) => {
      const pieces = Array.from({ length: 8 }, (_, piece) =>
        body.subarray((piece * body.length) / 8, ((piece + 1) * body.length) / 8),
      );
      const next = (): void => {
        const piece = pieces.shift();
        if (!piece) response.end();
        else {
          response.write(piece);
          setTimeout(next, 40);
        }
      };
      next();
    },
    reason: null,
  },
  {
    name: 'a redirect to the answer',
    answer: (request, response) =>
      response.writeHead(307, { location: `${request.url}${request.url?.includes('?') ? '&' : '?'}there=1` }).end(),
    reason: null,
  },
];
/** These last until the client's time limit of ten seconds. */
const SLOW_FAULTS: readonly Fault[] = [
  { name: 'no answer at all', answer: () => {}, reason: /no answer for 10 s/ },
  {
    name: 'a head and nothing more',
    answer: (_, response, body) => response.writeHead(200, { 'content-length': body.length }).flushHeaders(),
    reason: /no answer for 10 s/,
  },
];

/** The calls by name, and what is lost with one: everything, or one country. */
const CALLS = [
  { call: 'countries', lost: 'all' },
  { call: 'reverse-index', lost: 'all' },
  { call: 'header-index', lost: 'all' },
  { call: 'vector/US', lost: 'US' },
  { call: 'vector-indexing/US', lost: 'US' },
] as const;

/** Faults of each running case, by the first segment of its path. */
const faulty = new Map<string, { call: string; answer: Answer }>();
const asked: string[] = [];
let origin = '';

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, name = '', , , ...rest] = url.pathname.split('/');
  const call = rest.join('/');
  asked.push(`${name} ${call}`);
  const body = ANSWERS[call];
  if (!body) return status(404)(request, response, Buffer.alloc(0));
  const fault = url.searchParams.has('there') ? undefined : faulty.get(name);
  return fault?.call === call ? fault.answer(request, response, body) : whole(request, response, body);
});
server.on('clientError', (_, socket) => socket.destroy());
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let cases = 0;

interface Lost {
  readonly call: string;
  readonly lost: 'all' | 'US';
}

/** Loads with the fault, then again without it, as the retry button does. */
async function tryOut({ call, lost }: Lost, { answer, reason }: Fault): Promise<void> {
  const name = `case${cases++}`;
  faulty.set(name, { call, answer });
  const states: UniverseState[] = [];
  const source = remoteSource(`${origin}${name}/`);
  const loader = new Loader(source, (changed) => states.push(changed.universe()));
  await loader.load();
  const state = states.at(-1)!;
  expect(state.loading).toBe(false);
  // Requested once: no call is repeated automatically.
  expect(asked.filter((each) => each === `${name} ${call}`).length).toBeLessThanOrEqual(reason === REACH ? 25 : 2);
  if (reason === null) {
    expect([state.failure, state.rowCount]).toEqual([null, ALL_ROWS]);
    return;
  }
  faulty.delete(name);
  if (lost === 'all') {
    expect(state.failure).toMatch(reason);
    expect(state.rowCount).toBe(0);
    const again = new Loader(remoteSource(`${origin}${name}/`), () => {});
    await again.load();
    expect([again.universe().failure, again.universe().rowCount]).toEqual([null, ALL_ROWS]);
    return;
  }
  expect(state.failure).toBeNull();
  expect(state.countries.map((country) => [country.country, country.status])).toEqual([
    ['US', 'failed'],
    ['DE', 'loaded'],
  ]);
  expect(state.countries[0]?.reason).toMatch(reason);
  expect([state.rowCount, loader.table().text('symbol')?.labels.includes('US0')]).toEqual([NAMES.DE.length, false]);
  await loader.retry(['US']);
  expect([loader.universe().rowCount, loader.universe().loading]).toEqual([ALL_ROWS, false]);
  expect(loader.table().numbers('close')?.[ALL_ROWS - 1]).toBe(NAMES.DE.length - 0.5);
}

describe.each(CALLS)('$call', (lost) => {
  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('%s', (_, fault) => tryOut(lost, fault));
});

describe('a slow answer', () => {
  it('is abandoned after ten seconds, for each call', async () => {
    await Promise.all(CALLS.flatMap((lost) => SLOW_FAULTS.map((fault) => tryOut(lost, fault))));
  });
});

describe('a retry', () => {
  it('bypasses every cached copy of the answer, for a country and for all, and the first load does not', async () => {
    const sent: string[] = [];
    let isBroken = true;
    const own = createServer((request, response) => {
      const call = (request.url ?? '').slice('/api/screener/'.length);
      sent.push(`${call} ${request.headers['cache-control'] ?? 'as it may'}`);
      // A truncated copy with the tag of the complete one.
      const body = ANSWERS[call] ?? Buffer.alloc(0);
      response.setHeader('etag', '"1"');
      response.end(isBroken && call === 'vector/US' ? body.subarray(0, body.length / 2) : body);
    });
    await new Promise<void>((ready) => own.listen(0, '127.0.0.1', ready));
    const base = `http://127.0.0.1:${(own.address() as AddressInfo).port}/`;
    const loader = new Loader(remoteSource(base), () => {});
    await loader.load();
    expect(loader.universe().countries[0]?.status).toBe('failed');
    expect(sent.filter((line) => !line.endsWith('as it may'))).toEqual([]);
    isBroken = false;
    sent.length = 0;
    await loader.retry(['US']);
    expect(sent.sort()).toEqual(['vector-indexing/US no-cache', 'vector/US no-cache']);
    expect(loader.universe().rowCount).toBe(ALL_ROWS);
    sent.length = 0;
    await new Loader(remoteSource(base, { cache: 'reload' }), () => {}).load();
    expect(sent).toHaveLength(Object.keys(ANSWERS).length);
    expect(sent.filter((line) => !line.endsWith(' no-cache'))).toEqual([]);
    own.close();
  });
});

describe('a build of the data that is replaced while it is loaded', () => {
  const build =
    (name: string): Answer =>
    (_, response, body) => {
      response.setHeader('x-panscreen-build', name);
      response.end(body);
    };

  it('is requested by its name, and never mixed with another', async () => {
    const queries: (string | null)[] = [];
    let names = ['one', 'one', 'one', 'one', 'two', 'one', 'one'];
    const own = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const call = url.pathname.slice('/api/screener/'.length);
      if (call !== 'countries') queries.push(url.searchParams.get('build'));
      const at = Object.keys(ANSWERS).indexOf(call);
      build(names[at] ?? 'one')(request, response, ANSWERS[call] ?? Buffer.alloc(0));
    });
    await new Promise<void>((ready) => own.listen(0, '127.0.0.1', ready));
    const loader = new Loader(remoteSource(`http://127.0.0.1:${(own.address() as AddressInfo).port}/`), () => {});
    await loader.load();
    expect(new Set(queries)).toEqual(new Set(['one']));
    expect(loader.universe().countries.find(({ country }) => country === 'DE')).toMatchObject({
      status: 'failed',
      reason: 'newer data have been published in the meantime: reload the page',
    });
    expect(loader.universe().rowCount).toBe(NAMES.US.length);
    names = [];
    await loader.retry(['DE']);
    expect(loader.universe().rowCount).toBe(ALL_ROWS);
    own.closeAllConnections();
    own.close();
  });
});

describe('the time limits of the client, with a clock advanced by the test', () => {
  /** The fetches under way: each is answered by the test. */
  const fetches: { answer: (body: BodyInit | null) => void; signal: AbortSignal }[] = [];
  const start = (url: string): Promise<unknown> => {
    const asking = remoteSource('http://localhost/').bytes(url);
    asking.catch(() => {});
    return asking;
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** A body that the test sends in chunks. */
  const piecewise = () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own;
      },
    });
    return {
      body,
      give: () => controller?.enqueue(Uint8Array.of(1, 2)),
      close: () => controller?.close(),
      fail: (reason: unknown) => controller?.error(reason),
    };
  };

  beforeEach(() => {
    fetches.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.stubGlobal('fetch', (_: URL, { signal }: { signal: AbortSignal }) => {
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        fetches.push({ signal, answer: (body) => resolve(new Response(body)) });
      });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('end a request ten seconds after the last byte, not sooner and not later', async () => {
    const asking = start('a');
    await pass(9999);
    expect(fetches[0]!.signal.aborted).toBe(false);
    await pass(1);
    await expect(asking).rejects.toThrow('no answer for 10 s');
  });

  it('start anew with every chunk, and end after three minutes in all', async () => {
    const asking = start('a');
    const { body, give, fail } = piecewise();
    await pass(0);
    fetches[0]!.answer(body);
    for (let second = 0; second < 179; second += 9) {
      await pass(9000);
      if (second < 171) expect(fetches[0]!.signal.aborted, `after ${second} s`).toBe(false);
      give();
      await pass(0);
    }
    await pass(1000);
    expect(fetches[0]!.signal.aborted).toBe(true);
    expect(String(fetches[0]!.signal.reason)).toContain('no complete answer within 180 s');
    // As a browser does with the body of an abandoned request.
    fail(fetches[0]!.signal.reason);
    await expect(asking).rejects.toThrow('no complete answer within 180 s');
  });

  it('are ten seconds from each chunk, whatever the time of the clock', async () => {
    start('a');
    const { body, give } = piecewise();
    await pass(0);
    fetches[0]!.answer(body);
    await pass(7000);
    give();
    await pass(9999);
    expect(fetches[0]!.signal.aborted).toBe(false);
    await pass(1);
    expect(String(fetches[0]!.signal.reason)).toContain('no answer for 10 s');
  });

  it('do not apply to a complete answer: no timer keeps running', async () => {
    const asking = start('a');
    const { body, give, close } = piecewise();
    await pass(0);
    fetches[0]!.answer(body);
    give();
    give();
    close();
    expect(await asking).toEqual(Uint8Array.of(1, 2, 1, 2));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('allow six requests at a time, the next one when one has ended, in their order', async () => {
    const source = remoteSource('http://localhost/');
    const done: number[] = [];
    const all = Array.from({ length: 9 }, (_, at) =>
      source.bytes(String(at)).then(
        () => done.push(at),
        () => done.push(-at),
      ),
    );
    await pass(0);
    expect(fetches.length).toBe(6);
    fetches[2]!.answer('x');
    await pass(0);
    expect([fetches.length, done]).toEqual([7, [2]]);
    // Time spent waiting for other requests does not count.
    await pass(10_000);
    expect(done).toEqual([2, 0, -1, -3, -4, -5, -6].map((at) => at || -0).sort((a, b) => b - a));
    expect(fetches.length).toBe(9);
    for (const { answer } of fetches.slice(7)) answer('y');
    await Promise.all(all);
    expect(done.slice(-2)).toEqual([7, 8]);
  });

  it('refuse a JSON answer that is too long before it is read', async () => {
    const tooLong = 512 * 1024 * 1024 + 1;
    vi.stubGlobal('fetch', async () => ({ ok: true, headers: new Headers(), body: null, arrayBuffer: async () => tooLong }));
    await expect(remoteSource('http://localhost/').json('a')).rejects.toThrow(`the answer has ${tooLong} bytes`);
  });
});
