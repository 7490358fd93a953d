import { isText } from '../../catalogue/column.ts';
import type { SortStep } from '../../engine/steps/sort.ts';
import { sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';

/** Stable: the previous order decides between equal rows. A missing value comes last in both directions. */
export const sortSql: SelectionSql<SortStep> = {
  selection({ columnId, sortOperator }, universe) {
    if (sortOperator === 'None') return (rows, at) => rows.through(at);
    const direction = sortOperator === 'Descending' ? 'DESC' : 'ASC';
    const column = universe.columnOf(columnId);
    if (column && isText(column)) {
      const text = universe.text(columnId);
      const key = universe.stages.column({ ...text, text: universe.is.textKey(text.text) });
      const isMissing = universe.stages.column(sql`${text} = ''`);
      return (rows, at) => {
        rows.orderBy(`${isMissing.text} ASC`, `${key.text} ${direction}`);
        rows.through(at);
      };
    }
    const key = universe.key(columnId);
    return (rows, at) => {
      rows.orderBy(`${key.text} ${direction} NULLS LAST`);
      rows.through(at);
    };
  },
};
