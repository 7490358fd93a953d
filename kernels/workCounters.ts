/** Counts of the work done, so that a test can hold an edit to what it needs on a machine of any speed: plain integers, added to once per pass. */
export const workCounters = {
  /** Rows that filters tested. */
  filteredRows: 0,
  /** Sorts run, and rows in them. */
  sorts: 0,
  sortedRows: 0,
  /** Columns computed by formulas, and rows of them. */
  computedColumns: 0,
  computedRows: 0,
  /** Columns coded for distributions, and rows counted by code. */
  codedColumns: 0,
  countedRows: 0,
  /** Bytes of row numbers and column values copied to be kept or given away. */
  copiedBytes: 0,
};
export type WorkCounters = typeof workCounters;
