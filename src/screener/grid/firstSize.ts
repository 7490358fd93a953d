import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width and height in CSS pixels. */
type Size = readonly [number, number];

/** The grid asks an observer for its size. */
const UNKNOWN: Size = [0, 0];

/**
 * The size of the grid's frame for a first paint with rows; null until it has been measured. The grid itself would learn its size from
 * an observer, after an empty frame has been painted. While the page loads, that frame comes before the rows, so measuring would delay them.
 */
export function useFirstSize(frame: RefObject<HTMLElement | null>, hasRows: boolean): Size | null {
  const [size, setSize] = useState<Size | null>(hasRows ? null : UNKNOWN);
  const [, setTold] = useState(false);
  useLayoutEffect(() => {
    if (size === UNKNOWN) return;
    if (size === null) {
      const { width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
      setSize([width, height]);
      return;
    }
    // The grid reads its visible region when it scrolls. Before, it paints once when the fonts are ready: nothing, without a region.
    void document.fonts.ready.then(() =>
      flushSync(() => {
        frame.current?.querySelector('.dvn-scroller')?.dispatchEvent(new Event('scroll'));
        // A scroll alone would be rendered in a later task.
        setTold(true);
      }),
    );
  }, [frame, size]);
  return size;
}
