import { useEffect, useReducer } from 'react';
import { useSnapshot } from 'valtio';
import { type Frame, state } from '../store.ts';
import { onColumnArrival } from '../values.ts';

/** Columns that come one after the other are shown together. */
const TOGETHER_MS = 120;

/** The painted frame; renders again when more of its columns have come. */
export function useFrame(): Frame | null {
  const { frame } = useSnapshot(state);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onColumnArrival(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return frame;
}
