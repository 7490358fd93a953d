/** The built product, served over the demo universe, over PANSCREEN_DATA or a given folder, and a browser to look at it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { findBrowser, HOW_TO_GET_ONE } from '../tests/support/browser.ts';

const CLI = 'dist/node/cli.js';
const DEMO = 'data/demo';
export const SCREEN = { width: 2560, height: 1440 };

export interface Served {
  readonly address: string;
  stop(): void;
}

export async function serveProduct(folder = process.env.PANSCREEN_DATA ?? DEMO): Promise<Served> {
  if (!existsSync(CLI)) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (!existsSync(`${folder}/manifest.json`)) spawnSync(process.execPath, [CLI, 'demo', '--out', folder], { stdio: 'inherit' });
  const server = spawn(process.execPath, [CLI, 'serve', '--data', folder], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /http:\/\/\S+\//.exec(output)?.[0];
      if (match) found(match);
    });
  });
  return { address, stop: () => server.kill('SIGKILL') };
}

/**
 * In English wherever it runs: under the C locale Chromium calls its language "en-US@posix", and the formatters that Perspective makes of it throw.
 *
 * @param more further arguments of its command line
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const found = findBrowser();
  if (!found) throw new Error(HOW_TO_GET_ONE);
  return chromium.launch({
    executablePath: found.path,
    args: [...found.args, ...more],
    env: { ...process.env, ...found.env, LC_ALL: 'en_US.UTF-8' } as Record<string, string>,
  });
}
