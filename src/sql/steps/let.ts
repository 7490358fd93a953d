import type { LetStep } from '../../engine/table/formulas.ts';
import type { SelectionSql } from '../kind.ts';

/** The column is computed where a step reads it. */
export const letSql: SelectionSql<LetStep> = {
  selection: () => (rows, at) => rows.through(at),
};
