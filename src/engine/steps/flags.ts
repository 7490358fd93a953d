/** A filter by whether a number has flags. */
import { FAILS, LACKS, PASSES } from '../../../kernels/loops/verdicts.ts';
import { columnFlags } from '../answers/flags.ts';
import { lineage } from '../answers/lineage.ts';
import { numbersOf } from '../table/numbers.ts';
import { textFault } from './checks.ts';
import { type ConditionRun, renameColumn, type StepText } from './kind.ts';
import { printColumn } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Keeps the rows whose number has no flag. Missing where the number is. */
export interface FlagsFilter extends StepOf<'flags'> {
  readonly columnId: string;
}

export const { make: flagsStep } = stepKind<FlagsFilter>('flags');

export const flagsText: StepText<FlagsFilter> = {
  operators: ['without'],
  readAfterColumn(reader, columnId) {
    if (!reader.takeWord('without')) return null;
    if (!reader.takeWord('flags')) throw reader.expected('“flags”');
    return flagsStep({ columnId });
  },
  print: ({ columnId }) => `${printColumn(columnId)} without flags`,
  columns: ({ columnId }) => [columnId],
  dependsOn: () => 'row',
  fault: ({ columnId }, columnOf) => textFault([columnId], columnOf),
  rename: renameColumn,
};

export const flagsRun: ConditionRun<FlagsFilter> = {
  judge(table, { columnId }, rows) {
    const { values } = numbersOf(table, columnId);
    const codes = columnFlags(table, columnId);
    return Uint8Array.from(rows, (row) => (Number.isNaN(values[row]!) ? LACKS : codes[row] === 0 ? PASSES : FAILS));
  },
  explain: (table, { columnId }, { row }) => ({ lineage: lineage(table, columnId, row) }),
};
