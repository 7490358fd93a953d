import { type RefObject, useEffect } from 'react';
import { runsFromRight } from '../frame/direction.ts';

/** Where the language runs from right to left, the picture is shown as in a mirror: what happens over it is told as if it were not. */
export function useMirror(scroller: RefObject<HTMLElement | null>, language: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the direction of the page depends on the language
  useEffect(() => {
    if (!runsFromRight()) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../frame/mirror.ts').then(({ mirrorEvents }) => {
      if (!isGone && scroller.current) stop = mirrorEvents(scroller.current, () => scroller.current);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [scroller, language]);
}
