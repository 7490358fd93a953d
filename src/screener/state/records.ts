/** The user's notes and watchlists as one file. */
import { allNotes } from '../inspector/notes.ts';
import { watchlists } from '../watchlists/lists.ts';
import { saveFile } from './saveFile.ts';

export function exportRecords(): void {
  const records = { notes: allNotes(), watchlists: watchlists() };
  saveFile(new Blob([JSON.stringify(records, null, 2)], { type: 'application/json' }), 'panscreen-records.json');
}
