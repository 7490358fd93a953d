import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A scrollable region; focusable, so that keys scroll it. */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus for scrolling by keys
  <section className={className} tabIndex={0} aria-label={label}>
    {children}
  </section>
);
