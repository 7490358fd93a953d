/** A filter by the numbers or the categories of one column. */

import { MASK_MISSING, MASK_PASSES } from '../../../kernels/gpu/operations.ts';
import { codesPass, maskPass, numbersPass } from '../../../kernels/loops/filter.ts';
import { FAILS, judgeCodes, judgeNumbers, LACKS, PASSES } from '../../../kernels/loops/verdicts.ts';
import { isMoney, isText } from '../../catalogue/column.ts';
import { cappedText } from '../table/cappedText.ts';
import { ratesBesideBound } from '../table/currencyRates.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import { type Compared, comparisonOf } from './bounds.ts';
import { boundsFault } from './checks.ts';
import { type MissingPolicy, printBounds, printKeepMissing, readKeepMissing } from './clauses.ts';
import { type ConditionRun, renameColumn, type StepText } from './kind.ts';
import {
  type CategoricalOperator,
  isNumericOperator,
  type NumericOperator,
  OPERATOR_VALUES,
  operatorsOf,
  takeSide,
} from './operators.ts';
import {
  type Bound,
  printColumn,
  printNumber,
  printValue,
  type Reader,
  readBound,
  readValue,
  readValues,
  ScreenTextError,
} from './reader.ts';
import { missedBound, shortfallOf } from './shortfall.ts';
import { type StepOf, stepKind } from './step.ts';

/** Keeps the rows whose category is (or is not) among the values. A missing category is the empty text. */
export interface CategoricalFilter extends StepOf<'filter'> {
  readonly columnId: string;
  readonly operator: CategoricalOperator;
  readonly operatorValues: readonly string[];
}

/** Keeps the rows whose stored number meets the bounds. A missing number never does. */
export interface NumericFilter extends StepOf<'filter'>, Compared, MissingPolicy {}

/** A filter whose column has not been chosen yet: ignored. */
export interface EmptyFilter extends StepOf<'filter'> {
  readonly columnId: null;
}

export type FilterStep = CategoricalFilter | NumericFilter | EmptyFilter;

export const { is: isFilter } = stepKind<FilterStep>('filter');
export const { make: categoricalFilter } = stepKind<CategoricalFilter>('filter');
export const { make: numericFilter } = stepKind<NumericFilter>('filter');
export const EMPTY_FILTER = stepKind<EmptyFilter>('filter').make({ columnId: null });

export function isNumericFilter(step: StepOf<string>): step is NumericFilter {
  return isFilter(step) && step.columnId !== null && isNumericOperator(step.operator);
}

function numeric(reader: Reader, columnId: string, operator: NumericOperator, bounds: readonly Bound[]): NumericFilter {
  const operatorValues = bounds.map((bound) => bound.value);
  const currency = bounds.find((bound) => bound.currency !== null)?.currency;
  return numericFilter({ columnId, operator, operatorValues, ...(currency ? { currency } : {}), ...readKeepMissing(reader) });
}

function categorical(columnId: string, operator: CategoricalOperator, operatorValues: string[]): CategoricalFilter {
  return categoricalFilter({ columnId, operator, operatorValues });
}

function readPair(reader: Reader): [low: Bound, high: Bound] {
  const low = readBound(reader);
  if (!reader.takeWord('and')) throw reader.expected('“and”');
  reader.skipSpace();
  const at = reader.at;
  const high = readBound(reader);
  if (low.currency && high.currency && low.currency !== high.currency) {
    throw new ScreenTextError(`the bounds are in two currencies, ${low.currency} and ${high.currency}`, at);
  }
  return [low, high];
}

/** Reads a single bound; null for what only begins like one, such as a factor. */
function readSide(reader: Reader, columnId: string): NumericFilter | null {
  const operator = takeSide((sign) => reader.takeSign(sign));
  if (operator === null) return null;
  if (!reader.seesNumber()) {
    if (operator === 'GreaterThan' || operator === 'LessThan')
      throw reader.expected('a number; columns are compared by “>=” and “<=”');
    return null;
  }
  const bound = readBound(reader);
  return reader.takeSign('*') ? null : numeric(reader, columnId, operator, [bound]);
}

function printFilter(step: CategoricalFilter | NumericFilter): string {
  const column = printColumn(step.columnId);
  if (isNumericFilter(step)) {
    const values = step.operatorValues.map((value) => printNumber(value) + (step.currency ? ` ${step.currency}` : ''));
    return `${column} ${printBounds(step.operator, values)}${printKeepMissing(step)}`;
  }
  const isList = step.operator === 'In' || step.operator === 'NotIn';
  if (isList) return `${column} ${step.operator === 'In' ? 'in' : 'not in'} (${step.operatorValues.map(printValue).join(', ')})`;
  return `${column} ${step.operator === 'Equals' ? '=' : '!='} ${printValue(step.operatorValues[0] ?? '')}`;
}

