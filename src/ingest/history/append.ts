/** Adds blocks of snapshots to a history: each is whole on the disk before the history names it, and never changes afterwards. */
import { contentHash } from '../../contentHash.ts';
import type { Every } from '../../history/sessions.ts';
import type { HistoryBlock, HistoryManifest } from '../../wire/history.ts';
import type { HistoryStore } from './store.ts';

/** Snapshots of one block: so many are in memory at a time, and so many are lost when a run is killed. */
export const BLOCK_DATES_MAX = 24;

/** The digest over all blocks: what they say, whatever compressed them. */
function digestOf(blocks: readonly HistoryBlock[]): string {
  return contentHash(blocks.map(({ dates, columns }) => `${dates.join(' ')} ${columns.file}\n`).join(''));
}

/** What is the same for all blocks of a history. */
export interface HistoryKind {
  readonly every: Every;
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  readonly note: string | null;
}

/**
 * Adds a block behind those that are there.
 * @throws when it begins before the last snapshot, or the history has other snapshots than these
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
  const manifest: HistoryManifest = { format: 1, digest: digestOf(blocks), every, blocks, todays: union, note };
  await store.swap(manifest);
  return manifest;
}

/** Throws when a history has snapshots of another rhythm. */
export function checkEvery(manifest: HistoryManifest | null, every: Every): void {
  if (manifest && manifest.every !== every)
    throw new Error(
      `the history has a snapshot every ${manifest.every}, not every ${every}: choose another --out, or --every ${manifest.every}`,
    );
}
