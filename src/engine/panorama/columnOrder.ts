/** Orders of columns that make patterns visible. */
import type { Column } from '../../catalogue/column.ts';

/** Columns side by side that have something in common. */
export interface ColumnBlock {
  readonly ids: readonly string[];
  /** The group that most of the columns are of; null when none has half of them. */
  readonly group: Column['group'] | null;
  /** Amounts, such as assets or shares, all tell one thing, size: they come last. */
  readonly isAmounts: boolean;
}
