/** The compose file of two shards and two replicas, checked with the statements of a push. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAddress, Server } from '../../src/clickhouse/client.ts';
import { createTables } from '../../src/clickhouse/tables.ts';
import { storedColumns } from '../../src/sql/table.ts';
import { type FakeServer, openFakeServer } from './server.ts';

const PATH = 'examples/clickhouse/compose.yaml';

interface Replica {
  readonly host: string;
  readonly port: number;
}
interface Cluster {
  readonly remote_servers: Readonly<
    Record<
      string,
      { readonly shard: readonly { readonly internal_replication: boolean; readonly replica: readonly Replica[] }[] }
    >
  >;
  readonly macros: Readonly<Record<string, { readonly '@from_env': string }>>;
  readonly zookeeper: { readonly node: Replica };
}
interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment: Readonly<Record<string, string>>; readonly configs: object[] }>
  >;
  readonly volumes: Readonly<Record<string, null>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

const compose = parse(readFileSync(PATH, 'utf8'), { merge: true }) as Compose;
const cluster = parse(compose.configs.cluster!.content) as Cluster;
const [[name, { shard: shards }]] = Object.entries(cluster.remote_servers) as [[string, Cluster['remote_servers'][string]]];

let fake: FakeServer;
let statements: string[] = [];
beforeAll(async () => {
  const columns = storedColumns([]);
  const structure = columns.map(({ name: column, kind }) =>
    JSON.stringify([column, { text: 'LowCardinality(String)', number: 'Nullable(Float32)', count: 'UInt32' }[kind]]),
  );
  fake = await openFakeServer(({ query }) => {
    if (query.includes('system.clusters'))
      return {
        body: `[${shards.flatMap(({ replica }) => replica).length},${Math.max(...shards.map(({ replica }) => replica.length))}]\n`,
      };
    return { body: query.includes('system.columns') ? `${structure.join('\n')}\n` : '' };
  });
  const server = await Server.open(readAddress(`${fake.address}?cluster=${name}`, {}));
  await createTables(server, columns, 'month');
  await server.close();
  statements = fake.asked.map(({ query }) => query).filter((query) => query.startsWith('CREATE'));
});
afterAll(() => fake.close());

it('names four servers, each with its volume and its macros, and every one of them is a replica of the cluster', () => {
  expect(shards.map(({ replica }) => replica.length)).toEqual([2, 2]);
  const hosts = shards.flatMap(({ replica }) => replica.map(({ host }) => host));
  expect(hosts.sort()).toEqual(Object.keys(compose.services).sort());
  expect(Object.keys(compose.volumes).sort()).toEqual(hosts);
  for (const [at, { replica }] of shards.entries())
    for (const [place, { host }] of replica.entries())
      expect(compose.services[host]!.environment).toMatchObject({ SHARD: String(at + 1), REPLICA: String(place + 1) });
});

it('sends each row to one replica, from which the other copies it', () => {
  expect(shards.map(({ internal_replication }) => internal_replication)).toEqual([true, true]);
  const keeper = parse(compose.configs.keeper!.content) as { keeper_server: { tcp_port: number } };
  expect(cluster.zookeeper.node.port).toBe(keeper.keeper_server.tcp_port);
  expect(compose.services[cluster.zookeeper.node.host]!.configs).toContainEqual(expect.objectContaining({ source: 'keeper' }));
});

it('has the macros and the cluster that the statements of a push name', () => {
  expect(statements.map((statement) => /^CREATE (?:DATABASE|TABLE) IF NOT EXISTS (\S+)/.exec(statement)![1])).toEqual([
    '"panscreen"',
    '"panscreen"."universe_shard"',
    '"panscreen"."universe"',
    '"panscreen"."snapshots"',
    '"panscreen"."files"',
  ]);
  for (const statement of statements) expect(statement).toContain(`ON CLUSTER "${name}"`);
  const macros = statements.flatMap((statement) => [...statement.matchAll(/\{(\w+)\}/g)].map(([, macro]) => macro!));
  expect(new Set(macros)).toEqual(new Set(Object.keys(cluster.macros)));
  expect(statements[2]).toContain(`Distributed('${name}', "panscreen", "universe_shard", cityHash64("id"))`);
});

it('gives every replicated table one path per shard, or one for all, and a name of its own on each server', () => {
  const servers = Object.values(compose.services).map(({ environment }) => environment);
  const value = (text: string, environment: Readonly<Record<string, string>>): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, macro: string) => environment[cluster.macros[macro]!['@from_env']]!);
  const replicated = statements.flatMap((statement) => {
    const [, path, replica] = /Replicated\w*\('([^']+)', '([^']+)'\)/.exec(statement) ?? [];
    return path ? [{ path, replica: replica! }] : [];
  });
  expect(replicated).toHaveLength(3);
  const paths = replicated.map(({ path }) => new Set(servers.map((each) => value(path, each))).size);
  expect(paths).toEqual([2, 1, 1]);
  for (const { path, replica } of replicated)
    expect(new Set(servers.map((each) => `${value(path, each)} ${value(replica, each)}`)).size).toBe(4);
});
