/** Requests the values of visible columns. */
import type { Rectangle } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import { allIds, FROZEN_IDS, visibleIds } from '../columns/view.ts';
import { columnOf, state } from '../state/store.ts';
import { wantColumns } from '../state/values.ts';

/** Number of columns prefetched on either side. */
const NEAR_COUNT = 12;
/** About the narrowest column by default: few pages show more columns than their width divided by this. */
const NARROW_PX = 46;
/** Assumed visible region until the grid knows its size. */
export const FIRST_REGION: Rectangle = { x: 0, y: 0, width: Math.ceil(globalThis.innerWidth / NARROW_PX), height: 0 };

export function wantRegion(columns: readonly Column[], { x, width }: Rectangle): void {
  const ids = columns.map((column) => column.id);
  const near = [...ids.slice(x, x + width + NEAR_COUNT), ...ids.slice(Math.max(0, x - NEAR_COUNT), x)];
  wantColumns([...FROZEN_IDS, 'currency', 'usdRate', ...ids.slice(x, x + width)], near, [...ids, ...allIds()]);
}

/** Requests the first values before the grid mounts. */
export function wantFirstRegion(): void {
  wantRegion(
    visibleIds(state.view).flatMap((id) => columnOf(id) ?? []),
    FIRST_REGION,
  );
}
