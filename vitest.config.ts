import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/order.ts';
import { findBrowser, HOW_TO_GET_ONE } from './tests/support/browser.ts';

/** One more than there are cores: many files wait for timeouts and other processes. */
const WORKERS = availableParallelism() + 1;

/**
 * Unit tests in Node (a file may ask for happy-dom), tests of the kernels inside a browser, and end-to-end tests of the built product in a real browser,
 * in one queue: what waits and what computes share the processor.
 */
export default defineConfig(() => {
  const browser = findBrowser();
  if (!browser && process.env.PANSCREEN_BROWSER !== 'none') {
    if (process.env.CI) throw new Error(HOW_TO_GET_ONE);
    process.stdout.write(`${HOW_TO_GET_ONE}\n`);
  }
  const unit = {
    test: {
      name: 'unit',
      // What commands keep for their user lands in a folder of its own.
      env: { PANSCREEN_STATE: join(tmpdir(), `panscreen-state-${process.pid}`) },
      include: ['tests/**/*.test.{ts,tsx}'],
      exclude: ['tests/e2e/**', 'tests/browser/**'],
      environment: 'node',
      testTimeout: 120_000,
    },
  };
  const e2e = {
    test: {
      name: 'e2e',
      include: ['tests/e2e/**/*.test.ts'],
      globalSetup: ['tests/e2e/once.ts'],
      environment: 'node',
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // A second, the library's own, is not enough for a page that loads on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      // A loaded machine may let a browser time out once; a fault shows twice.
      retry: 1,
      provide: { browser: browser ?? null },
    },
  };
  const inBrowser = browser && {
    optimizeDeps: { include: ['gpu.js'] },
    test: {
      name: 'browser',
      include: ['tests/browser/**/*.test.ts'],
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        // One page beside the other files' processes.
        fileParallelism: false,
        screenshotFailures: false,
        instances: [{ browser: 'chromium' as const }],
        provider: playwright({
          launchOptions: {
            executablePath: browser.path,
            args: [...browser.args],
            env: { ...process.env, ...browser.env } as Record<string, string>,
          },
        }),
      },
    },
  };
  return {
    test: { maxWorkers: WORKERS, sequence: { sequencer: LongestFirst }, projects: inBrowser ? [unit, inBrowser, e2e] : [unit] },
  };
});
