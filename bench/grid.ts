/** The grid library alone, to compare with. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright';
import { build, preview } from 'vite';

/** The grid library alone, built as the product is built. */
export async function serveBareGrid(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const outDir = join(tmpdir(), `panscreen-bare-grid-${process.pid}`);
  const shared = { configFile: false, root: 'bench/bare-grid', logLevel: 'error' } as const;
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2023' } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  return { address: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}

/** The product's default columns as the grid has them. */
export function columnWidths(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const count = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-colcount'));
    const scroller = document.querySelector('.dvn-scroll-inner');
    return new Array<number>(count).fill(Math.round((scroller?.scrollWidth ?? count * 100) / count));
  });
}
