/** A server with a small published universe and a page of three files. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { publish } from '../../src/ingest/publish/publish.ts';
import { createServer, type ServerOptions, stopServer } from '../../src/server/server.ts';
import { country } from '../ingest/country.ts';
import { listen } from './http.ts';

const INDEX = `<!doctype html><title>Panscreen</title><script type="module" src="./assets/a-1.js"></script>${' '.repeat(600)}`;

export interface Fixture {
  port: number;
  root: string;
}

/** Created before the file's first test, removed after its last. Next to page and data is secret.txt. */
export function fixture(options: Partial<ServerOptions> = {}, rowCount = 400): Fixture {
  const made: Fixture = { port: 0, root: '' };
  let server: ReturnType<typeof createServer> | undefined;
  beforeAll(async () => {
    made.root = await mkdtemp(join(tmpdir(), 'panscreen-fixture-'));
    const page = join(made.root, 'page');
    await mkdir(join(page, 'assets'), { recursive: true });
    await writeFile(join(page, 'index.html'), INDEX);
    await writeFile(join(page, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(page, 'assets/a-1.js'), `export const text = '${'a'.repeat(1000)}';`);
    await writeFile(join(made.root, 'secret.txt'), 'secret');
    await publish(join(made.root, 'published'), [country('US', rowCount), country('DE', 3)]);
    server = createServer({ published: join(made.root, 'published'), page, ...options });
    made.port = await listen(server);
  });
  afterAll(async () => {
    if (server) await stopServer(server);
    await rm(made.root, { recursive: true, force: true });
  });
  return made;
}
