/** Column names and values for the completion. */
import { COLUMNS } from '../../catalogue/catalogue.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { isLet, knowingFormulas } from '../../engine/table/formulas.ts';
import { searchColumns } from '../columns/search.ts';
import { columnOf, otherColumns, state } from '../state/store.ts';
import { categoryText, columnLabel } from '../state/words.ts';
import type { Words } from './completion.ts';

/** For the present steps, including columns of their formulas. */
export function pieceWords(): Words {
  const steps = state.steps.flatMap(({ on, step }): readonly Step[] => (on ? [step] : []));
  const known = knowingFormulas(steps, columnOf);
  const own = steps.flatMap((step) => (isLet(step) && step.columnId !== '' ? (known(step.columnId) ?? []) : []));
  const all = [...new Map([...own, ...COLUMNS, ...otherColumns()].map((column) => [column.id, column])).values()];
  return {
    columnOf: known,
    search: (text) => searchColumns(all, text),
    nameOf: (column) => columnLabel(column.id),
    valuesOf: (columnId) => {
      const column = state.frame?.columns.get(columnId);
      return column?.kind === 'text' ? column.labels : [];
    },
    valueName: (columnId, value) => categoryText(columnId, value),
  };
}
