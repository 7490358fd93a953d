import { type Correlations, correlate, type Progress } from '../../../kernels/statistics/correlation.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';

/**
 * Rank correlations between columns over the rows, as matrices in the order of `ids`; see {@link correlate}.
 * @throws RangeError for a text or unknown column
 */
export function columnCorrelations(table: Table, ids: readonly string[], rows: Uint32Array): Generator<Progress, Correlations> {
  return correlate(
    ids.map((id) => numbersOf(table, id)),
    rows,
  );
}
