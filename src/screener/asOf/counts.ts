/** Number of rows the screen keeps at each date: requested while the date strip is open, again after each edit. */
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { columnById } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { isAsOf } from '../../engine/steps/asOf.ts';
import { isHold } from '../../engine/steps/hold.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { Answered } from '../../engine/worker/protocol.ts';
import { engine } from '../state/engine.ts';
import { otherColumns, type StepEntry, state } from '../state/store.ts';
import { warn } from '../state/warn.ts';
import { appliedEntries } from '../steps/standing.ts';
import { includedDates, isOpenFor, opened } from './opened.ts';

/** Rows kept by date index; NaN while pending and inside a closed hold-out. */
export type Counts = Float64Array;

/** Edits closer together than this are counted once. */
const SETTLED_MS = 120;

function datedColumn(id: string): Column | undefined {
  return columnById(id) ?? otherColumns(true).find((column) => column.id === id);
}

/** The applied steps without date and hold. */
export function stepsOfDates(entries: readonly StepEntry[]): readonly Step[] {
  return appliedEntries(entries, datedColumn).flatMap(({ step }) => (isAsOf(step) || isHold(step) ? [] : [step]));
}

interface Kept {
  readonly key: string;
  readonly counts: Counts;
  /** Number of dates counted: the hold-out may be excluded. */
  readonly included: number;
}

let kept: Kept | null = null;

const isWhole = ({ counts, included }: Kept): boolean => !counts.subarray(0, included).some(Number.isNaN);

/** Null without a history. The same array until new counts arrive. */
export function useCounts(): Counts | null {
  const { steps, history } = useSnapshot(state);
  const own = stepsOfDates(steps as readonly StepEntry[]);
  const isOpen = isOpenFor(own, useSnapshot(opened).for);
  const [, setPieces] = useState(0);
  const isReady = history.status === 'there';
  const key = isReady ? JSON.stringify([history.digest, own, isOpen]) : '';
  useEffect(() => {
    if (key === '' || (kept?.key === key && isWhole(kept))) return;
    let job: { cancel(): void } | null = null;
    const timer = setTimeout(() => {
      const counts = new Float64Array(state.history.dates.length).fill(Number.NaN);
      const onPart = ({ dates }: Answered<'dateCounts'>): void => {
        const next = kept?.key === key ? kept.counts.slice() : counts;
        for (const { place, kept: count } of dates) next[place] = count;
        kept = { key, counts: next, included: includedDates(isOpen) };
        setPieces((pieces) => pieces + 1);
      };
      const asked = engine().ask('dateCounts', { steps: stepsOfDates(state.steps), isOpen }, { onPart });
      asked.done.catch(warn);
      job = asked;
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      job?.cancel();
    };
  }, [key, isOpen]);
  return isReady ? (kept?.counts ?? null) : null;
}

export function areCurrent(counts: Counts): boolean {
  return kept?.counts === counts && isWhole(kept);
}
