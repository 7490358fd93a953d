/** Pairwise rank correlations of columns over the present rows. */
import { useEffect, useState } from 'react';
import { Cancelled } from '../../engine/worker/client.ts';
import { engine } from '../state/engine.ts';
import type { Frame } from '../state/store.ts';

export interface CorrelationTable {
  readonly ids: readonly string[];
  readonly coefficients: Float32Array;
  readonly counts: Uint32Array;
}

export interface CorrelationState {
  readonly table: CorrelationTable | null;
  /** Share of the work done; null when idle. */
  readonly share: number | null;
  readonly fault: string | null;
}

const NOTHING: CorrelationState = { table: null, share: null, fault: null };

/** Recomputed for other columns and rows; the previous result stays until then. */
export function useCorrelations(ids: readonly string[], frame: Frame | null): CorrelationState {
  const [shown, setShown] = useState(NOTHING);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids are compared by value
  useEffect(() => {
    if (!frame || ids.length < 2) return;
    setShown((before) => ({ ...before, share: 0, fault: null }));
    const onProgress = (done: number, total: number): void =>
      setShown((before) => ({ ...before, share: total === 0 ? 0 : done / total }));
    const job = engine().ask('correlation', { ids, stepCount: frame.stepCount }, { onProgress });
    job.done.then(
      ({ correlations }) => setShown({ table: { ids, ...correlations }, share: null, fault: null }),
      (error: unknown) => {
        if (!(error instanceof Cancelled)) setShown((before) => ({ ...before, share: null, fault: String(error) }));
      },
    );
    return () => job.cancel();
  }, [key, frame]);
  return shown;
}
