import type { ReactNode } from 'react';

interface LegendItemProps {
  readonly name: string;
  readonly look: string;
  readonly children: ReactNode;
}

export const LegendItem = ({ name, look, children }: LegendItemProps) => (
  <span className="legend-item" data-look={look}>
    {name} <b>{children}</b>
  </span>
);
