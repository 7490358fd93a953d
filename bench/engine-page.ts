/** What the browser runs of the engine's measurements. */

import { limit } from './baseline.ts';
import type { Contender } from './contender.ts';
import { measureEngine } from './engine.ts';
import { objects } from './objects.ts';
import { product } from './panscreen.ts';

async function inThisPage(rows: number, only: readonly string[]) {
  const peers: Contender[] = [];
  for (const load of [
    () => import('./peers/arquero.ts'),
    () => import('./peers/crossfilter.ts'),
    () => import('./peers/duckdb-wasm.ts'),
  ]) {
    // Absent: the table says so by not naming it, and Node's part tells how to have it.
    await load().then(
      ({ peer }) => peers.push(peer),
      () => {},
    );
  }
  return measureEngine(rows, 'chromium', [limit, product, objects, ...peers], only);
}

Object.assign(globalThis, { measureEngineHere: inThisPage });
