import type { ReactNode } from 'react';

interface TileProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

/** A figure with its name, and below it how sure it is. */
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
