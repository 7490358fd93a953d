/** Values of a column for every row of the table: a copy for the grid, or the table's own with shared memory. */
export type ColumnValues =
  | { readonly kind: 'number'; readonly id: string; readonly values: Float32Array }
  | { readonly kind: 'text'; readonly id: string; readonly codes: Uint32Array; readonly labels: readonly string[] };
