/** Shared by all end-to-end tests: a folder for demo universes, and the self-test results of the back ends. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openBrowser, serveProduct } from '../../bench/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Demo universes in folders named after their size. Read-only. */
    demos: string;
    /** The back end choice as stored by the page. */
    choice: string;
  }
}

const SECURITIES = '300';

/** The choice that the built page makes by itself. */
async function choose(demos: string): Promise<string> {
  const data = join(demos, SECURITIES);
  execFileSync(process.execPath, ['dist/node/cli.js', 'demo', '--out', data, '--securities', SECURITIES], { stdio: 'ignore' });
  const served = await serveProduct(data);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${served.address}stocks/screener`);
    const kept = await page.waitForFunction(() => localStorage.getItem('panscreen.backends'), null, {
      timeout: 60_000,
      polling: 200,
    });
    return (await kept.jsonValue()) ?? '';
  } finally {
    await browser.close();
    served.stop();
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const demos = mkdtempSync(join(tmpdir(), 'panscreen-demos-'));
  project.provide('demos', demos);
  project.provide('choice', await choose(demos));
  return () => rmSync(demos, { recursive: true, force: true });
}
