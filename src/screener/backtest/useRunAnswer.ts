import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunAnswers, RunRequest } from '../../engine/backtestWorker/protocol.ts';
import { Cancelled } from '../../engine/worker/client.ts';
import { messageOf } from '../../shell/errors.ts';
import { backtests } from './backtest.ts';

export interface RunAnswer<Answer> {
  /** Partial until the work is done. */
  readonly answer: Answer | null;
  /** Share of the work done; null when idle. */
  readonly share: number | null;
  readonly fault: string | null;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** A question about a run: asked at once when `isWanted`, otherwise by `start`. Answers of earlier runs are dropped. */
export function useRunAnswer<Kind extends RunRequest['kind']>(
  run: number,
  request: Extract<RunRequest, { kind: Kind }>,
  isWanted: boolean,
): RunAnswer<RunAnswers[Kind]> {
  const key = `${run} ${JSON.stringify(request)}`;
  const [found, setFound] = useState<{
    key: string;
    answer: RunAnswers[Kind] | null;
    share: number | null;
    fault: string | null;
  }>();
  const cancelling = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers run and request
  const start = useCallback(() => {
    cancelling.current?.();
    setFound({ key, answer: null, share: 0, fault: null });
    const job = backtests().ask<Kind>(run, request, (answer, share) => setFound({ key, answer, share, fault: null }));
    cancelling.current = job.cancel;
    job.done.then(
      (answer) => setFound({ key, answer, share: null, fault: null }),
      (error: unknown) => {
        const fault = error instanceof Cancelled ? null : messageOf(error);
        setFound((before) => (before?.key === key ? { ...before, share: null, fault } : before));
      },
    );
  }, [key]);
  useEffect(() => {
    if (isWanted) start();
    return () => cancelling.current?.();
  }, [start, isWanted]);
  const now = found?.key === key ? found : undefined;
  return {
    answer: now?.answer ?? null,
    share: now?.share ?? null,
    fault: now?.fault ?? null,
    start,
    cancel: () => cancelling.current?.(),
  };
}
