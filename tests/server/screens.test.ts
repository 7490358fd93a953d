/** The sixth call with a small fake of ClickHouse's HTTP interface: its queries, limits and failures. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../src/commands/serve.ts';
import { SCREEN_MEMORY_BYTES_MAX, SCREEN_ROWS_MAX, SCREEN_SECONDS_MAX, ServedScreens } from '../../src/commands/servedScreens.ts';
import { SCREENS_AT_A_TIME, SCREENS_WAITING_MAX } from '../../src/server/screens.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { type Answer, type Asked, type FakeServer, openFakeServer } from '../sql/server.ts';
import { DIGEST, isLedger, known, lines, whole } from '../sql/smallHistory.ts';
import { get, listen, type Reply } from './http.ts';

/** A promise that is resolved from outside. */
function resolvable(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

let fake: FakeServer;
let answer: (asked: Asked) => Answer | Promise<Answer> = whole;
let screens: ServedScreens;
let server: ReturnType<typeof createServer>;
let port = 0;
let logged: string[] = [];
beforeAll(async () => {
  fake = await openFakeServer((asked) => known(asked) ?? answer(asked));
  screens = await ServedScreens.open(fake.address.replace('://', '://reader:secret@'));
  server = createServer({ published: 'tests/none', page: 'tests/none', screens, log: (line) => logged.push(line) });
  port = await listen(server);
});
beforeEach(() => {
  answer = whole;
  logged = [];
  fake.asked.length = 0;
});
afterAll(async () => {
  await stopServer(server);
  await screens.close();
  await fake.close();
});

const TEXT = 'close >= 1';
const path = (text: string, more = ''): string => `/api/screener/screen?text=${encodeURIComponent(text)}${more}`;
const ask = (text = TEXT, more = '', headers = {}): Promise<Reply> => get(port, path(text, more), headers);
const errorOf = ({ body }: Reply): string => (JSON.parse(body.toString()) as { error: string }).error;
/** Queries of screens received by the engine. */
const queries = (): Asked[] => fake.asked.filter((asked) => known(asked) === null);

describe('the sixth call', () => {
  it('returns the rows, their digest and the effect of each step', async () => {
    const { status, headers, body } = await ask();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json;charset=utf-8');
    expect(JSON.parse(body.toString())).toEqual({
      history: DIGEST,
      snapshot: '2020-12-31',
      text: 'close >= 1',
      rowCount: 2,
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
      ledger: [{ step: 'close >= 1', in: 5, out: 2, failed: 2, missing: 1 }],
      columns: ['symbol', 'name', 'country', 'close'],
      rows: [
        ['AAA', 'Alpha', 'US', 1.5],
        ['BBB', 'Beta', 'US', null],
      ],
    });
  });

  it('only reads, within limits of time, rows and memory, as the address’s user', async () => {
    await ask();
    expect(queries()).toHaveLength(2);
    for (const { parameters, user } of queries()) {
      expect(user).toBe('reader');
      expect(Object.fromEntries(parameters)).toMatchObject({
        readonly: '2',
        max_execution_time: String(SCREEN_SECONDS_MAX),
        max_result_rows: String(SCREEN_ROWS_MAX),
        max_memory_usage: String(SCREEN_MEMORY_BYTES_MAX),
        cancel_http_readonly_queries_on_client_close: '1',
      });
    }
  });

  it('identifies the response by history, text and columns, and runs no query if the client has it', async () => {
    const { headers } = await ask();
    expect(headers['cache-control']).toBe('no-cache');
    const before = queries().length;
    const again = await ask('close  >=  1.0', '', { 'if-none-match': headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(queries()).toHaveLength(before);
    const tags = await Promise.all([ask('close >= 2'), ask(TEXT, '&columns=symbol'), ask(`as of 2020-11-30 | ${TEXT}`)]);
    expect(new Set([headers, ...tags.map((reply) => reply.headers)].map(({ etag }) => etag)).size).toBe(4);
  });

  it('is immutable if the address names the history', async () => {
    expect((await ask(TEXT, `&history=${DIGEST}`)).headers['cache-control']).toContain('immutable');
    const other = await ask(TEXT, '&history=00');
    expect([other.status, errorOf(other)]).toEqual([400, expect.stringContaining(DIGEST)]);
  });

  it.each([
    ['close >=', "can't be read"],
    ['colse >= 1', 'colse'],
    ['as of 1999-01-01 | close >= 1', 'there is no snapshot as of 1999-01-01'],
    ['close >= 1 | hold every month', 'panscreen backtest'],
    [`let own = ${Array(70).fill('close').join(' + ')} | sort own desc`, "can't be said in SQL"],
  ])('refuses a text that cannot be run, without a query (%#)', async (text, reason) => {
    const reply = await ask(text);
    expect([reply.status, errorOf(reply)]).toEqual([400, expect.stringContaining(reason)]);
    expect(queries()).toEqual([]);
  });

  it('refuses an unknown column by its name', async () => {
    expect(errorOf(await ask(TEXT, '&columns=symbol,nome'))).toContain('nome');
  });
});

describe('the sixth call, when the engine', () => {
  const refused = (code: number, error: string) => (asked: Asked) => (isLedger(asked) ? whole(asked) : { code, error });

  it.each([
    [159, 'Timeout exceeded: elapsed 30 seconds', 504, 'longer than 30 seconds'],
    [396, 'Limit for result exceeded, max rows: 100.00 thousand', 422, 'more than 100000 rows'],
    [241, 'Query memory limit exceeded: would use 4.00 GiB', 422, '4000 MB of memory'],
    [241, '(total) memory limit exceeded: would use 30 GiB', 503, 'full'],
    [202, 'Too many simultaneous queries', 503, 'full'],
    [201, 'Quota for user `reader` for 60s has been exceeded', 503, 'full'],
    [243, 'Cannot reserve 1.00 MiB, not enough space', 503, 'full'],
    [516, 'reader: Authentication failed', 502, 'the log of the server says why'],
  ])('refuses with %i (%s), says so, and what to do', async (code, error, status, said) => {
    answer = refused(code, error);
    const reply = await ask();
    expect([reply.status, errorOf(reply)]).toEqual([status, expect.stringContaining(said)]);
    expect(reply.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(errorOf(reply)).not.toContain('127.0.0.1');
    expect(reply.headers['cache-control']).toBe('no-store');
    if (status !== 422) expect(logged.join()).toContain(error);
  });

  it.each([['hang up' as const], [{ half: '["AAA",1' }]])(
    'is lost in the middle of a query, has no partial response: %o',
    async (given) => {
      answer = (asked) => (isLedger(asked) ? whole(asked) : given);
      const reply = await ask();
      expect([reply.status, errorOf(reply)]).toEqual([503, 'the engine does not answer']);
      answer = whole;
      expect((await ask()).status).toBe(200);
    },
  );

  it('is slow, ends its queries when the client disconnects', async () => {
    const came = resolvable();
    const gone: Promise<void>[] = [];
    answer = (asked) => {
      gone.push(asked.gone);
      if (gone.length === 2) came.resolve();
      return new Promise<Answer>(() => {});
    };
    const client = request({ port, path: path(TEXT), host: '127.0.0.1', agent: false });
    client.on('error', () => undefined);
    client.end();
    await came.promise;
    client.destroy();
    await Promise.all(gone);
    answer = whole;
    expect((await ask()).status).toBe(200);
    expect(logged).toEqual([]);
  });

  it('is slow, runs a few screens at a time, queues some and refuses the rest', async () => {
    const held = resolvable();
    const begun = resolvable();
    answer = async (asked) => {
      if (queries().length === 2 * SCREENS_AT_A_TIME) begun.resolve();
      await held.promise;
      return whole(asked);
    };
    const first = Array.from({ length: SCREENS_AT_A_TIME }, () => ask());
    await begun.promise;
    const waiting = Array.from({ length: SCREENS_WAITING_MAX + 1 }, () => ask());
    const away = await Promise.race(waiting);
    expect([away.status, errorOf(away)]).toEqual([503, expect.stringContaining('too many')]);
    expect(queries()).toHaveLength(2 * SCREENS_AT_A_TIME);
    held.resolve();
    const statuses = (await Promise.all([...first, ...waiting])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(SCREENS_AT_A_TIME + SCREENS_WAITING_MAX);
  });

  it('allows the user to write, is refused', async () => {
    const open = await openFakeServer((asked) => (asked.query.includes('system.settings') ? lines([[0]]) : whole(asked)));
    await expect(ServedScreens.open(open.address)).rejects.toThrow('the user default may write');
    await open.close();
  });

  it.each([
    ['clickhouse://127.0.0.1:1', 1, 'http://127.0.0.1:1 did not answer: connect ECONNREFUSED'],
    ['http://127.0.0.1:1', 2, 'expected clickhouse://'],
  ])('cannot be reached at %s, is named by “serve”, which ends', async (address, status, reason) => {
    const said: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const ended = await serve(['--data', 'tests/none', '--engine', address]).finally(() => write.mockRestore());
    expect([ended, said.join()]).toEqual([status, expect.stringContaining(reason)]);
  });

  it('is unreachable, leaves the page and the five calls unaffected', async () => {
    const plain = createServer({ published: 'tests/none', page: 'tests/none' });
    const at = await listen(plain);
    expect((await get(at, path(TEXT))).status).toBe(503);
    expect((await get(port, '/api/screener/countries')).status).toBe(503);
    await stopServer(plain);
  });
});
