/** A step that keeps the rows at some positions. */

import { NO_TRACE, type StepRun, type StepText } from './kind.ts';
import { printNumber, type Reader, readPlainNumber, ScreenTextError } from './reader.ts';
import { share } from './share.ts';
import { type StepOf, stepKind } from './step.ts';

/**
 * Keeps positions start to end of the current order, inclusive, from 0; or, as a percentage of the n input rows, positions
 * floor(start/100 × n) up to but not including ceil(end/100 × n). Bounds are clamped.
 */
export interface SliceStep extends StepOf<'slice'> {
  readonly operatorValues: readonly [start: number, end: number];
  readonly sliceIsPercentage: boolean;
}

export const { make: sliceStep, is: isSlice } = stepKind<SliceStep>('slice');

function readBounds(reader: Reader, sliceIsPercentage: boolean): SliceStep {
  reader.skipSpace();
  const at = reader.at;
  const from = readPlainNumber(reader);
  reader.need('..');
  const to = readPlainNumber(reader);
  if (!sliceIsPercentage && !(Number.isInteger(from) && Number.isInteger(to))) {
    throw new ScreenTextError('rows are counted in whole numbers', at);
  }
  if (from > to) throw new ScreenTextError(`the slice starts at ${from}, after its end ${to}`, at);
  return sliceStep({ operatorValues: sliceIsPercentage ? [from, to] : [from - 1, to - 1], sliceIsPercentage });
}

export const sliceText: StepText<SliceStep> = {
  read: (reader) =>
    reader.takeWord('rows') ? readBounds(reader, false) : reader.takeWord('percent') ? readBounds(reader, true) : null,
  print({ operatorValues: [start, end], sliceIsPercentage }) {
    if (sliceIsPercentage) return `percent ${printNumber(start)}..${printNumber(end)}`;
    return `rows ${printNumber(start + 1)}..${printNumber(end + 1)}`;
  },
  columns: () => [],
  dependsOn: () => 'all',
  isUnfinished: ({ operatorValues }) => operatorValues.some(Number.isNaN),
  isTyped: () => true,
  pieces: [
    ['rows 1..50', 'rows 1..50'],
    ['percent 0..20', 'percent 0..20'],
  ],
  fault({ operatorValues: [start, end] }) {
    if (!Number.isFinite(start) || !Number.isFinite(end)) return 'a slice needs two numbers';
    return start > end ? `the slice starts at ${start}, after its end ${end}` : null;
  },
  rename: (step) => step,
};

/** Positions [from, to) of n rows that a slice keeps. */
export function sliceBounds(
  { operatorValues: [start, end], sliceIsPercentage }: SliceStep,
  n: number,
): [from: number, to: number] {
  const from = sliceIsPercentage ? Math.floor(share(start, n)) : start;
  const to = sliceIsPercentage ? Math.ceil(share(end, n)) : end + 1;
  return [Math.min(Math.max(from, 0), n), Math.min(Math.max(to, 0), n)];
}

export const sliceRun: StepRun<SliceStep> = {
  apply(_, step, rows) {
    const [from, to] = sliceBounds(step, rows.length);
    return { rows: rows.slice(from, Math.max(from, to)), missing: 0 };
  },
  trace: (_, __, { input, output, row }) => ({ ...NO_TRACE, rank: input.indexOf(row) + 1, kept: output.length }),
  /** How far the row was from the kept positions. */
  explain(_, step, { input }, { rank }) {
    const among = input.length;
    if (rank === null) return { among };
    const [from, to] = sliceBounds(step, among);
    const position = rank - 1;
    return { among, missedBy: position < from ? from - position : position - Math.max(from, to) + 1 };
  },
};
