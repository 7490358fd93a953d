import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Ref of a box and its current width in CSS pixels; 0 before the first layout. */
export function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number] {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const { ResizeObserver } = element.ownerDocument.defaultView ?? window;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
