import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/order.ts';
import { findBrowser, HOW_TO_GET_ONE } from './tests/support/browser.ts';

/** Two more than there are cores: many files wait for timeouts and other processes. */
const WORKERS = availableParallelism() + 2;

/** For a test and for a hook: whoever takes so long hangs, however busy the machine is. */
const HANGS_MS = 120_000;
/** For a state to come about; a second, the library's own, is not enough on a busy machine. */
const COMES_MS = 20_000;
/** A loaded machine may delay a socket, a process or a browser once; a fault shows twice. The report names every retried test. */
const RETRIES = 1;
const PATIENCE = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS, retry: RETRIES, expect: { poll: { timeout: COMES_MS } } };

/** Unit tests that replace or reset modules, or begin with the first language: a file before them would have loaded and changed these. */
const ALONE = [
  'tests/ingest/publish/disk.test.ts',
  'tests/screener/extremes.test.tsx',
  'tests/screener/words.test.ts',
  'tests/shell/consent.test.tsx',
  'tests/shell/i18n.test.ts',
  'tests/shell/lazyPart.test.tsx',
];

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
      exclude: ['tests/e2e/**', 'tests/browser/**', ...ALONE],
      // A process that goes on to the next file need not start again, nor load the sources. A file restores what it changes of the process.
      isolate: false,
      environment: 'node',
      ...PATIENCE,
    },
  };
  const alone = { test: { name: 'alone', include: ALONE, environment: 'node', ...PATIENCE } };
  const e2e = {
    test: {
      name: 'e2e',
      include: ['tests/e2e/**/*.test.ts'],
      globalSetup: ['tests/e2e/once.ts'],
      setupFiles: ['tests/e2e/ending.ts'],
      // What a file starts are processes and pages of its own: its worker may go on to the next file.
      isolate: false,
      environment: 'node',
      ...PATIENCE,
      provide: { browser: browser ?? null },
    },
  };
  const inBrowser = browser && {
    optimizeDeps: { include: ['gpu.js'] },
    test: {
      name: 'browser',
      include: ['tests/browser/**/*.test.ts'],
      ...PATIENCE,
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
    test: {
      maxWorkers: WORKERS,
      sequence: { sequencer: LongestFirst },
      projects: inBrowser ? [unit, alone, inBrowser, e2e] : [unit, alone],
    },
  };
});
