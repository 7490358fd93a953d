/** Appends blocks of snapshots to a history. A block is complete on disk before the history refers to it and never changes. */
import { contentHash } from '../../contentHash.ts';
import type { Every } from '../../history/sessions.ts';
import type { HistoryBlock, HistoryManifest } from '../../wire/history.ts';
import type { HistoryStore } from './store.ts';

/** Snapshots per block: this many are in memory at a time and lost when a run is killed. */
export const BLOCK_DATES_MAX = 24;

/** Independent of how the files are compressed. */
function digestOf(blocks: readonly HistoryBlock[]): string {
  return contentHash(blocks.map(({ dates, columns }) => `${dates.join(' ')} ${columns.file}\n`).join(''));
}

export interface HistoryKind {
  readonly every: Every;
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  readonly note: string | null;
}

/**
 * Appends a block.
 * @throws if it begins before the last snapshot or the history has a different interval
 */
export async function appendBlock(
  store: HistoryStore,
  block: HistoryBlock,
  { every, todays, note }: HistoryKind,
): Promise<HistoryManifest> {
  const before = store.manifest?.blocks ?? [];
  const last = before.at(-1)?.dates.at(-1);
  if (last !== undefined && block.dates[0]! <= last)
    throw new Error(`the history has a snapshot of ${last} already: one of ${block.dates[0]} can't follow it`);
  checkEvery(store.manifest, every);
  const blocks = [...before, block];
  const union = [...new Set([...(store.manifest?.todays ?? []), ...todays])].sort();
  const manifest: HistoryManifest = {
    ...store.manifest,
    format: 1,
    digest: digestOf(blocks),
    every,
    blocks,
    todays: union,
    note,
  };
  await store.swap(manifest);
  return manifest;
}

export function checkEvery(manifest: HistoryManifest | null, every: Every): void {
  if (manifest && manifest.every !== every)
    throw new Error(
      `the history has a snapshot every ${manifest.every}, not every ${every}: choose another --out, or --every ${manifest.every}`,
    );
}
