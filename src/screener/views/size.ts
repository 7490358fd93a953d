import { type RefObject, useEffect, useState } from 'react';

const FIRST = [640, 480] as const;

/** Size of an element in whole CSS pixels. */
export function useSize(holder: RefObject<HTMLElement | null>): readonly [width: number, height: number] {
  const [size, setSize] = useState<readonly [number, number]>(FIRST);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const { ResizeObserver } = element.ownerDocument.defaultView ?? window;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setSize([Math.floor(width), Math.floor(height)]);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return size;
}
