/**
 * Two ClickHouse servers with a Distributed table over them. PANSCREEN_CLICKHOUSE_SERVER names the program: Debian's clickhouse-server, which
 * is of 2018 and knows neither windows nor named subqueries. Screens without windows run on it with their subqueries inlined.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowBinary, typeOf } from '../../src/clickhouse/rowBinary.ts';
import { CLICKHOUSE } from '../../src/sql/clickhouse.ts';
import { PLACE, SNAPSHOT, storedValues } from '../../src/sql/table.ts';
import { ID_COLUMN } from '../../src/wire/history.ts';
import type { Engine, Stored } from './engines.ts';
import { expectSameDigests, openTried, type Tried } from './screens.ts';

const PROGRAM = process.env.PANSCREEN_CLICKHOUSE_SERVER;
if (!PROGRAM) process.stdout.write('Two servers are not tried: PANSCREEN_CLICKHOUSE_SERVER names no clickhouse-server\n');
const { quote } = CLICKHOUSE;
const DAY_MS = 86_400_000;
const START_MS = 20_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Shard {
  readonly folder: string;
  readonly http: number;
  readonly tcp: number;
}

const USERS = `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>`;

const configOf = ({ folder, http, tcp }: Shard, shards: readonly Shard[]): string => `<yandex>
<logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database><mark_cache_size>100000000</mark_cache_size>
<remote_servers><two>${shards.map((each) => `<shard><replica><host>127.0.0.1</host><port>${each.tcp}</port></replica></shard>`).join('')}</two></remote_servers>
</yandex>`;

async function ask({ http }: Shard, query: string, body?: Uint8Array<ArrayBuffer>): Promise<string> {
  const at = `http://127.0.0.1:${http}/?enable_optimize_predicate_expression=0&insert_distributed_sync=1`;
  const response = await (body
    ? fetch(`${at}&query=${encodeURIComponent(query)}`, { method: 'POST', body })
    : fetch(at, { method: 'POST', body: query }));
  const text = await response.text();
  if (!response.ok) throw new Error(`${text.split('\n')[0]}: ${query.slice(0, 2000)}`);
  return text;
}

async function started(shard: Shard): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return void (await ask(shard, 'SELECT 1'));
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** It has no names for the truth values. */
const oldWords = (query: string): string => query.replaceAll(/\bTRUE\b/g, '1').replaceAll(/\bFALSE\b/g, '0');

/** Gives each step's `$keep` column a name of its own, since the old server can't leave out the previous one. */
const kept = (text: string, query: string): string =>
  text.replaceAll('"$keep"', `"$keep ${Math.ceil(Number(/\d+/.exec(query)?.[0] ?? 0) / 2)}"`);

/** A query without named subqueries, and without the columns that they may leave out by name. */
function unfolded(query: string): string {
  const end = query.indexOf('\nSELECT ');
  const parts = query.slice('WITH '.length, end).split(/,\n(?=\w+ AS \()/);
  const texts = new Map<string, string>();
  const inner = (text: string): string =>
    text.replaceAll(/ FROM ((?:universe|rows)\d+)\b/g, (_, name) => ` FROM (${texts.get(name)})`);
  for (const part of parts) {
    const [, name = '', text = ''] = /^(\w+) AS \((.*)\)$/s.exec(part)!;
    texts.set(name, kept(inner(text).replaceAll('* EXCEPT("$keep")', '*'), name));
  }
  const lines = query
    .slice(end + 1)
    .replace(/ SETTINGS .*$/, '')
    .split('\n');
  return lines.map((line) => inner(kept(line, / FROM (\w+)\b/.exec(line)![1]!))).join('\n');
}

/** It has no windows, which most kinds of step need, and no hash of a sample; and its OR makes false of two missing values. */
const knows = (query: string): boolean => !/ OVER \(|arrayFold| OR /.test(query);

async function load(shards: readonly Shard[], { columns, snapshots }: Stored): Promise<void> {
  const typed = columns.map((each) => `${quote(each.name)} ${each.kind === 'text' ? 'String' : typeOf(each)}`).join(', ');
  for (const shard of shards) {
    await ask(
      shard,
      `CREATE TABLE universe_shard (${quote(SNAPSHOT)} Date, ${typed}) ENGINE = MergeTree PARTITION BY toYYYYMM(${quote(SNAPSHOT)}) ORDER BY (${quote(SNAPSHOT)}, ${quote(PLACE)})`,
    );
    await ask(
      shard,
      `CREATE TABLE universe AS universe_shard ENGINE = Distributed(two, default, universe_shard, cityHash64(${quote(ID_COLUMN)}))`,
    );
  }
  for (const { date, table } of snapshots) {
    const values = columns.map((column) => ({ column, values: storedValues(table, column) }));
    const rows = Buffer.concat([...rowBinary(Date.parse(`${date}T00:00:00Z`) / DAY_MS, table.rows, values)]);
    const names = [SNAPSHOT, ...columns.map(({ name }) => name)].map(quote);
    await ask(shards[0]!, `INSERT INTO universe (${names.join(', ')}) FORMAT RowBinary`, rows);
  }
}

describe.runIf(PROGRAM)('a history on two shards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-shards-'));
  const children: ChildProcess[] = [];
  let shards: readonly Shard[] = [];
  let tried: Tried;
  beforeAll(async () => {
    tried = await openTried();
    shards = await Promise.all(
      ['one', 'two'].map(async (name) => ({ folder: join(folder, name), http: await freePort(), tcp: await freePort() })),
    );
    for (const shard of shards) {
      mkdirSync(join(shard.folder, 'tmp'), { recursive: true });
      writeFileSync(join(shard.folder, 'users.xml'), USERS);
      writeFileSync(join(shard.folder, 'config.xml'), configOf(shard, shards));
      children.push(spawn(PROGRAM!, [`--config-file=${join(shard.folder, 'config.xml')}`], { stdio: 'ignore' }));
    }
    await Promise.all(shards.map(started));
    await load(shards, tried.stored);
  }, 300_000);
  afterAll(async () => {
    for (const child of children) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    tried?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has rows on each, and the digest of the product itself for each screen that the server supports', async () => {
    for (const shard of shards) expect(Number(await ask(shard, 'SELECT count() FROM universe_shard'))).toBeGreaterThan(100);
    const engine: Engine = {
      dialect: CLICKHOUSE,
      knows,
      rows: async (query) =>
        (await ask(shards[0]!, `${oldWords(unfolded(query))} FORMAT JSONCompact`).then((text) => JSON.parse(text).data)) as never,
      close: async () => {},
    };
    const kinds = await expectSameDigests(tried, engine);
    expect([...kinds].sort()).toEqual(['filter', 'group', 'let', 'presence', 'sort', 'versus']);
  }, 600_000);
});
