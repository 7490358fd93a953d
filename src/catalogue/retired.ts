import { COLUMNS } from './catalogue.ts';
import { nearest } from './nearest.ts';

/** Columns that an older text of a screen may name and that are no more: what to name instead. */
const RETIRED: Readonly<Record<string, string>> = {
  // Levered free cash flow belongs to the shareholders alone, enterprise value to lenders too.
  enterpriseValueToFreeCashFlow: 'enterpriseValueToUnleveredFreeCashFlow',
};

/** The column that has taken the place of a retired one; undefined for any other id. */
export function successorOf(id: string): string | undefined {
  return Object.hasOwn(RETIRED, id) ? RETIRED[id] : undefined;
}

/** Says that there is no such column, and what to name instead: the successor of a retired one, or the nearest id. */
export function noColumn(id: string): string {
  const successor = successorOf(id);
  if (successor !== undefined) return `the column ${id} is retired: name ${successor} instead`;
  const meant = nearest(
    id,
    COLUMNS.map(({ id }) => id),
  );
  return `there is no column ${id}${meant === null ? '' : `: did you mean ${meant}?`}`;
}
