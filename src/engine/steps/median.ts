/** A filter that compares a column with a multiple of its median. */

import { judgeMultiples } from '../../../kernels/loops/verdicts.ts';
import { medianOfKeys, sortedKeys } from '../../../kernels/sort/keys.ts';
import { groupsOf } from '../answers/percentile.ts';
import { memoizedPerTable } from '../table/memoizedPerTable.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import { factorFault, textFault } from './checks.ts';
import { readKeepMissing } from './clauses.ts';
import { type ConditionRun, renameColumn, type StepText } from './kind.ts';
import { type Multiple, printMultiple, readSide } from './multiple.ts';
import { shortfallOf } from './shortfall.ts';
import { type StepOf, stepKind } from './step.ts';

export const MEDIAN_SCOPES = ['sector', 'country', 'universe'] as const;
export type MedianScope = (typeof MEDIAN_SCOPES)[number];

/** Compares with the median of the row's sector or country, or of the universe, in the base currency. */
export interface MedianFilter extends StepOf<'median'>, Multiple {
  readonly scope: MedianScope;
}

export const { make: medianStep } = stepKind<MedianFilter>('median');

export const medianText: StepText<MedianFilter> = {
  readAfterColumn(reader, columnId) {
    const side = readSide(reader);
    if (!side || !reader.takeWords('median', 'in')) return null;
    const scope = reader.takeOneOf(MEDIAN_SCOPES);
    if (scope === null) throw reader.expected('“sector”, “country” or “universe”');
    const { operator, factor } = side;
    return medianStep({ columnId, operator, factor: factor ?? 1, scope, ...readKeepMissing(reader) });
  },
  print: (step) => printMultiple(step, `median in ${step.scope}`),
  columns: ({ columnId }) => [columnId],
  dependsOn: () => 'row',
  isUnfinished: ({ columnId, factor }) => columnId === '' || Number.isNaN(factor),
  isTyped: () => true,
  pieces: [
    ['median in ', 'median in sector'],
    ['median in sector', 'median in sector'],
  ],
  fault: ({ columnId, factor }, columnOf) => textFault([columnId], columnOf) ?? factorFault(factor),
  rename: renameColumn,
};

/** Cached medians per table, the most recently used. */
const KEPT_MAX = 32;
const once = memoizedPerTable<Float32Array>(KEPT_MAX);

/** Median of a column by group code, over the whole table; NaN for no group (code 0). For the universe, a single median. */
function medians(table: Table, { columnId, scope }: MedianFilter): Float32Array {
  return once(table, `${scope} ${columnId}`, () => {
    const { values, rates } = numbersOf(table, columnId);
    if (scope === 'universe') return Float32Array.of(medianOfKeys(sortedKeys(values, rates, table.rows)));
    const { codes, groupCount } = groupsOf(table, scope);
    const rowsOf: number[][] = Array.from({ length: groupCount }, () => []);
    for (const row of table.rows) rowsOf[codes[row]!]!.push(row);
    return Float32Array.from(rowsOf, (rows, code) =>
      code === 0 ? Number.NaN : medianOfKeys(sortedKeys(values, rates, Uint32Array.from(rows))),
    );
  });
}

/** Code of the group whose median applies, by row. */
const groupCodes = (table: Table, scope: MedianScope): Uint32Array =>
  scope === 'universe' ? new Uint32Array(table.rowCount) : groupsOf(table, scope).codes;

export const medianRun: ConditionRun<MedianFilter> = {
  judge(table, step, rows) {
    const { values, rates } = numbersOf(table, step.columnId);
    const isAtLeast = step.operator === 'GreaterThanOrEquals';
    return judgeMultiples(values, rates, medians(table, step), groupCodes(table, step.scope), step.factor, isAtLeast, rows);
  },
  explain(table, step, { row }) {
    const rate = numbersOf(table, step.columnId).rates?.[row] ?? 1;
    const median = medians(table, step)[groupCodes(table, step.scope)[row]!]!;
    return shortfallOf(table, step.columnId, row, (step.factor * median) / rate);
  },
};
