import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { percentileArrivals, percentilesOf, wantNoPercentiles, wantPercentiles } from '../lens/percentiles.ts';
import { state } from '../state/store.ts';
import { useArrivals } from './live.ts';

const RANKED_IDS = COLUMNS.filter((column) => !isText(column) && column.unit !== 'date' && !column.helper).map(({ id }) => id);

/** Percentiles (0 … 1) of a row within its sector; re-renders as they arrive. */
export function useSectorPercentiles(row: number | undefined): (columnId: string) => number {
  const { frame, universe } = useSnapshot(state);
  const isWanted = row !== undefined && !universe.loading;
  useEffect(() => {
    if (!frame || !isWanted) return;
    wantPercentiles('row', 'sector', RANKED_IDS, frame);
    return () => wantNoPercentiles('row');
  }, [frame, isWanted]);
  useArrivals(percentileArrivals);
  return (columnId) => (row === undefined ? Number.NaN : (percentilesOf('sector', columnId)?.[row] ?? Number.NaN));
}
