import type { ReactNode } from 'react';

interface StripProps {
  readonly text: string;
  readonly role?: 'alert' | 'status';
  /** Actions. */
  readonly children?: ReactNode;
}

/** A full-width message. */
export function Strip({ text, role = 'alert', children }: StripProps) {
  return (
    <p className="strip" role={role}>
      <span>{text}</span>
      {children}
    </p>
  );
}
