/** What an unknown column in an option may mean: options take ids, the page shows names. */
import labels from '../../locales/en-US.json';
import { COLUMNS } from '../catalogue/catalogue.ts';
import { nearest } from '../catalogue/nearest.ts';
import { successorOf } from '../catalogue/retired.ts';
import { SYNONYMS } from '../catalogue/synonyms.ts';
import { UsageError } from './usage.ts';

/** Ids listed for the beginning or a part of a name. */
const LISTED_MAX = 3;

/** Ids, English names on the page and common names, with their ids. */
function names(): ReadonlyMap<string, string> {
  const shown = labels as Readonly<Record<string, string>>;
  return new Map([
    ...COLUMNS.map(({ id }) => [id, id] as const),
    ...COLUMNS.map(({ id }) => [shown[`column.${id}`] ?? id, id] as const),
    ...SYNONYMS,
  ]);
}

/** The id that a name misspells; otherwise the first ones of which it is a part. */
function idsNear(name: string): readonly string[] {
  const known = names();
  const found = nearest(name, known.keys());
  if (found !== null) return [known.get(found)!];
  const part = name.toLowerCase();
  const holding = [...known].filter(([each]) => each.toLowerCase().includes(part)).map(([, id]) => id);
  return [...new Set(holding)].slice(0, LISTED_MAX);
}

export function unknownColumn(option: string, name: string): UsageError {
  if (name === '') return new UsageError(`${option}: a column is empty; it takes ids such as marketCapitalization`);
  const successor = successorOf(name);
  const meant = successor === undefined ? idsNear(name) : [successor];
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : '“panscreen columns” lists the ids';
  return new UsageError(`${option}: there is no column ${name}: ${hint}`);
}
