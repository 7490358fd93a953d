import type { HoldStep } from '../../engine/steps/hold.ts';
import type { SelectionSql } from '../kind.ts';

/** The rows of one date stay as they are. */
export const holdSql: SelectionSql<HoldStep> = {
  selection: () => (rows, at) => rows.through(at),
};
