import type { ReactNode } from 'react';

interface TileProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

/** A key figure with its uncertainty below. */
export function Tile({ name, value, note }: TileProps) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{note}</span>
      </dd>
    </div>
  );
}
