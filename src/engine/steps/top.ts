/** A step that keeps the largest or the smallest values of a column. */
import { MISSING_KEY, numberKeys, sortByKeys } from '../../../kernels/sort/radix.ts';
import { smallestOf } from '../../../kernels/sort/top.ts';
import { causeOfMissing, isWithoutGroup } from '../answers/missingCause.ts';
import { groupsOf } from '../answers/percentile.ts';
import { numbersOf } from '../table/numbers.ts';
import { textFault } from './checks.ts';
import { readScope } from './clauses.ts';
import { NO_TRACE, renameColumn, type StepRun, type StepText } from './kind.ts';
import { printColumn, printNumber, type Reader, readColumn, readPlainNumber, ScreenTextError } from './reader.ts';
import { share } from './share.ts';
import { scopeRows } from './shortfall.ts';
import { type StepOf, stepKind } from './step.ts';

export const TOP_SCOPES = ['rows', 'sector', 'country'] as const;
export type TopScope = (typeof TOP_SCOPES)[number];

/**
 * Keeps the rows with the largest (top) or smallest values of the input, or of each sector or country, in the current order;
 * as a percentage, of the rows with a value, rounded up. Among equal values the first are kept; a row without a value is never kept.
 */
export interface TopStep extends StepOf<'top'> {
  readonly columnId: string;
  readonly end: 'top' | 'bottom';
  readonly amount: number;
  readonly isPercentage: boolean;
  readonly scope: TopScope;
}

export const { make: topStep } = stepKind<TopStep>('top');

function readEnd(reader: Reader, end: TopStep['end']): TopStep {
  reader.skipSpace();
  const at = reader.at;
  const amount = readPlainNumber(reader);
  const isPercentage = reader.text.charAt(reader.at) === '%';
  if (isPercentage) reader.at++;
  if (isPercentage ? amount < 0 || amount > 100 : amount < 0 || !Number.isInteger(amount)) {
    throw new ScreenTextError(isPercentage ? 'expected 0 to 100 %' : 'rows are counted in whole numbers', at);
  }
  const columnId = readColumn(reader);
  return topStep({ columnId, end, amount, isPercentage, scope: readScope(reader, TOP_SCOPES, 'rows') });
}

function amountFault({ amount, isPercentage }: TopStep): string | null {
  if (isPercentage) return amount >= 0 && amount <= 100 ? null : `${amount} % is not between 0 and 100 %`;
  return Number.isInteger(amount) && amount >= 0 ? null : 'rows are counted in whole numbers';
}

export const topText: StepText<TopStep> = {
  read: (reader) =>
    reader.takeWord('top') ? readEnd(reader, 'top') : reader.takeWord('bottom') ? readEnd(reader, 'bottom') : null,
  print({ columnId, end, amount, isPercentage, scope }) {
    const number = printNumber(amount) + (isPercentage ? '%' : '');
    return `${end} ${number} ${printColumn(columnId)}${scope === 'rows' ? '' : ` in ${scope}`}`;
  },
  columns: ({ columnId }) => [columnId],
  dependsOn: () => 'all',
  isUnfinished: ({ columnId, amount }) => columnId === '' || Number.isNaN(amount),
  isTyped: () => true,
  pieces: [
    ['top 20% ', 'top 20% x'],
    ['bottom 20% ', 'bottom 20% x'],
  ],
  fault: (step, columnOf) => textFault([step.columnId], columnOf) ?? amountFault(step),
  rename: renameColumn,
};

/** How many of `present` rows with a value are kept. */
function limitOf({ amount, isPercentage }: TopStep, present: number): number {
  return isPercentage ? Math.ceil(share(amount, present)) : Math.min(amount, present);
}

export const topRun: StepRun<TopStep> = {
  apply(table, step, rows) {
    const { values, rates } = numbersOf(table, step.columnId);
    const keys = numberKeys(values, rates, rows, step.end === 'top');
    const groups = step.scope === 'rows' ? null : groupsOf(table, step.scope);
    return smallestOf(rows, keys, groups, (present) => limitOf(step, present));
  },
  /** Rank among the rows of the same group with a value; ties in input order. */
  trace(table, step, { input, row }) {
    const { values, rates } = numbersOf(table, step.columnId);
    const codes = step.scope === 'rows' ? null : groupsOf(table, step.scope).codes;
    const value = Number.isNaN(values[row]!) ? null : values[row]!;
    const keyOf = (each: number): number => numberKeys(values, rates, Uint32Array.of(each), step.end === 'top')[0]!;
    if (keyOf(row) === MISSING_KEY) {
      const causes = causeOfMissing(table, step.columnId, row);
      return { ...NO_TRACE, value, cause: causes.length > 0 ? causes : ['usdRate'] };
    }
    if (isWithoutGroup(table, step.scope, row)) return { ...NO_TRACE, value, cause: [step.scope] };
    const rivals = input.filter((each) => codes === null || codes[each] === codes[row]);
    const keys = numberKeys(values, rates, rivals, step.end === 'top');
    const order = sortByKeys(rivals, keys);
    const present = keys.reduce((sum, key) => sum + (key === MISSING_KEY ? 0 : 1), 0);
    return { ...NO_TRACE, rank: order.indexOf(row) + 1, kept: limitOf(step, present), value };
  },
  explain(table, { columnId, scope }, { input, row }, { rank, kept }) {
    if (rank === null) return {};
    const isInput = new Set(input);
    const { values, rates } = numbersOf(table, columnId);
    const rivals = scopeRows(table, scope, input, row).filter(
      (each) => isInput.has(each) && !Number.isNaN(values[each]! * (rates?.[each] ?? 1)),
    );
    return { among: rivals.length, missedBy: kept === null ? null : rank - kept };
  },
};
