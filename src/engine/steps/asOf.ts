/** Sets the date of the universe: the securities listed then, with what was known. Always the first step. */
import { isIsoDate } from '../../catalogue/display.ts';
import type { StepText } from './kind.ts';
import { ScreenTextError } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** The rows are those of the snapshot at or before a date. */
export interface AsOfStep extends StepOf<'asOf'> {
  /** ISO date. */
  readonly date: string;
}

export const { make: asOfStep, is: isAsOf } = stepKind<AsOfStep>('asOf');

/** Date column of every snapshot of a history; the current universe has none. */
export const SNAPSHOT_COLUMN = 'snapshot';

/** The date that a screen begins with; null for the current universe. */
export function dateOf([first]: readonly StepOf<string>[]): string | null {
  return first && isAsOf(first) ? first.date : null;
}

const DATE = /\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}_-])/uy;

export const asOfText: StepText<AsOfStep> = {
  read(reader) {
    if (!reader.takeWords('as', 'of')) return null;
    reader.skipSpace();
    const { at } = reader;
    const date = reader.take(DATE);
    if (date === null) throw reader.expected('a date such as 2016-03-31');
    if (!isIsoDate(date)) throw new ScreenTextError(`there is no day ${date}`, at);
    return asOfStep({ date });
  },
  print: ({ date }) => `as of ${date}`,
  columns: () => [],
  dependsOn: () => 'nothing',
  isTyped: () => true,
  pieces: [['as of ', 'as of 2020-01-31']],
  fault: (_, columnOf) =>
    columnOf(SNAPSHOT_COLUMN) ? null : '“as of” needs a history of the universe: these are the data of today alone',
  rename: (step) => step,
};
