/** Counts of the work done, so that tests can limit the work of an edit independently of the machine's speed: plain integers, updated once per pass. */
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
  /** Bytes of row numbers and column values copied to be cached or transferred. */
  copiedBytes: 0,
};
export type WorkCounters = typeof workCounters;
