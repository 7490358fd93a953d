import type { AsOfStep } from '../../engine/steps/asOf.ts';
import type { SelectionSql } from '../kind.ts';

/** The condition on the table itself selects the snapshot. */
export const asOfSql: SelectionSql<AsOfStep> = {
  selection: () => (rows, at) => rows.through(at),
};
