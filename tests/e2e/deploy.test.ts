/** A second build by the product's builder, deployed while the page is open. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soon } from './desk.ts';
import { demoFolder, rowCounts, SCREENER, sharedBrowser } from './product.ts';

const POLL_MINUTES = 10;
const LOADED = { timeout: 30_000 };
const ATTEMPTS_MAX = 20;
const SECOND = 'The second build';
const PARTS = ['src', 'kernels', 'locales', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'];

const data = demoFolder(300);
const browser = sharedBrowser();
const root = mkdtempSync(join(tmpdir(), 'panscreen-builds-'));
const servers: ChildProcess[] = [];
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** The sources with another text in every chunk, built like a release. */
function buildAnother(): string {
  const folder = join(root, 'second');
  for (const part of PARTS) cpSync(resolve(part), join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const texts = join(folder, 'locales/en-US.json');
  writeFileSync(texts, readFileSync(texts, 'utf8').replace('Every stock, every figure, one screen', SECOND));
  for (const file of ['src/screener/sheets/KeySheet.tsx', 'src/screener/Screener.tsx', 'src/home/Home.tsx']) {
    writeFileSync(
      join(folder, file),
      `${readFileSync(join(folder, file), 'utf8')}\nObject.assign(globalThis, { builtAs: ${JSON.stringify(SECOND)} });\n`,
    );
  }
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  delete env.VITEST;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, env });
  return folder;
}

/** Starts a build's server; null when the port is taken. */
async function started(folder: string, port: number): Promise<number | null> {
  const server = spawn(process.execPath, [join(folder, 'dist/node/cli.js'), 'serve', '--data', data], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  return await new Promise((found) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const given = /:(\d+)\/\n/.exec(output)?.[1];
      if (given) found(Number(given));
    });
    server.on('exit', () => found(null));
  });
}

async function serveBuild(folder: string, port: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const given = await started(folder, port);
    if (given !== null) return given;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error(`port ${port} stays taken`);
}

/** The tested build. */
const first = resolve('.');
let second = '';
let port = 0;
beforeAll(async () => {
  second = buildAnother();
  port = await serveBuild(first, 0);
}, 240_000);

async function stopServing(): Promise<void> {
  const running = servers.at(-1)!;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

/** Stops the server and starts the other build's on its port. */
async function deploy(folder: string): Promise<void> {
  await stopServing();
  await serveBuild(folder, port);
}

const address = (): string => `http://127.0.0.1:${port}/`;
const builtAs = (page: Page): Promise<unknown> => page.evaluate(() => (globalThis as { builtAs?: unknown }).builtAs);
const idOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'dist/app/builds/latest.json'), 'utf8')) as { id: string }).id;

const STEPS = 'type = Equity | sort marketCapitalization desc | rows 1..50';
const QUERY = `?s=${encodeURIComponent(STEPS)}&cols=symbol,name,close,beta&pin=symbol`;

async function openedAt(query: string, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const context = await browser().newContext({ locale: 'en-US', serviceWorkers });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address() }]);
  const page = await context.newPage();
  await page.clock.install();
  // The polling interval starts with the first poll.
  const looked = page.waitForResponse(/builds\/latest\.json/);
  await page.goto(`${address()}${SCREENER}${query}`);
  await expect.poll(() => rowCounts(page), LOADED).toBe('50 of 300 rows');
  await looked;
  // Lazy chunks belong to the open build.
  await page.locator('.dvn-scroller').waitFor();
  let count = 0;
  await soon(async () => {
    const before = count;
    await page.waitForTimeout(500);
    count = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return count - before;
  }).toBe(0);
  return page;
}

