/** Bare grids with the same text in every cell, for comparison: Panscreen's grid library, and peers installed by hand. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright';
import { build, preview } from 'vite';

export interface ServedGrid {
  readonly address: string;
  stop(): Promise<void>;
}

/** A grid's page, built as the product is built. */
async function serveGrid(root: string): Promise<ServedGrid> {
  const outDir = join(tmpdir(), `panscreen-${root.replaceAll('/', '-')}-${process.pid}`);
  const shared = { configFile: false, root, logLevel: 'error' } as const;
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2023' } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  return { address: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}

/** Panscreen's grid library alone. */
export function serveGlide(): Promise<ServedGrid> {
  return serveGrid('bench/glide');
}

/** Whether the package is installed; prints how to install it if not. */
function isInstalled(name: string): boolean {
  const isThere = existsSync(`bench/peers/node_modules/${name}`);
  if (!isThere) console.error(`without ${name}: npm ci --prefix bench/peers installs the peers`);
  return isThere;
}

/** AG Grid alone; null if not installed. */
export async function serveAgGrid(): Promise<ServedGrid | null> {
  return isInstalled('ag-grid-community') ? serveGrid('bench/peers/ag-grid') : null;
}

/** Perspective alone; null if not installed. */
export async function servePerspective(): Promise<ServedGrid | null> {
  return isInstalled('@finos/perspective') ? serveGrid('bench/peers/perspective') : null;
}

/** Opens a peer's page and waits for `selector`; otherwise returns the page's first error, or what was awaited. */
export async function openPeer(page: Page, address: string, selector: string): Promise<string | null> {
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  try {
    await page.goto(address);
    await page.waitForSelector(selector);
    return null;
  } catch (error) {
    return (thrown[0] ?? (error instanceof Error ? error.message : String(error))).split('\n')[0] ?? '';
  }
}

/** The product's default columns as the grid has them. */
export function columnWidths(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const count = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-colcount'));
    const scroller = document.querySelector('.dvn-scroll-inner');
    return new Array<number>(count).fill(Math.round((scroller?.scrollWidth ?? count * 100) / count));
  });
}
