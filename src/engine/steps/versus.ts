/** A filter that compares a column with a multiple of another one. */
import { judgeMultiples } from '../../../kernels/loops/verdicts.ts';
import { isMoney } from '../../catalogue/column.ts';
import { numbersOf } from '../table/numbers.ts';
import { factorFault, textFault } from './checks.ts';
import { readKeepMissing } from './clauses.ts';
import { type ColumnOf, type ConditionRun, renameColumn, type StepText } from './kind.ts';
import { type Multiple, printMultiple, readSide } from './multiple.ts';
import { printColumn, readColumn } from './reader.ts';
import { shortfallOf } from './shortfall.ts';
import { type StepOf, stepKind } from './step.ts';

/** Compares row by row, as stored: a row has one currency, so money needs no rate. Missing when either value is. */
export interface VersusFilter extends StepOf<'versus'>, Multiple {
  readonly otherId: string;
}

export const { make: versusStep } = stepKind<VersusFilter>('versus');

/** Columns from the server or a formula may hold anything and are not checked. */
function moneyFault(id: string, otherId: string, columnOf: ColumnOf): string | null {
  const [column, other] = [columnOf(id)!, columnOf(otherId)!];
  if (column.kind === 'other' || other.kind === 'other' || isMoney(column) === isMoney(other)) return null;
  const [money, plain] = isMoney(column) ? [id, otherId] : [otherId, id];
  return `${money} is an amount of money and ${plain} is none: they can't be compared`;
}

const columns = ({ columnId, otherId }: VersusFilter): readonly string[] => [columnId, otherId];

export const versusText: StepText<VersusFilter> = {
  readAfterColumn(reader, columnId) {
    const side = readSide(reader);
    if (!side) return null;
    const otherId = readColumn(reader, side.factor === null ? 'a number or a column' : 'a column or “median in”');
    const { operator, factor } = side;
    return versusStep({ columnId, operator, factor: factor ?? 1, otherId, ...readKeepMissing(reader) });
  },
  print: (step) => printMultiple(step, printColumn(step.otherId)),
  columns,
  dependsOn: () => 'row',
  isUnfinished: (step) => columns(step).includes('') || Number.isNaN(step.factor),
  isTyped: () => true,
  fault: (step, columnOf) =>
    textFault(columns(step), columnOf) ?? moneyFault(step.columnId, step.otherId, columnOf) ?? factorFault(step.factor),
  rename(step, from, to) {
    const own = renameColumn(step, from, to);
    return own.otherId === from ? { ...own, otherId: to } : own;
  },
};

export const versusRun: ConditionRun<VersusFilter> = {
  judge(table, { columnId, otherId, operator, factor }, rows) {
    const { values } = numbersOf(table, columnId);
    const { values: others } = numbersOf(table, otherId);
    return judgeMultiples(values, null, others, null, factor, operator === 'GreaterThanOrEquals', rows);
  },
  explain: (table, step, { row }) =>
    shortfallOf(table, step.columnId, row, step.factor * (numbersOf(table, step.otherId).values[row] ?? Number.NaN)),
};
