import type { ReactNode } from 'react';

interface StripProps {
  readonly text: string;
  readonly role?: 'alert' | 'status';
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** A line across the page that says what is wrong. */
export function Strip({ text, role = 'alert', children }: StripProps) {
  return (
    <p className="strip" role={role}>
      <span>{text}</span>
      {children}
    </p>
  );
}
