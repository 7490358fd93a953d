/** A filter by whether a column has a value. */
import { FAILS, judgeCodes, judgePresence, LACKS, PASSES } from '../../../kernels/loops/verdicts.ts';
import { numbersOf } from '../table/numbers.ts';
import { isTextColumn } from '../table/table.ts';
import { type ConditionRun, type Piece, renameColumn, type StepText } from './kind.ts';
import { printColumn } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Keeps the rows that have a value in the column, or those that have none. */
export interface PresenceFilter extends StepOf<'presence'> {
  readonly columnId: string;
  readonly keeps: 'missing' | 'present';
}

export const { make: presenceStep } = stepKind<PresenceFilter>('presence');

const PIECES: readonly Piece[] = [
  ['is present', 'is present'],
  ['is missing', 'is missing'],
];

export const presenceText: StepText<PresenceFilter> = {
  operators: ['is'],
  readAfterColumn(reader, columnId) {
    if (!reader.takeWord('is')) return null;
    const keeps = reader.takeOneOf(['missing', 'present']);
    if (keeps === null) throw reader.expected('“missing” or “present”');
    return presenceStep({ columnId, keeps });
  },
  print: ({ columnId, keeps }) => `${printColumn(columnId)} is ${keeps}`,
  columns: ({ columnId }) => [columnId],
  dependsOn: () => 'row',
  piecesAfter: { number: PIECES, text: PIECES },
  fault: () => null,
  rename: renameColumn,
};

export const presenceRun: ConditionRun<PresenceFilter> = {
  /** A row without a value lacks what `is present` needs; a row with one simply fails `is missing`. */
  judge(table, { columnId, keeps }, rows) {
    const [present, missing] = keeps === 'present' ? [PASSES, LACKS] : [FAILS, PASSES];
    if (!isTextColumn(table, columnId)) return judgePresence(numbersOf(table, columnId).values, rows, present, missing);
    const text = table.text(columnId);
    if (!text) return new Uint8Array(rows.length).fill(missing);
    return judgeCodes(text.codes, new Uint8Array(text.labels.length).fill(present).fill(missing, 0, 1), rows);
  },
};