export const filterText: StepText<FilterStep> = {
  operators: ['>=', '<=', '>', '<', '=', '!=', 'between', 'in'],
  readAfterColumn(reader, columnId) {
    const from = reader.at;
    const side = readSide(reader, columnId);
    if (side) return side;
    reader.at = from;
    if (reader.takeSign('!=')) return categorical(columnId, 'NotEquals', [readValue(reader)]);
    if (reader.takeSign('=')) return categorical(columnId, 'Equals', [readValue(reader)]);
    const not = reader.takeWord('not');
    if (reader.takeWord('between')) return numeric(reader, columnId, not ? 'NotBetween' : 'Between', readPair(reader));
    if (reader.takeWord('in')) return categorical(columnId, not ? 'NotIn' : 'In', readValues(reader));
    if (not) throw reader.expected('“between” or “in”');
    return null;
  },
  print: (step) => (step.columnId === null ? null : printFilter(step)),
  columns: ({ columnId }) => (columnId === null ? [] : [columnId]),
  dependsOn: ({ columnId }) => (columnId === null ? 'nothing' : 'row'),
  isUnfinished(step, columnOf) {
    if (!step.columnId) return true;
    const column = columnOf(step.columnId);
    if (!column || !operatorsOf(column).includes(step.operator)) return false;
    const values: readonly (string | number)[] = step.operatorValues;
    const wanted = { one: 1, two: 2, list: 0 }[OPERATOR_VALUES[step.operator]];
    return values.length < wanted || values.some(Number.isNaN);
  },
  isTyped: isNumericFilter,
  piecesAfter: {
    number: [
      ['>= ', '>= 1'],
      ['<= ', '<= 1'],
      ['> ', '> 1'],
      ['< ', '< 1'],
      ['between ', 'between 1 and 2'],
      ['not between ', 'not between 1 and 2'],
    ],
    text: [
      ['= ', '= x'],
      ['!= ', '!= x'],
      ['in (', 'in (x)'],
      ['not in (', 'not in (x)'],
    ],
  },
  fault(step, columnOf) {
    if (step.columnId === null) return null;
    const column = columnOf(step.columnId)!;
    if (!operatorsOf(column).includes(step.operator)) {
      return `${column.id} holds ${isText(column) ? 'text' : 'numbers'}: ${step.operator} does not apply`;
    }
    if (isNumericFilter(step)) {
      const fault = boundsFault(column.id, step.operator, step.operatorValues);
      if (fault !== null || step.currency === undefined || isMoney(column)) return fault;
      return `${column.id} is not a monetary column, so ${step.currency} does not apply`;
    }
    return OPERATOR_VALUES[step.operator] === 'one' && step.operatorValues.length !== 1
      ? `${step.operator} takes one value`
      : null;
  },
  rename: renameColumn,
};

/** By label, whether it passes the filter. A column that no server sent is all empty text. */
function allowedLabels(step: CategoricalFilter, labels: readonly string[]): Uint8Array {
  const wanted = new Set(step.operatorValues);
  const keeps = step.operator === 'Equals' || step.operator === 'In';
  // A long text also matches as the page shows it.
  const isWanted = (label: string): boolean => wanted.has(label) || wanted.has(cappedText(label));
  return Uint8Array.from(labels, (label) => (isWanted(label) === keeps ? PASSES : FAILS));
}

/** The bound that a row misses, in its own currency. */
function boundInOwnCurrency(table: Table, step: NumericFilter, row: number): number {
  const { values } = numbersOf(table, step.columnId);
  const column = table.column(step.columnId)!;
  const beside = isMoney(column) ? ratesBesideBound(table, table.text('currency'), step.currency ?? 'USD') : null;
  const factor = beside ? beside.bound / beside.rates[row]! : 1;
  return missedBound(
    values[row]!,
    step.operator,
    step.operatorValues.map((bound) => bound * factor),
  );
}

export const filterRun: ConditionRun<FilterStep> = {
  judge(table, step, rows) {
    if (step.columnId === null) return new Uint8Array(rows.length).fill(PASSES);
    if (!isNumericFilter(step)) {
      const text = table.text(step.columnId);
      if (!text) return new Uint8Array(rows.length).fill(allowedLabels(step, [''])[0]!);
      return judgeCodes(text.codes, allowedLabels(step, text.labels), rows);
    }
    const comparison = comparisonOf(table, step);
    if (!comparison) return new Uint8Array(rows.length).fill(LACKS);
    const { values, rates, low, high, inside } = comparison;
    return judgeNumbers(values, rates, rows, low, high, inside);
  },
  pass(table, step, mask) {
    if (step.columnId === null) return null;
    if (!isNumericFilter(step)) {
      const text = table.text(step.columnId);
      return text ? codesPass(text.codes, allowedLabels(step, text.labels)) : null;
    }
    if (step.keepMissing) return null;
    if (mask) return maskPass(mask, MASK_PASSES, MASK_MISSING);
    const comparison = comparisonOf(table, step);
    if (!comparison) return null;
    const { values, rates, low, high, inside } = comparison;
    return numbersPass(values, rates, low, high, inside);
  },
  explain: (table, step, { row }) =>
    isNumericFilter(step) ? shortfallOf(table, step.columnId, row, boundInOwnCurrency(table, step, row)) : {},
};
