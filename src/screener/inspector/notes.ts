/** Notes and tags of securities, stored on this device. */
import { readJson, setAside, writeWork } from '../../shell/storage.ts';

export interface Note {
  readonly text: string;
  readonly tags: readonly string[];
}

const SETTING = 'notes';
export const NOTE_MAX = 4000;
const TAGS_MAX = 20;
const TAG_MAX = 40;
const NOTHING: Note = { text: '', tags: [] };

function isNote(value: unknown): value is Note {
  const { text, tags } = (value ?? {}) as Partial<Note>;
  return typeof text === 'string' && Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
}

function isStore(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Everything stored by key, also what is no note of this version; null if there is nothing, or it cannot be read. */
function stored(): Readonly<Record<string, unknown>> | null {
  const value = readJson(SETTING);
  return isStore(value) ? value : null;
}

/** Keys are SYMBOL@EXCHANGE. */
export function allNotes(): Readonly<Record<string, Note>> {
  return Object.fromEntries(Object.entries(stored() ?? {}).filter((entry): entry is [string, Note] => isNote(entry[1])));
}

export function noteOf(key: string): Note {
  const notes = allNotes();
  return (Object.hasOwn(notes, key) && notes[key]) || NOTHING;
}

/** Saves a note; an empty one is deleted. What cannot be read is kept. Returns whether it is stored. */
export function keepNote(key: string, { text, tags }: Note): boolean {
  const before = stored();
  if (before === null || (Object.hasOwn(before, key) && !isNote(before[key]))) setAside(SETTING);
  const notes = Object.fromEntries(Object.entries(before ?? {}).filter(([each]) => each !== key));
  const kept = { text: text.slice(0, NOTE_MAX), tags };
  const all = text.trim() === '' && tags.length === 0 ? notes : { ...notes, [key]: kept };
  return writeWork(SETTING, Object.keys(all).length === 0 ? null : JSON.stringify(all));
}

/** Parses comma-separated tags, without duplicates. */
export function tagsOf(text: string): readonly string[] {
  const tags = text.split(/[,،、，]/).map((tag) => tag.trim().slice(0, TAG_MAX));
  return [...new Set(tags.filter(Boolean))].slice(0, TAGS_MAX);
}
