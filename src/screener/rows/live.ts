import { useEffect, useReducer } from 'react';
import { useSnapshot } from 'valtio';
import { type Frame, state } from '../state/store.ts';
import { onColumnArrival } from '../state/values.ts';

/** Arrivals within this time render together. */
const TOGETHER_MS = 150;

/** Re-renders after events of `listen` and returns how often. */
export function useArrivals(listen: (listener: () => void) => () => void): number {
  const [count, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [listen]);
  return count;
}

/** The painted frame; re-renders as columns arrive. */
export function useFrame(): Frame | null {
  const { frame } = useSnapshot(state);
  useArrivals(onColumnArrival);
  return frame;
}
