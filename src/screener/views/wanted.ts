/** What a view needs of columns: the grid is not there to ask for it. */
import { createContext, useContext, useEffect } from 'react';
import { allIds, FROZEN_IDS } from '../columns/view.ts';
import { useFrame } from '../rows/live.ts';
import { countColumns } from '../state/distributions.ts';
import type { Frame } from '../state/store.ts';
import { dropWish, type WindowOfWish, wantColumns } from '../state/values.ts';

/** The window that a view stands in. */
export const WindowName = createContext<WindowOfWish>('first');

/** Asks for the values of columns, and renders again when they have come. */
export function useColumns(ids: readonly string[]): Frame | null {
  const key = ids.join();
  const own = useContext(WindowName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids by value
  useEffect(() => {
    wantColumns([...new Set([...FROZEN_IDS, 'currency', 'usdRate', ...ids])], [], allIds(), own);
  }, [key, own]);
  // The grid, or another view in its place, says itself what it wants next.
  useEffect(() => (own === 'second' ? () => dropWish(own) : undefined), [own]);
  return useFrame();
}

/** Asks how columns are spread over the universe and the present rows. */
export function useCounted(ids: readonly string[], frame: Frame | null): void {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids by value
  useEffect(() => {
    if (frame) countColumns(ids, frame);
  }, [key, frame]);
}
