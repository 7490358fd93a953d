import { COLUMNS, columnById } from './catalogue.ts';
import { nearest } from './nearest.ts';
import { columnNamed, SYNONYMS } from './synonyms.ts';

/** Columns that an older text of a screen may name and that are no more: what to name instead. */
const RETIRED: Readonly<Record<string, string>> = {
  // Levered free cash flow belongs to the shareholders alone, enterprise value to lenders too.
  enterpriseValueToFreeCashFlow: 'enterpriseValueToUnleveredFreeCashFlow',
};

/** The column that has taken the place of a retired one; undefined for any other id. */
export function successorOf(id: string): string | undefined {
  return Object.hasOwn(RETIRED, id) ? RETIRED[id] : undefined;
}

/** The column that a name without one may mean, by its id or a common name; undefined when none is near. */
export function columnMeant(name: string): string | undefined {
  const near = nearest(name, [...COLUMNS.map(({ id }) => id), ...SYNONYMS.map(([synonym]) => synonym)]);
  return near === null ? undefined : (columnById(near)?.id ?? columnNamed(near));
}

/** Says that there is no such column, and what to name instead: the successor of a retired one, or what the name may mean. */
export function noColumn(id: string): string {
  const successor = successorOf(id);
  if (successor !== undefined) return `the column ${id} is retired: name ${successor} instead`;
  const meant = columnMeant(id);
  return `there is no column ${id}${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}
