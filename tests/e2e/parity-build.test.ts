import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../src/server/headers.ts';
import type { Difference } from '../kernels/parity.ts';
import { sharedBrowser, temporaryFolder } from './product.ts';

type Parity = { isSoftware: boolean; found: Difference[]; bulk: string[] };

/** Builds the parity test's page with the product's builder and minifier. */
function build(): string {
  const out = temporaryFolder();
  const config = join(out, 'vite.config.mjs');
  const entry = resolve('tests/e2e/parity-page.ts');
  writeFileSync(
    config,
    `export default ${JSON.stringify({ root: resolve('.'), publicDir: false, build: { outDir: join(out, 'app'), target: 'es2023', modulePreload: { polyfill: false }, rollupOptions: { input: entry, output: { entryFileNames: 'page.js', chunkFileNames: '[name].js' } } } })};`,
  );
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  delete env.VITEST;
  execFileSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error'], { env });
  writeFileSync(
    join(out, 'app', 'index.html'),
    '<!doctype html><title>parity</title><script type="module" src="./page.js"></script>',
  );
  return join(out, 'app');
}

describe('minified kernels under the real Content-Security-Policy', async () => {
  const folder = build();
  const server = createServer((request, response) => {
    const file = join(folder, request.url === '/' ? 'index.html' : (request.url ?? ''));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    response.setHeader('content-type', extname(file) === '.js' ? 'text/javascript' : 'text/html');
    response.statusCode = statSync(file, { throwIfNoEntry: false })?.isFile() ? 200 : 404;
    response.end(response.statusCode === 200 ? readFileSync(file) : '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterAll(() => server.close());
  const browser = sharedBrowser();

  it.each(['webgpu', 'webgl2', 'webasm'])(
    '%s gives all ratios, 200 random formulas and the bulk work of the loops',
    async (name) => {
      const page = await browser().newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(() => 'compareBackends' in globalThis);
      const parity = await page.evaluate(
        (asked) => (globalThis as unknown as { compareBackends(name: string): Promise<Parity> }).compareBackends(asked),
        name,
      );
      expect(parity.bulk).toEqual([]);
      if (parity.isSoftware || name === 'webasm') expect(parity.found).toEqual([]);
      else expect(parity.found.filter(({ missing }) => missing > 0)).toEqual([]);
      expect(readFileSync(join(folder, 'page.js'), 'utf8')).not.toContain('bulkDifferences');
      await page.close();
    },
  );
});
