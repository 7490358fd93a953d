/** Columns that a history has today's values of, since no source has another. */
import { t } from '../../shell/i18n.ts';
import { presentDate, state } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';

/** Whether the present rows are of a past date, and the column is today's. */
export function isTodays(id: string): boolean {
  return presentDate() !== null && state.history.todays.includes(id);
}

/** The name of a column above its values: of a past date, one that has today's value says so. */
export function headerLabel(id: string): string {
  const label = columnLabel(id);
  return isTodays(id) ? t('asOf.todaysColumn', { column: label }) : label;
}
