import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part that scrolls by itself. It takes the focus, so that it scrolls by keys too. */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
  <section className={className} tabIndex={0} aria-label={label}>
    {children}
  </section>
);
