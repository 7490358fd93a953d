/** Exports of the whole result, created by the engine. */
import { isoDate } from '../../catalogue/display.ts';
import { Cancelled } from '../../engine/worker/client.ts';
import { messageOf } from '../../shell/errors.ts';
import { allIds, shownIds } from '../columns/view.ts';
import { screenText } from '../steps/text.ts';
import { engine } from './engine.ts';
import type { FileFormat } from './fileFormats.ts';
import { saveFile } from './saveFile.ts';
import { asRef, state } from './store.ts';

const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

/** Exports and saves a file, one at a time. */
export async function exportFile(format: FileFormat, which: 'shown' | 'all'): Promise<void> {
  const { frame } = state;
  if (!frame || state.exporting) return;
  state.exportFault = null;
  const columnIds = which === 'all' ? allIds() : shownIds();
  const { version, rows } = frame;
  const onProgress = (done: number, total: number): void => report(total === 0 ? 1 : done / total);
  const job = engine().ask('export', { format, columnIds, version, rows }, { onProgress });
  const report = (share: number): void => {
    state.exporting = asRef({ share, cancel: () => job.cancel() });
  };
  report(0);
  try {
    const name = await screenName();
    saveNamed((await job.done).bytes as Uint8Array<ArrayBuffer>, name, format);
  } catch (error) {
    if (!(error instanceof Cancelled)) state.exportFault = messageOf(error);
  } finally {
    state.exporting = null;
  }
}

/** Name of the opened saved screen, or else the screen's text. */
async function screenName(): Promise<string> {
  const [text, { opened }] = [screenText(), state];
  if (opened?.text !== text) return text;
  const { savedScreen } = await import('../../shell/database.ts');
  return (await savedScreen(opened.id).catch(() => undefined))?.name ?? text;
}

const FILE_WORD_MAX = 60;

/** A screen's text with only the characters allowed in file names. */
function fileWord(text: string): string {
  const word = text.replaceAll('>=', ' min ').replaceAll('<=', ' max ').replaceAll('>', ' over ').replaceAll('<', ' under ');
  return (
    word
      .replace(/[^\p{L}\p{N}.]+/gu, '-')
      .slice(0, FILE_WORD_MAX)
      .replace(/^[-.]+|[-.]+$/g, '') || 'all'
  );
}

/** File name for a screen and a date. */
export function fileName(screen: string, day: string, format: FileFormat): string {
  return `panscreen-${fileWord(screen)}-${day}.${format}`;
}

/** Saves a file named after `name` and the local date. */
export function saveNamed(content: BlobPart, name: string, format: FileFormat): void {
  const now = new Date();
  const localDay = isoDate(now.getTime() / 1000 - 60 * now.getTimezoneOffset());
  const file = fileName(name, localDay, format);
  saveFile(new Blob([content], { type: MEDIA_TYPES[format] }), file);
}
