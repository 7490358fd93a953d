import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width and height in CSS pixels. */
type Size = readonly [number, number];

/**
 * The size of the grid's frame, for its first paint; null in the first render. The grid itself would learn its size from an observer,
 * after an empty frame has been painted.
 */
export function useFirstSize(frame: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  const [, setTold] = useState(false);
  useLayoutEffect(() => {
    const { width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
    setSize([width, height]);
  }, [frame]);
  useLayoutEffect(() => {
    if (size === null) return;
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
