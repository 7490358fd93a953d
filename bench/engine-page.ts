/** The browser's part of the engine measurements. */

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
    // Absent: omitted from the table; Node's part says how to install it.
    await load().then(
      ({ peer }) => peers.push(peer),
      () => {},
    );
  }
  return measureEngine(rows, 'chromium', [limit, product, objects, ...peers], only);
}

Object.assign(globalThis, { measureEngineHere: inThisPage });