describe('a new build while the page is open', () => {
  it('has a different id and different files', () => {
    expect(idOf(first)).not.toBe(idOf(second));
    const files = (folder: string) =>
      readdirSync(join(folder, 'dist/app/assets'))
        .filter((name) => /^(?:Screener|KeySheet|Home|index)-.*js$/.test(name))
        .sort();
    expect(files(first).length).toBe(files(second).length);
    for (const name of files(first)) expect(files(second)).not.toContain(name);
    for (const folder of [first, second])
      expect(existsSync(join(folder, 'dist/app/builds/meta', `${idOf(folder)}.json`))).toBe(true);
  });

  it.each(['block', 'allow'] as const)(
    'is offered, and a reload keeps steps and view (service worker: %s)',
    async (serviceWorkers) => {
      await deploy(first);
      const page = await openedAt(QUERY, serviceWorkers);
      expect(await builtAs(page)).toBeUndefined();
      expect(await page.locator('.notice').count()).toBe(0);
      await deploy(second);
      // The page keeps working and notices at the next poll.
      await page.clock.fastForward(`${POLL_MINUTES}:01`);
      const offer = page.getByRole('button', { name: 'Reload and keep steps and view' });
      await offer.waitFor();
      const before = new URL(page.url()).search;
      await page.getByRole('button', { name: 'Later' }).click();
      expect(await offer.count()).toBe(0);
      await page.clock.fastForward(`${POLL_MINUTES}:01`);
      await page.waitForTimeout(200);
      expect(await offer.count()).toBe(0);
      await page.reload();
      await expect.poll(() => builtAs(page), LOADED).toBe(SECOND);
      await expect.poll(() => rowCounts(page), LOADED).toBe('50 of 300 rows');
      expect(new URL(page.url()).search).toBe(before);
      expect(await page.getByLabel('Screen as text').inputValue()).toBe(STEPS);
      await page.context().close();
    },
  );

  it('a chunk removed by the new build reloads the page once, with steps and view', async () => {
    await deploy(first);
    const page = await openedAt(QUERY, 'block');
    await expect.poll(() => new URL(page.url()).searchParams.get('pin')).toBe('symbol');
    const before = new URL(page.url()).search;
    await deploy(second);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    await page.locator('.dvn-scroller').click();
    await page.keyboard.press('?');
    await expect.poll(() => builtAs(page), LOADED).toBe(SECOND);
    await expect.poll(() => rowCounts(page), LOADED).toBe('50 of 300 rows');
    expect(loads).toBe(1);
    expect(await page.getByLabel('Screen as text').inputValue()).toBe(STEPS);
    expect(new URL(page.url()).search).toBe(before);
    await page.context().close();
  });

  it('a chunk requested while the server is down is awaited: the page stays until the new build is available', async () => {
    await deploy(first);
    const page = await openedAt(QUERY, 'block');
    await stopServing();
    const failed = page.waitForEvent('requestfailed');
    await page.locator('.dvn-scroller').click();
    await page.keyboard.press('?');
    await failed;
    expect(await page.evaluate(() => document.querySelector('.status-rows') !== null)).toBe(true);
    await serveBuild(second, port);
    await page.clock.fastForward(1000);
    await expect.poll(() => builtAs(page), LOADED).toBe(SECOND);
    await expect.poll(() => rowCounts(page), LOADED).toBe('50 of 300 rows');
    expect(await page.getByLabel('Screen as text').inputValue()).toBe(STEPS);
    await page.context().close();
  });

  it('a permanently deleted chunk: one reload within ten seconds, then the page works without it', async () => {
    for (const name of readdirSync(join(second, 'dist/app/assets'))) {
      if (name.startsWith('KeySheet-')) unlinkSync(join(second, 'dist/app/assets', name));
    }
    await deploy(second);
    const page = await openedAt(QUERY, 'block');
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    const askForIt = async (): Promise<void> => {
      await page.locator('.dvn-scroller').click();
      await page.keyboard.press('?');
    };
    await askForIt();
    await soon(() => loads).toBe(1);
    await page.locator('.status-rows').first().waitFor();
    await askForIt();
    await page.waitForTimeout(1500);
    await page.locator('.status-rows, .error-page').first().waitFor();
    expect(loads).toBe(1);
    expect(new URL(page.url()).searchParams.get('s')).toBe(STEPS);
    await page.context().close();
  });
});
