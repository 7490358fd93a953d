/** The universe that a screen runs over: the published data of today, or a snapshot of a history. */
import type { Table } from '../engine/table/table.ts';
import { loadPublished } from './published.ts';
import { openHistoryAt } from './publishedHistory.ts';
import { UsageError } from './usage.ts';

export interface Universe {
  /** Answers of the table; it may be asked for several times, until all columns that it reads are there. */
  ask<Answer>(answer: (table: Table) => Answer): Promise<Answer>;
}

/** @param date of the snapshot; null for today's data, or for the newest snapshot where only a history is named */
export async function openUniverse(
  folder: string | undefined,
  history: string | undefined,
  date: string | null,
): Promise<Universe> {
  if (date === null && folder) {
    const table = await loadPublished(folder);
    return { ask: async (answer) => answer(table) };
  }
  if (!history) throw new UsageError(`“as of ${date}” needs --history DIR, or the folder in PANSCREEN_HISTORY`);
  const opened = await openHistoryAt(history);
  const place = date === null ? opened.dates.length - 1 : opened.placeOf(date);
  return { ask: (answer) => opened.ask(place, answer) };
}
