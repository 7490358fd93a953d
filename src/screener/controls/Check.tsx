import type { ReactNode } from 'react';

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Labelled checkbox. */
export function Check({ isOn, onChange, className = 'check', children }: CheckProps) {
  return (
    <label className={className}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
