/** Columns of a history that hold today's values, because no source has past ones. */
import { t } from '../../shell/i18n.ts';
import { presentDate, state } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';

/** Whether the rows are of a past date but the column holds today's values. */
export function isTodays(id: string): boolean {
  return presentDate() !== null && state.history.todays.includes(id);
}

/** Column header; marks today's values at a past date. */
export function headerLabel(id: string): string {
  const label = columnLabel(id);
  return isTodays(id) ? t('asOf.todaysColumn', { column: label }) : label;
}
