import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: string;
  readonly tools?: ReactNode;
  /** CSS name of its position in the layout. */
  readonly place: string;
  readonly children: ReactNode;
}

export function Card({ title, tools, place, children }: CardProps) {
  const id = useId();
  return (
    <section className={`card card-${place}`} aria-labelledby={id}>
      <header className="card-head line wrap">
        <h3 id={id}>{title}</h3>
        <span className="spring" />
        {tools}
      </header>
      {children}
    </section>
  );
}
