/** The order of the files of tests: those that take longest first, so that all processor cores end together; then by what runs them. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than ten seconds of two cores, the longest first. The library knows no times in a fresh clone; the rest it orders by size. */
const LONGEST = [
  'e2e/axe',
  'recipes',
  'fetch/faults',
  'e2e/shell-faults',
  'e2e/views',
  'e2e/zoom',
  'e2e/backtest',
  'e2e/answers',
  'e2e/backends',
  'cli',
  'e2e/history',
  'e2e/parity-build',
  'history/killed',
  'e2e/losses',
  'server/connections',
  'history/history',
  'e2e/saved',
  'e2e/boxes',
  'fetch/market',
  'e2e/entry',
  'e2e/same-result',
  'e2e/focus',
  'e2e/long',
  'e2e/shell',
  'sql/duckdb',
  'e2e/task',
  'e2e/keyboard',
  'e2e/deploy',
  'e2e/lineage',
  'fuzz/fuzz',
  'demo/quantiles',
  'e2e/erase',
  'e2e/other-server',
  'kernels/choose',
  'ingest/sources/sec/sec',
  'e2e/grid',
  'e2e/hostile',
  'e2e/desk',
  'e2e/requests',
  'engine/worker/accelerator',
  'e2e/docs',
  'ingest/sources/real-sources',
  'ingest/sources/large-caps',
  'history/filings',
  'history/parquet',
  'e2e/columns-in-view',
  'engine/answers/parquet',
  'ingest/sources/datasets',
  'engine/load/remote',
  'fetch/download',
  'server/swap',
  'ingest/sources/places',
  'ingest/sources/apple',
  'server/server',
  'ingest/publish/disk',
  'ingest/publish/lock',
  'server/trickle',
  'server/load',
];

function place({ moduleId }: TestSpecification): number {
  const at = LONGEST.indexOf(relative('tests', moduleId).replace(/\.test\.tsx?$/, ''));
  return at < 0 ? LONGEST.length : at;
}

/** A process goes on to the next file only if it is of the same project and environment. */
function processOf({ project, moduleId }: TestSpecification): string {
  return `${project.name} ${readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')}`;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files))
      .map((file) => ({ file, at: place(file), process: processOf(file) }))
      .toSorted((a, b) => a.at - b.at || a.process.localeCompare(b.process))
      .map(({ file }) => file);
  }
}
