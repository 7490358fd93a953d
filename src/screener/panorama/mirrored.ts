import { type RefObject, useEffect } from 'react';
import { runsFromRight } from '../frame/direction.ts';

/** Right-to-left languages flip the picture; this mirrors its events. */
export function useMirror(scroller: RefObject<HTMLElement | null>, language: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the direction depends on the language
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
