/** Profiles of the result, recomputed after each result. */
import { useEffect, useState } from 'react';
import type { ColumnProfile } from '../../engine/answers/profile.ts';
import type { Reference } from '../../engine/answers/reference.ts';
import { Cancelled } from '../../engine/worker/client.ts';
import { engine } from '../state/engine.ts';
import type { Frame } from '../state/store.ts';

/** Shorter work shows no progress. */
const QUIET_MS = 150;

export interface ProfileState {
  readonly columns: readonly ColumnProfile[];
  /** Share of the work done; null when idle or just started. */
  readonly share: number | null;
  readonly fault: string | null;
}

const NOTHING: ProfileState = { columns: [], share: null, fault: null };

/** The previous profiles stay until the new ones arrive. */
export function useProfiles(ids: readonly string[], reference: Reference, frame: Frame | null): ProfileState {
  const [shown, setShown] = useState(NOTHING);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids are compared by value
  useEffect(() => {
    if (!frame || ids.length === 0) return;
    const from = performance.now();
    const onProgress = (done: number, total: number): void => {
      if (performance.now() - from > QUIET_MS) setShown((before) => ({ ...before, share: done / total, fault: null }));
    };
    const job = engine().ask('profile', { ids, stepCount: frame.stepCount, reference }, { onProgress });
    job.done.then(
      ({ columns }) => setShown({ columns, share: null, fault: null }),
      (error: unknown) => {
        if (!(error instanceof Cancelled)) setShown((before) => ({ ...before, share: null, fault: String(error) }));
      },
    );
    return () => job.cancel();
  }, [key, reference, frame]);
  return shown;
}
