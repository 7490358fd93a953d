/** A CSV file of the whole result, made by the engine. */
import { Cancelled } from '../engine/client.ts';
import { t } from '../shell/i18n.ts';
import { engine } from './engine.ts';
import { held, state } from './store.ts';

/** Long enough for the browser to have begun to read the file. */
const REVOKE_AFTER_MS = 60_000;

/** Makes and saves the file; one at a time. */
export async function exportCsv(columnIds: readonly string[]): Promise<void> {
  const { frame } = state;
  if (!frame || state.exporting) return;
  state.exportFault = null;
  const job = engine().export('csv', columnIds, frame, (done, total) => report(total === 0 ? 1 : done / total));
  const report = (share: number): void => {
    state.exporting = held({ share, cancel: () => job.cancel() });
  };
  report(0);
  try {
    save(await job.done);
  } catch (error) {
    if (!(error instanceof Cancelled)) state.exportFault = error instanceof Error ? error.message : String(error);
  } finally {
    state.exporting = null;
  }
}

function save(bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t('export.name', { date: new Date().toISOString().slice(0, 10) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
