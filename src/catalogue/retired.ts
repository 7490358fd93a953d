import { COLUMNS } from './catalogue.ts';
import { nearest } from './nearest.ts';

/** Retired columns that older screen texts may name, with their successors. */
const RETIRED: Readonly<Record<string, string>> = {
  // Levered free cash flow belongs to shareholders only, enterprise value to lenders too.
  enterpriseValueToFreeCashFlow: 'enterpriseValueToUnleveredFreeCashFlow',
};

/** The successor of a retired column; undefined for other ids. */
export function successorOf(id: string): string | undefined {
  return Object.hasOwn(RETIRED, id) ? RETIRED[id] : undefined;
}

/** Reports an unknown column with a suggestion: the successor of a retired one, or the nearest id. */
export function noColumn(id: string): string {
  const successor = successorOf(id);
  if (successor !== undefined) return `the column ${id} is retired: name ${successor} instead`;
  const meant = nearest(
    id,
    COLUMNS.map(({ id }) => id),
  );
  return `there is no column ${id}${meant === null ? '' : `: did you mean ${meant}?`}`;
}
