/** Converts each source of a history to a folder of tables. */
import { rm } from 'node:fs/promises';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import type { ThreadOptions } from '../threads/threads.ts';
import { failsHistoryTables } from './failsTables.ts';
import type { HistoryFolder } from './opened.ts';
import { secHistoryTables } from './secTables.ts';

export const HISTORY_SOURCES = ['tables', 'sec', 'fails'] as const;
export type HistorySource = (typeof HISTORY_SOURCES)[number];

export interface SourceOptions {
  readonly mapping: string | undefined;
  readonly work: string;
  readonly report: Report;
  readonly progress: Progress;
  readonly threads?: ThreadOptions | undefined;
}

/** Converts sources other than tables. The caller calls `remove`. */
export async function historyFolders(
  from: readonly { readonly source: HistorySource; readonly path: string }[],
  options: SourceOptions,
): Promise<{ readonly folders: readonly HistoryFolder[]; remove(): Promise<void> }> {
  const made: string[] = [];
  const remove = async (): Promise<void> => {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  };
  const folders: HistoryFolder[] = [];
  const add = async (source: HistorySource, path: string): Promise<void> => {
    if (source === 'tables') {
      folders.push({ path, mapping: options.mapping });
      return;
    }
    const make = source === 'sec' ? secHistoryTables : failsHistoryTables;
    const folder = await make({ ...options, from: path });
    made.push(folder);
    folders.push({ path: folder, isOfSec: source === 'sec' });
  };
  try {
    for (const { source, path } of from) await add(source, path);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folders, remove };
}
