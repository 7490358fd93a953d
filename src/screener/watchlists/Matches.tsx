import type { ReactNode } from 'react';
import { counted } from '../state/words.ts';

/** Maximum of listed misses; the remainder is counted. */
const LISTED_MAX = 200;

interface MatchesProps {
  readonly count: number;
  readonly misses: readonly string[];
  readonly children?: ReactNode;
}

/** What a pasted text matches, and what it does not. */
export function Matches({ count, misses, children }: MatchesProps) {
  return (
    <div role="status">
      <p>{counted('lists.found', count)}</p>
      {children}
      {misses.length > 0 && (
        <>
          <p className="warn">{counted('lists.missed', misses.length)}</p>
          <ul className="lists-misses">
            {misses.slice(0, LISTED_MAX).map((miss, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: misses may repeat
              <li key={`${index} ${miss}`}>{miss}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
