/** What is made once for all end-to-end tests: a folder for demo universes, and what the back ends of this machine were found to be. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openBrowser, serveProduct } from '../../bench/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Demo universes, each in a folder named after its size. Nobody writes into them. */
    demos: string;
    /** The choice of back ends as the page keeps it. */
    choice: string;
  }
}

const SECURITIES = '300';

/** The choice that a page of the built product makes and keeps when it is left alone. */
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
