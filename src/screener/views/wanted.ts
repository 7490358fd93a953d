/** Column requests of views, which have no grid. */
import { createContext, useContext, useEffect } from 'react';
import { allIds, FROZEN_IDS } from '../columns/view.ts';
import { useFrame } from '../rows/live.ts';
import { countColumns } from '../state/distributions.ts';
import type { Frame } from '../state/store.ts';
import { dropWish, type WindowOfWish, wantColumns } from '../state/values.ts';

/** The window of a view. */
export const WindowName = createContext<WindowOfWish>('first');

/** Requests column values; re-renders as they arrive. */
export function useColumns(ids: readonly string[]): Frame | null {
  const key = ids.join();
  const own = useContext(WindowName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids are compared by value
  useEffect(() => {
    wantColumns([...new Set([...FROZEN_IDS, 'currency', 'usdRate', ...ids])], [], allIds(), own);
  }, [key, own]);
  // The next grid or view makes its own requests.
  useEffect(() => (own === 'second' ? () => dropWish(own) : undefined), [own]);
  return useFrame();
}

/** Requests distributions of columns. */
export function useCounted(ids: readonly string[], frame: Frame | null): void {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids are compared by value
  useEffect(() => {
    if (frame) countColumns(ids, frame);
  }, [key, frame]);
}
