/** Column order that groups related columns. */
import { useEffect, useState } from 'react';
import { seriate } from '../../engine/panorama/seriation.ts';
import type { CorrelationTable } from './correlations.ts';

/** Duration of one time slice. */
const SLICE_MS = 8;

/** Column order clustered by absolute correlation; the table's own order until computed. */
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
