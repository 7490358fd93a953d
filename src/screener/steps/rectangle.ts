/** Filters from a rectangle of the panorama: each column is bounded by the minimum and maximum of its rows. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import { numericFilter } from '../../engine/steps/filter.ts';
import { STEPS_MAX } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { t } from '../../shell/i18n.ts';
import { commonCurrency, exchangeInto, inCommonCurrency } from '../rows/money.ts';
import { columnOf, type Frame, say, showPanel, state } from '../state/store.ts';
import { columnLabel, wholeText } from '../state/words.ts';
import { newEntry, setEntries } from './edit.ts';
import { outward } from './outward.ts';

export const FILTERED_COLUMNS_MAX = 12;

/** The filter of a column, in the common currency; null without values, undefined while values are not loaded. */
function boundsOf(column: Column, rows: Uint32Array, frame: Frame): Step | null | undefined {
  const values = frame.columns.get(column.id);
  const exchange = isMoney(column) ? exchangeInto(commonCurrency(frame), frame) : null;
  if (values?.kind !== 'number' || (isMoney(column) && !exchange)) return undefined;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = (values.values[row] ?? Number.NaN) * (exchange?.factor(row) ?? 1);
    if (Number.isNaN(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return null;
  const operatorValues = [outward(low, false), outward(high, true)];
  return inCommonCurrency(numericFilter({ columnId: column.id, operator: 'Between', operatorValues }));
}

/** Adds steps as one edit; announces and returns false when there would be too many. */
export function addSteps(steps: readonly Step[]): boolean {
  if (state.steps.length + steps.length > STEPS_MAX) {
    say(t('announcement.rectangleFull'));
    return false;
  }
  setEntries([...state.steps, ...steps.map((step) => newEntry(step))]);
  showPanel('steps', true);
  return true;
}

/** Adds the filters as one edit and announces the outcome. */
export function filterByRectangle(columnIds: readonly string[], rows: Uint32Array, frame: Frame): void {
  if (columnIds.length > FILTERED_COLUMNS_MAX) {
    say(t('announcement.rectangleWide', { number: wholeText(FILTERED_COLUMNS_MAX) }));
    return;
  }
  const steps: Step[] = [];
  for (const id of columnIds) {
    const column = columnOf(id);
    const step = column ? boundsOf(column, rows, frame) : null;
    if (step === undefined) {
      say(t('announcement.notYet', { column: columnLabel(id) }));
      return;
    }
    if (step) steps.push(step);
  }
  if (addSteps(steps)) say(t('announcement.rectangle', { number: wholeText(steps.length) }));
}
