/** Filter from the cell under the cursor: its category, or its number as lower bound. */
import { isMoney, isText } from '../../catalogue/column.ts';
import { categoricalFilter, numericFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { t } from '../../shell/i18n.ts';
import { cellValue } from '../rows/values.ts';
import { columnOf, say, showPanel, state } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { addStep, goToValue } from './edit.ts';
import { newFilter } from './filter.tsx';
import { outward } from './outward.ts';

const CELL_DIGITS = 6;

export function filterByCell(): void {
  const { cursor, frame } = state;
  const column = cursor && columnOf(cursor.columnId);
  if (!cursor || !frame || !column) {
    say(t('announcement.noCursor'));
    return;
  }
  const value = cellValue(frame, column.id, cursor.row);
  if (value === null) {
    say(t('announcement.notYet', { column: columnLabel(column.id) }));
    return;
  }
  if (isText(column)) {
    filterBy(categoricalFilter({ columnId: column.id, operator: 'Equals', operatorValues: [String(value)] }));
    return;
  }
  if (typeof value !== 'number' || Number.isNaN(value)) {
    filterBy(newFilter(column, column.id));
    return;
  }
  const currency = isMoney(column) ? cellValue(frame, 'currency', cursor.row) : null;
  const operatorValues = [outward(value, false, CELL_DIGITS)];
  const filter = numericFilter({ columnId: column.id, operator: 'GreaterThanOrEquals', operatorValues });
  filterBy(typeof currency === 'string' && currency !== 'USD' ? { ...filter, currency } : filter);
}

/** Adds a filter, at its default or the given position, and opens the step panel. */
export function filterBy(step: Step, place?: number): void {
  showPanel('steps', true);
  addStep(step, place);
}

/** Adds a blank filter on a column and focuses its value field. */
export function filterByColumn(columnId: string): void {
  filterBy(newFilter(columnOf(columnId), columnId));
  goToValue();
}
