import { useCallback, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { Events } from '../../shell/listeners.ts';
import { type Frame, state } from '../state/store.ts';
import { columnArrivals } from '../state/values.ts';

/** Arrivals within this time render together. */
const TOGETHER_MS = 150;

/** Re-renders after events, including those between a render and its effects. Returns their number. */
export function useArrivals<Args extends readonly unknown[]>({ add, count }: Events<Args>): number {
  const subscribe = useCallback(
    (again: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = add(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          again();
        }, TOGETHER_MS);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [add],
  );
  return useSyncExternalStore(subscribe, count);
}

/** The painted frame; re-renders as columns arrive. */
export function useFrame(): Frame | null {
  const { frame } = useSnapshot(state);
  useArrivals(columnArrivals);
  return frame;
}
