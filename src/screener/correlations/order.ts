/** The columns of the matrix in an order that shows what belongs together. */
import { useEffect, useState } from 'react';
import { seriate } from '../../engine/panorama/seriation.ts';
import type { CorrelationTable } from './correlations.ts';

/** Longest that the page is kept busy at a time. */
const SLICE_MS = 8;

/** Places of the columns: clustered by the strength of their correlations, whatever the sign; the table's own until that is known. */
export function useOrder(table: CorrelationTable | null, isClustered: boolean): readonly number[] {
  const [found, setFound] = useState<{ readonly table: CorrelationTable; readonly order: readonly number[] } | null>(null);
  useEffect(() => {
    if (!table || !isClustered) return;
    const work = seriate(
      table.coefficients.map((coefficient) => 1 - Math.abs(coefficient)),
      table.ids.length,
    );
    let timer: ReturnType<typeof setTimeout>;
    const slice = (): void => {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) {
        const next = work.next();
        if (next.done) {
          setFound({ table, order: next.value.order });
          return;
        }
      }
      timer = setTimeout(slice);
    };
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [table, isClustered]);
  return isClustered && found && found.table === table ? found.order : (table?.ids ?? []).map((_, index) => index);
}
