/** Starts the built product like a user: its server as a process, its page in a real browser. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Browser as FoundBrowser } from '../support/browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser | null;
  }
}

export const CLI = resolve('dist/node/cli.js');
export const SCREENER = 'stocks/screener';

/** Playwright's console message for pages without service workers. */
const NO_COPIES = 'Service Worker registration blocked by Playwright';

/** Each country takes two requests: a page with all of them would mostly load. */
const SOME_COUNTRIES = ['--countries', 'US,JP,GB,DE,CN,IN,CA,FR,AU,KR,TW,HK'];

/** Runs a command and returns its standard output. */
export function panscreen(...args: string[]): string {
  return execFileSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A folder that is removed after the file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A demo universe of a size and countries, created on first use. Read-only. */
export function demoFolder(securities: number, countries: 'some' | 'all' = 'some'): string {
  const folder = join(inject('demos'), `${securities}-${countries}`);
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    panscreen('demo', '--out', made, '--securities', String(securities), ...(countries === 'all' ? [] : SOME_COUNTRIES));
    // Another file may have created the same bytes meanwhile.
    if (!existsSync(folder)) renameSync(made, folder);
  }
  return folder;
}

/** A synthetic history, created on first use. Read-only. */
export function demoHistory(securities: number, months: number): string {
  const folder = join(inject('demos'), `history-${securities}-${months}`);
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    panscreen('demo', '--history', '--out', made, '--securities', String(securities), '--months', String(months));
    if (!existsSync(folder)) renameSync(made, folder);
  }
  return folder;
}

/** Processes of this file's tests, ended by a hook of the file (ending.ts): hooks added inside hooks never run. */
const servers: ChildProcess[] = [];

export function endServers(): void {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
}

/** Starts the product's server on a data folder and resolves to its URL with a trailing slash. Stopped after the file's tests. */
export async function serve(folder: string, ...more: string[]): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, [CLI, 'serve', '--data', folder, ...more], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  return await new Promise((found, failed) => {
    let output = '';
    server.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = /http:\/\/\S+\//.exec(output)?.[0];
      if (address) found(address);
    });
    server.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${output}`)));
  });
}

/** Saves time in new profiles: restores the remembered back end choice and blocks service workers, unless a test requests them (`serviceWorkers: 'allow'`). */
function spare(browser: Browser, choice: string): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: 'block', ...options });
    await context.addInitScript((choice) => {
      try {
        localStorage['panscreen.backends'] ??= choice;
      } catch {
        // Pages without storage remember nothing.
      }
    }, choice);
    return context;
  };
}

/** A browser for the file's tests. With diagnostics, back ends are tested again. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const found = inject('browser');
    if (!found) throw new Error('no browser');
    browser = await chromium.launch({
      executablePath: found.path,
      args: [...found.args],
      env: { ...process.env, ...found.env } as Record<string, string>,
    });
    spare(browser, inject('choice'));
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('the browser is not there yet');
    return browser;
  };
}

/** Opens the screener and waits until every country has loaded or failed. Returns the console messages. */
export async function openScreener(page: Page, address: string, query = ''): Promise<{ complaints: string[] }> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isOurs = message.text() !== NO_COPIES;
    if (isOurs && (message.type() === 'error' || message.type() === 'warning')) complaints.push(message.text());
  });
  await page.goto(`${address}${SCREENER}${query}`);
  await page.locator('.status-rows').waitFor();
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  // The last rows are painted shortly after they arrive.
  await page.waitForFunction(() => {
    const numbers = (place: string): readonly string[] =>
      document.querySelector(place)?.textContent?.match(/\d[\d.,\s]*\d|\d/g) ?? [];
    const [total] = numbers('.top-universe');
    return total === undefined || numbers('.status-rows').includes(total);
  });
  return { complaints };
}

/** The status line's counts, such as `187 of 187 rows`. */
export function rowCounts(page: Page): Promise<string> {
  return page.locator('.status-rows').innerText();
}

/** Texts of a column's visible cells from the accessible table. */
export function gridColumn(page: Page, header: string): Promise<string[]> {
  return page.evaluate((name) => {
    const table = document.querySelector('canvas table');
    const headers = [...(table?.querySelectorAll('th') ?? [])].map((cell) => cell.textContent);
    const at = headers.indexOf(name);
    return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => row.children[at]?.textContent ?? '');
  }, header);
}

/** Number of calls per load with bundles. */
export async function callCount(address: string): Promise<number> {
  const bundles = (await (await fetch(`${address}api/screener/bundles`)).json()) as readonly unknown[];
  return 4 + bundles.length;
}
