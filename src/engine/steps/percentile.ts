/** A filter by the percentile of a column within a scope. */
import { judgeNumbers } from '../../../kernels/loops/verdicts.ts';
import { columnPercentiles, percentileAmong, SCOPES, type Scope } from '../answers/percentile.ts';
import { memoizedPerTable } from '../table/memoizedPerTable.ts';
import { numbersOf } from '../table/numbers.ts';
import { isTextColumn } from '../table/table.ts';
import { boundsOf } from './bounds.ts';
import { boundsFault, textFault } from './checks.ts';
import { type MissingPolicy, printBounds, printKeepMissing, readKeepMissing, readScope } from './clauses.ts';
import { type ConditionRun, renameColumn, type StepText } from './kind.ts';
import { type NumericOperator, takeSide } from './operators.ts';
import { printColumn, type Reader, readBound, readColumn, ScreenTextError } from './reader.ts';
import { missedBound, scopeRows } from './shortfall.ts';
import { type StepOf, stepKind } from './step.ts';

/** Compares the mean-rank percentile (0 … 1) of a column within a scope. */
export interface PercentileFilter extends StepOf<'percentile'>, MissingPolicy {
  readonly columnId: string;
  readonly scope: Scope;
  readonly operator: NumericOperator;
  readonly operatorValues: readonly number[];
}

export const { make: percentileStep, is: isPercentile } = stepKind<PercentileFilter>('percentile');

function readShare(reader: Reader): number {
  reader.skipSpace();
  const at = reader.at;
  const { value, currency } = readBound(reader);
  if (currency !== null) throw new ScreenTextError('a percentile has no currency', at);
  return value;
}

/** A share as a percentage in plain decimals, exactly: 0.8 is 80%. */
function printShare(value: number): string {
  const plain = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (!match) return plain;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole + fraction.padEnd(2, '0');
  const point = whole.length + 2;
  const tail = digits.slice(point);
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${tail === '' ? '' : `.${tail}`}%`;
}

/** 20 is 2,000 %: every percentile is below. */
function shareFault(values: readonly number[]): string | null {
  const beyond = values.find((value) => value < 0 || value > 1);
  return beyond === undefined ? null : `percentiles are from 0% to 100%, not ${printShare(beyond)}`;
}

export const percentileText: StepText<PercentileFilter> = {
  read(reader) {
    if (!reader.takeWords('percentile', 'of')) return null;
    const columnId = readColumn(reader);
    const scope = readScope(reader, SCOPES, 'universe');
    const bounded = (operator: NumericOperator, operatorValues: readonly number[]): PercentileFilter =>
      percentileStep({ columnId, scope, operator, operatorValues, ...readKeepMissing(reader) });
    const side = takeSide((sign) => reader.takeSign(sign));
    if (side) return bounded(side, [readShare(reader)]);
    const operator = reader.takeWord('not') ? 'NotBetween' : 'Between';
    if (!reader.takeWord('between'))
      throw reader.expected(operator === 'NotBetween' ? '“between”' : '“>=”, “<=”, “>”, “<” or “between”');
    const low = readShare(reader);
    if (!reader.takeWord('and')) throw reader.expected('“and”');
    return bounded(operator, [low, readShare(reader)]);
  },
  print(step) {
    const scope = step.scope === 'universe' ? '' : ` in ${step.scope}`;
    const bounds = printBounds(step.operator, step.operatorValues.map(printShare));
    return `percentile of ${printColumn(step.columnId)}${scope} ${bounds}${printKeepMissing(step)}`;
  },
  columns: ({ columnId }) => [columnId],
  dependsOn: ({ scope }) => (scope === 'rows' ? 'set' : 'row'),
  isUnfinished: ({ columnId, operatorValues }) => columnId === '' || operatorValues.some(Number.isNaN),
  isTyped: () => true,
  pieces: [['percentile of ', 'percentile of x >= 1%']],
  fault: ({ columnId, operator, operatorValues }, columnOf) =>
    textFault([columnId], columnOf) ??
    boundsFault(`the percentile of ${columnId}`, operator, operatorValues) ??
    shareFault(operatorValues),
  rename: renameColumn,
};

/** Cached percentiles per table, the most recently used. */
const KEPT_MAX = 32;
const once = memoizedPerTable<Float32Array>(KEPT_MAX);

export const percentileRun: ConditionRun<PercentileFilter> = {
  judge(table, step, rows) {
    const { columnId, scope } = step;
    const compute = (): Float32Array => columnPercentiles(table, columnId, scope, rows);
    const values = scope === 'rows' ? compute() : once(table, `${scope} ${columnId}`, compute);
    const { low, high, inside } = boundsOf(step, 1);
    return judgeNumbers(values, null, rows, low, high, inside);
  },
  explain(table, { columnId, scope, operator, operatorValues }, { input, row }) {
    if (isTextColumn(table, columnId)) return {};
    const { values, rates } = numbersOf(table, columnId);
    const own = Math.fround(values[row]! * (rates?.[row] ?? 1));
    if (Number.isNaN(own)) return {};
    const percentile = percentileAmong(table, columnId, scopeRows(table, scope, input, row), own);
    const needed = missedBound(percentile, operator, operatorValues);
    return { needed, percentile, neededPercentile: needed };
  },
};
