import type { AsOfStep } from '../../engine/steps/asOf.ts';
import type { SelectionSql } from '../kind.ts';

/** Says which snapshot the query reads: the condition on the table itself does. */
export const asOfSql: SelectionSql<AsOfStep> = {
  selection: () => (rows, at) => rows.through(at),
};
