/** The order of the files of tests: those that take longest first, so that all processor cores end together. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than ten seconds of two cores, the longest first. The library knows no times in a fresh clone; the rest it orders by size. */
const LONGEST = [
  'fetch/faults',
  'fetch/market',
  'recipes',
  'e2e/shell-faults',
  'e2e/answers',
  'e2e/axe',
  'e2e/backtest',
  'e2e/same-result',
  'cli',
  'e2e/views',
  'server/connections',
  'e2e/zoom',
  'e2e/backends',
  'history/killed',
  'e2e/deploy',
  'e2e/losses',
  'e2e/saved',
  'ingest/sources/sec/sec',
  'e2e/history',
  'e2e/boxes',
  'e2e/parity-build',
  'fuzz/fuzz',
  'e2e/entry',
  'sql/duckdb',
  'history/history',
  'engine/worker/accelerator',
  'e2e/keyboard',
  'e2e/long',
  'e2e/other-server',
  'e2e/erase',
  'e2e/shell',
  'e2e/requests',
  'ingest/sources/datasets',
  'e2e/desk',
  'demo/quantiles',
  'e2e/task',
  'kernels/choose',
  'e2e/lineage',
  'e2e/grid',
  'engine/load/remote',
  'fetch/download',
  'server/swap',
  'ingest/sources/places',
  'ingest/sources/large-caps',
  'ingest/sources/apple',
  'server/server',
  'ingest/publish/disk',
  'ingest/publish/lock',
  'e2e/hostile',
  'e2e/columns-in-view',
  'server/trickle',
  'ingest/sources/real-sources',
  'server/load',
];

function place({ moduleId }: TestSpecification): number {
  const at = LONGEST.indexOf(relative('tests', moduleId).replace(/\.test\.tsx?$/, ''));
  return at < 0 ? LONGEST.length : at;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
