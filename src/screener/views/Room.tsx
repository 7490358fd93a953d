import type { ReactNode } from 'react';

interface RoomProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a view in the place of the grid: its tools above, what it shows below. */
export function Room({ title, tools, children }: RoomProps) {
  return (
    <section className="room" aria-label={title} tabIndex={-1}>
      {tools && <div className="room-tools">{tools}</div>}
      <div className="room-body">{children}</div>
    </section>
  );
}
