/** Every fault of a ClickHouse server for its client, and the answers of a real one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAddress, Server } from '../../src/clickhouse/client.ts';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { push } from '../../src/commands/push.ts';
import { screen } from '../../src/commands/screen.ts';
import { ServedScreens } from '../../src/commands/servedScreens.ts';
import { demoHistory } from '../../src/demo/history.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { get, listen } from '../server/http.ts';
import { type ChdbServer, openChdbServer } from './chdbServer.ts';
import { HAS_CHDB } from './engines.ts';
import { type Answer, type Asked, type FakeServer, openFakeServer } from './server.ts';

const LIMITS = { seconds: 10, rows: 100, bytes: 1e9 };

describe('the address of a server', () => {
  it('names host, port, database, user, cluster and whether the connection is https', () => {
    expect(readAddress('clickhouse://ann:s%40@db.example:9000/mine?cluster=two&secure=1', {})).toEqual({
      url: 'https://db.example:9000',
      database: 'mine',
      user: 'ann',
      password: 's@',
      cluster: 'two',
    });
    expect(readAddress('clickhouse://localhost', { CLICKHOUSE_PASSWORD: 'p' })).toEqual({
      url: 'http://localhost:8123',
      database: 'panscreen',
      user: 'default',
      password: 'p',
      cluster: null,
    });
  });

  it.each(['http://localhost', 'clickhouse://', 'clickhouse://h/a-b', 'clickhouse://h?cluster=a;b', 'clickhouse://h?tls=1'])(
    'is refused if it is ambiguous: %s',
    (text) => expect(() => readAddress(text, {})).toThrow(RangeError),
  );
});

describe('a server', () => {
  let fake: FakeServer;
  let answer: (asked: Asked) => Answer | Promise<Answer>;
  let server: Server;
  beforeEach(async () => {
    fake = await openFakeServer((asked) => answer(asked));
    server = await Server.open(readAddress(fake.address, {}));
  });
  afterEach(async () => {
    await server.close();
    await fake.close();
  });

  it('gets the limits of time, rows and memory with each query, and may change nothing', async () => {
    answer = () => ({ body: '["AAA",1.5]\n["BBB",null]\n' });
    expect(await server.rows('SELECT 1', LIMITS)).toEqual([
      ['AAA', 1.5],
      ['BBB', null],
    ]);
    const { parameters } = fake.asked[0]!;
    expect(Object.fromEntries(parameters)).toMatchObject({
      readonly: '2',
      max_execution_time: '10',
      max_result_rows: '100',
      max_memory_usage: '1000000000',
      result_overflow_mode: 'throw',
      cancel_http_readonly_queries_on_client_close: '1',
    });
  });

  it.each([
    [241, 'Memory limit (for query) exceeded'],
    [159, 'Timeout exceeded'],
    [516, 'Authentication failed'],
  ])('gives its reason when it refuses: %i', async (code, error) => {
    answer = () => ({ code, error });
    await expect(server.rows('SELECT 1')).rejects.toMatchObject({ code: String(code), message: expect.stringContaining(error) });
  });

  it.each([
    ['before its answer', 'hang up' as const],
    ['in the middle of it', { half: '["AAA",1.5]\n["BBB",nu' }],
    ['between two rows of it', { half: '["AAA",1.5]\n' }],
  ])('that is lost %s is named, without half an answer', async (_, given) => {
    answer = () => given;
    await expect(server.rows('SELECT 1')).rejects.toThrow(/did not answer/);
  });

  it('that never answers is given up', async () => {
    const patient = await Server.open(readAddress(fake.address, {}), 50);
    answer = () => new Promise<Answer>(() => {});
    await expect(patient.rows('SELECT 1')).rejects.toThrow(/did not answer: Timeout/);
    await patient.close();
  });

  it('sees that the client has gone when a query is abandoned', async () => {
    const control = new AbortController();
    let isGone: Promise<void> | null = null;
    answer = async ({ gone }): Promise<Answer> => {
      isGone = gone;
      control.abort();
      await gone;
      return 'hang up';
    };
    await expect(server.rows('SELECT 1', LIMITS, control.signal)).rejects.toThrow();
    await isGone;
  });

  it('that closes the connection during a load is named', async () => {
    answer = () => 'hang up';
    const chunks = Array.from({ length: 4 }, () => new Uint8Array(1 << 16));
    await expect(server.insert('universe', ['"a"'], chunks)).rejects.toThrow(/did not answer/);
  });

  it('that is lost while rows are still coming is named', async () => {
    const cutting = await openFakeServer(() => ({ body: '' }), 1 << 20);
    const cut = await Server.open(readAddress(cutting.address, {}));
    const chunks = Array.from({ length: 64 }, () => new Uint8Array(1 << 20));
    await expect(cut.insert('universe', ['"a"'], chunks)).rejects.toThrow(/did not answer/);
    await cut.close();
    await cutting.close();
  });
});

describe.runIf(HAS_CHDB)('a history in ClickHouse', () => {
  const out = mkdtempSync(join(tmpdir(), 'panscreen-push-'));
  let server: ChdbServer;
  let printed = '';
  let said = '';

  beforeAll(async () => {
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
    const report = new Report();
    await publishHistory(
      { out, since: dayOfIso('2020-06-01'), until: Number.POSITIVE_INFINITY, every: 'month', report, progress: () => {} },
      async () => demoHistory({ securities: 40, months: 12, seed: 3, asOfDay: dayOfIso('2021-03-31') }),
    );
    vi.stubEnv('PANSCREEN_STATE', join(out, 'state'));
    server = await openChdbServer(out);
  }, 300_000);
  beforeEach(() => {
    [printed, said] = ['', ''];
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await server.close();
    rmSync(out, { recursive: true, force: true });
  });

  it('continues a load after a lost connection', async () => {
    server.loadsLeft = 3;
    expect(await push([out, '--engine', server.address])).toBe(1);
    expect(said).toContain('did not answer');
    server.loadsLeft = Number.POSITIVE_INFINITY;
    expect(await push([out, '--engine', server.address]), said).toBe(0);
    expect(printed).toMatch(/^\d+ snapshots loaded, \d+ in panscreen/);
    printed = '';
    expect(await push([out, '--engine', server.address])).toBe(0);
    expect(printed).toMatch(/^0 snapshots loaded/);
  }, 300_000);

  it('deletes the rows of an interrupted load and loads it anew', async () => {
    server.session.query("ALTER TABLE panscreen.snapshots DELETE WHERE snapshot = '2020-12-31' SETTINGS mutations_sync = 2");
    expect(await push([out, '--engine', server.address]), said).toBe(0);
    expect(printed).toMatch(/^1 snapshots loaded/);
  }, 300_000);

  it('loads the sessions again if their load was interrupted, and backtests nothing before', async () => {
    const text = 'type = Equity | sort close desc | rows 1..5 | hold every month';
    server.session.query('TRUNCATE TABLE panscreen.files');
    server.loadsLeft = 1;
    expect(await push([out, '--engine', server.address])).toBe(1);
    server.loadsLeft = Number.POSITIVE_INFINITY;
    said = '';
    expect(await backtest([text, '--engine', server.address])).toBe(1);
    expect(said).toContain('run "panscreen push" again');
    expect(await push([out, '--engine', server.address]), said).toBe(0);
    expect(await backtest([text, '--engine', server.address]), said).toBe(0);
  }, 300_000);

  it.each([
    'as of 2020-12-31 | type = Equity | sort earningsYield desc | rows 1..20',
    'as of 2021-01-15 | percentile of marketCapitalization in sector >= 50% | top 30% returnOnEquity in sector | sort magicFormula asc',
    'let own = ln(marketCapitalization) | own >= 10 | sample 15 seed 4 | sort name desc',
  ])(
    'answers a screen like the product itself: %s',
    async (text) => {
      const both = async (...more: string[]): Promise<[own: string, there: string]> => {
        printed = '';
        expect(await screen([text, '--history', out, ...more]), said).toBe(0);
        const own = printed;
        printed = '';
        expect(await screen([text, '--engine', server.address, ...more]), said).toBe(0);
        return [own, printed];
      };
      const [own, there] = await both('--columns', 'symbol,name,close,marketCapitalization,earningsYield,latestQuarter');
      expect(own.split('\n').length).toBeGreaterThan(3);
      expect(there).toBe(own);
      const [receipt, other] = await both('--receipt');
      expect(JSON.parse(other).digest).toBe(JSON.parse(receipt).digest);
      const [ledger, counted] = await both('--explain', '--format', 'json');
      const counts = (lines: string) =>
        (JSON.parse(lines) as Record<string, unknown>[]).map(({ in: came, out: kept, failed, missing }) => [
          came,
          kept,
          failed,
          missing,
        ]);
      expect(counts(counted)).toEqual(counts(ledger));
    },
    300_000,
  );

  it.each([
    'type = Equity | sort earningsYield desc | rows 1..8 | hold every month cost 20bp',
    'let own = ln(marketCapitalization) | own >= 10 | sort own desc | rows 1..6 | hold every quarter weight by marketCapitalization cap 40% keep while rank <= 9',
    'percentile of marketCapitalization in sector >= 30% | sort magicFormula asc | rows 2..9 | hold every month cap 40% per sector',
  ])(
    'backtests a screen like the product itself: %s',
    async (text) => {
      const own = async (...place: string[]): Promise<string> => {
        printed = '';
        for (const more of [
          ['--null', '5'],
          ['--format', 'json'],
        ])
          expect(await backtest([text, ...place, '--trials', '3', ...more]), said).toBe(0);
        return printed;
      };
      const here = await own('--history', out);
      expect(here.split('\n').length).toBeGreaterThan(10);
      expect(await own('--engine', server.address)).toBe(here);
      const screened = server.asked.filter(({ query }) => query.includes('"#place" AS "#place"'));
      expect(screened.length).toBeGreaterThan(0);
    },
    300_000,
  );

  it('answers the sixth call with the rows and the ledger of the product itself', async () => {
    const text = 'as of 2020-12-31 | type = Equity | earningsYield > 0 | sort earningsYield desc | rows 1..9';
    const answers = async (...more: string[]): Promise<Record<string, unknown>> => {
      printed = '';
      expect(await screen([text, '--history', out, ...more]), said).toBe(0);
      return JSON.parse(printed);
    };
    const [receipt, rows, ledger] = [
      await answers('--receipt'),
      await answers('--format', 'json', '--columns', 'symbol,close,earningsYield'),
      await answers('--explain', '--format', 'json'),
    ];
    const screens = await ServedScreens.open(server.address);
    const serving = createServer({ published: out, page: out, screens });
    const port = await listen(serving);
    const { status, body } = await get(
      port,
      `/api/screener/screen?columns=symbol,close,earningsYield&text=${encodeURIComponent(text)}`,
    );
    await stopServer(serving);
    await screens.close();
    expect(status).toBe(200);
    const answer = JSON.parse(body.toString());
    expect([answer.digest, answer.rowCount]).toEqual([receipt.digest, 9]);
    const cells = (each: object): unknown[] => Object.values(each);
    expect(answer.rows).toEqual((rows as unknown as object[]).map(cells));
    const counts = ({ in: came, out: kept, failed, missing }: Record<string, number>) => [came, kept, failed, missing];
    expect(answer.ledger.map(counts)).toEqual((ledger as unknown as Record<string, number>[]).map(counts));
  }, 300_000);

  it('refuses screens that it has no data for', async () => {
    expect(await screen(['type = Equity', '--engine', server.address, '--where', 'AAA'])).toBe(2);
    expect(said).toContain('--where needs the data here');
    said = '';
    expect(await screen(['as of 1999-01-01 | type = Equity', '--engine', server.address])).toBe(2);
    expect(said).toContain('there is no snapshot as of 1999-01-01');
  });
});
