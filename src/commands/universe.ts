/** The universe of a screen: today's published data, or a snapshot of a history. */
import { holdOutFrom } from '../engine/backtest/holdOut.ts';
import type { Table } from '../engine/table/table.ts';
import { dayOfIso } from '../ingest/formats/day.ts';
import { type HistoryManifest, historyId } from '../wire/history.ts';
import { loadPublished } from './published.ts';
import { openHistoryAt } from './publishedHistory.ts';
import { UsageError } from './usage.ts';

export interface Universe {
  /** Calls `answer` with the table, repeatedly until all columns that it reads have been fetched. */
  ask<Answer>(answer: (table: Table) => Answer): Promise<Answer>;
  /** For a snapshot in the hold-out: the hold-out's first day and the id of the history. */
  readonly holdOut: { readonly from: number; readonly history: string } | null;
}

export function holdOutOf(manifest: HistoryManifest, snapshot: string): Universe['holdOut'] {
  const from = holdOutFrom(manifest.blocks.flatMap(({ dates }) => dates).map(dayOfIso));
  return from === null || dayOfIso(snapshot) < from ? null : { from, history: historyId(manifest) };
}

/** @param date of the snapshot; null for today's data, or for the newest snapshot if there is only a history */
export async function openUniverse(
  folder: string | undefined,
  history: string | undefined,
  date: string | null,
): Promise<Universe> {
  if (date === null && folder) {
    const table = await loadPublished(folder);
    return { ask: async (answer) => answer(table), holdOut: null };
  }
  if (!history) throw new UsageError(`“as of ${date}” needs --history DIR, or the folder in PANSCREEN_HISTORY`);
  const opened = await openHistoryAt(history);
  const place = date === null ? opened.dates.length - 1 : opened.placeOf(date);
  return { ask: (answer) => opened.ask(place, answer), holdOut: holdOutOf(opened.manifest, opened.dates[place]!) };
}
