/** Saves a text as a file of the user's. */
import { t } from '../../shell/i18n.ts';
import { fileWord } from '../state/export.ts';

/** Long enough for the browser to have begun to read the file. */
const REVOKE_AFTER_MS = 60_000;

/** @param name of what it holds, without its ending */
export function download(text: string, name: string, format: 'csv' | 'json' | 'txt'): void {
  const type = format === 'json' ? 'application/json' : format === 'csv' ? 'text/csv;charset=utf-8' : 'text/plain;charset=utf-8';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t('export.file', { screen: fileWord(name), date: new Date().toISOString().slice(0, 10), format });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
