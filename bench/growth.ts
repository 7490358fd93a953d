/**
 * How CPU time and memory grow from 10,000 to 1,000,000 rows: t = a · rows^exponent, fitted to the medians, and to the shortest times, on logarithmic axes.
 * The limit also grows faster than its work, since a smaller share of the data fits in the caches: Panscreen's own growth is the difference.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limit } from './baseline.ts';
import { processorTime } from './clock.ts';
import type { WorkName } from './contender.ts';
import { measureEngine } from './engine.ts';
import { product } from './panscreen.ts';
import type { Result } from './results.ts';
import { makeUniverse, tableOf } from './universe.ts';

const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const WORK: readonly WorkName[] = ['W1 catalogue', 'W2', 'W3a', 'W3b', 'W4', 'W5', 'W6 last'];
const CELL_BYTES = 4;

/** Slope of the straight line through the points of least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return covariance / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}

/** Collects garbage at once, even without `--expose-gc`. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Bytes per number cell of a table with that many rows, including what loading it left. */
function bytesPerCell(rows: number): number {
  const universe = makeUniverse(rows);
  collect();
  const before = process.memoryUsage();
  const table = tableOf(universe);
  collect();
  const after = process.memoryUsage();
  const columns = [...universe.columns.keys()].filter((id) => table.numbers(id)).length;
  const ratios = table.numbers('currentRatio') ? 90 : 0;
  return (after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed) / (rows * (columns + ratios));
}

function measureMemory(): Result[] {
  return [10_000, 100_000, 300_000].map((rows) => {
    const bytes = bytesPerCell(rows);
    return {
      workload: 'memory of the table',
      rows,
      where: 'node',
      contender: 'panscreen',
      medianMs: Number.NaN,
      vsLimit: bytes / CELL_BYTES,
      note: `${bytes.toFixed(2)} bytes per number cell, of which ${CELL_BYTES} are the cell`,
    };
  });
}

export async function measureGrowth(): Promise<Result[]> {
  // Runs first, because other work leaves memory that is freed later.
  const memory = measureMemory();
  const bySize: Result[][] = [];
  for (const rows of SIZES) bySize.push(await measureEngine(rows, 'node', [limit, product], WORK, processorTime));
  const results = bySize.flat();
  for (const [index, { workload, contender }] of bySize[0]!.entries()) {
    const exponent = (ms: (result: Result) => number): string =>
      slope(bySize.map((each) => [Math.log(each[index]!.rows), Math.log(ms(each[index]!))])).toFixed(3);
    results.push({
      workload,
      rows: SIZES[SIZES.length - 1]!,
      where: 'node',
      contender: `exponent of ${contender}`,
      medianMs: Number.NaN,
      vsLimit: null,
      note: `${exponent(({ medianMs }) => medianMs)}, of the shortest times ${exponent(({ bestMs }) => bestMs ?? Number.NaN)}, from ${SIZES[0]!.toLocaleString('en-US')} rows on`,
    });
  }
  return [...results, ...memory];
}
