/** A real S3-compatible server for tests: the one that PANSCREEN_S3_ENDPOINT names, else Swift's proxy with its S3 middleware, where it is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ObjectStore {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

const PYTHON = '/usr/bin/python3';
const PROGRAMS = ['account', 'container', 'object', 'proxy'] as const;
const START_MS_MAX = 60_000;
export const HOW_TO_GET_ONE =
  'skipped: no S3-compatible server: set PANSCREEN_S3_ENDPOINT with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or apt-get install swift-proxy swift-account swift-container swift-object';

/** Whether {@link startObjectStore} will find one. */
export function hasObjectStore(): boolean {
  return Boolean(process.env.PANSCREEN_S3_ENDPOINT) || PROGRAMS.every((name) => existsSync(`/usr/bin/swift-${name}-server`));
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Writes Swift's rings, of one device each: the locations of accounts, containers and objects. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for name, port in zip(['account', 'container', 'object'], ports):
    builder = RingBuilder(1, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + name + '.ring.gz')
`;

/** Starts a server of our own with an empty store, or takes the named one. */
export async function startObjectStore(): Promise<ObjectStore> {
  if (process.env.PANSCREEN_S3_ENDPOINT) {
    return {
      endpoint: process.env.PANSCREEN_S3_ENDPOINT,
      accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
      stop: async () => {},
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-swift-'));
  const ports = { account: await freePort(), container: await freePort(), object: await freePort(), proxy: await freePort() };
  mkdirSync(join(folder, 'disk'));
  const common = (port: number): string =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${process.env.USER || 'root'}\nswift_dir = ${folder}\ndevices = ${folder}\nmount_check = false\nlog_level = ERROR\nlog_address = ${folder}/none\n`;
  for (const name of ['account', 'container', 'object'] as const) {
    // Objects are kept in memory: a folder in memory has no extended attributes.
    const use = name === 'object' ? 'egg:swift#mem_object' : `egg:swift#${name}`;
    writeFileSync(
      join(folder, `${name}.conf`),
      `${common(ports[name])}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = ${use}\n`,
    );
  }
  writeFileSync(
    join(folder, 'proxy.conf'),
    `${common(ports.proxy)}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:copy]
use = egg:swift#copy
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`,
  );
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n');
  const env = { ...process.env, SWIFT_CONF: join(folder, 'swift.conf') };
  const rings = spawnSync(PYTHON, ['-c', RINGS, folder, String(ports.account), String(ports.container), String(ports.object)], {
    env,
    encoding: 'utf8',
  });
  if (rings.status !== 0) throw new Error(`swift's rings can't be made: ${rings.stderr}`);
  const children: ChildProcess[] = PROGRAMS.map((name) =>
    spawn(`/usr/bin/swift-${name}-server`, [join(folder, `${name}.conf`)], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  for (const from = performance.now(); ; ) {
    const answers = await Promise.all(
      Object.values(ports).map((port) =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (answers.every(Boolean)) break;
    if (performance.now() - from > START_MS_MAX) {
      await stop();
      throw new Error('swift does not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { endpoint, accessKeyId: 'test:tester', secretAccessKey: 'testing', stop };
}
