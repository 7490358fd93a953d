/** When figures count as known: when filed (point in time), or with one of two common look-ahead biases. */
import { type Action, splitRatio } from '../../history/action.ts';
import { inOtherShares } from '../figures/splits.ts';
import { type Filing, inOrderOfFiling } from './filedPeriods.ts';
import type { HistoryInput } from './input.ts';

/**
 * `filed`: each figure from the day it became public. `periodEnd`: a period's first filing already from the end of the period.
 * `latest`: the last restatement already from the day of a period's first filing.
 */
export const KNOWLEDGE = ['filed', 'periodEnd', 'latest'] as const;
export type Knowledge = (typeof KNOWLEDGE)[number];

/** Biased histories for the bias waterfall, stored in subfolders of the point-in-time history. */
export const BIASES = ['periodEnd', 'latest'] as const satisfies readonly Knowledge[];

export function biasPlace(history: string, bias: (typeof BIASES)[number]): string {
  return `${history.replace(/\/+$/, '')}/biases/${bias}`;
}

/** Moves a filing to an earlier day and that day's share basis. */
function movedTo(filing: Filing, day: number, actions: readonly Action[]): Filing {
  if (day >= filing.knownDay) return filing;
  const { filedDay } = filing;
  if (filedDay === undefined) return { ...filing, knownDay: day };
  const ratio = splitRatio(actions, day, filedDay);
  const { values } = ratio === 1 ? filing : inOtherShares(filing, 1 / ratio);
  return { ...filing, values, knownDay: day, filedDay: day };
}

/** @param filings in the order in which they became public */
export function filingsAs(knowledge: Knowledge, filings: readonly Filing[], actions: readonly Action[]): readonly Filing[] {
  if (knowledge === 'filed') return filings;
  const firstDays = new Map<string, number>();
  const moved = filings.map((filing) => {
    const key = `${filing.kind} ${filing.day}`;
    const first = firstDays.get(key);
    if (first === undefined) firstDays.set(key, filing.knownDay);
    if (knowledge === 'latest') return first === undefined ? filing : movedTo(filing, first, actions);
    return first === undefined ? movedTo(filing, filing.day, actions) : filing;
  });
  return inOrderOfFiling(moved);
}

export function knownAs(knowledge: Knowledge, input: HistoryInput): HistoryInput {
  if (knowledge === 'filed') return input;
  return {
    ...input,
    async *known(first: number, last: number) {
      for await (const known of input.known(first, last, Number.MAX_SAFE_INTEGER))
        yield { ...known, filings: filingsAs(knowledge, known.filings, known.actions ?? []) };
    },
  };
}
