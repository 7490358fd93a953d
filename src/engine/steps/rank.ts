/** A step that orders the rows by several columns at once. */

import { sortByNumbers } from '../../../kernels/sort/radix.ts';
import type { MissingPolicy } from '../../../kernels/statistics/composite.ts';
import { causeOfMissing } from '../answers/missingCause.ts';
import { columnPercentiles, columnScores } from '../answers/percentile.ts';
import type { Table } from '../table/table.ts';
import { textFault } from './checks.ts';
import { type Direction, printDirection, readDirection } from './clauses.ts';
import { NO_TRACE, type StepRun, type StepText } from './kind.ts';
import { printColumn, printNumber, type Reader, readColumn, readPlainNumber, ScreenTextError } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** What happens to a row without a value: it comes last, is dropped, counts as the worst or the middle, or is judged by its other columns. */
export const RANK_POLICIES = ['last', 'drop', 'worst', 'median', 'ignore'] as const;
export type RankPolicy = (typeof RANK_POLICIES)[number];

export interface RankPart {
  readonly columnId: string;
  /** Descending: the larger, the better. */
  readonly sortOperator: Direction;
  readonly weight: number;
  readonly missing: RankPolicy;
}

/** Orders the rows by the weighted mean of their percentiles among the input rows, best first; stable. */
export interface RankStep extends StepOf<'rank'> {
  readonly parts: readonly RankPart[];
}

export const { make: rankStep } = stepKind<RankStep>('rank');

function readPart(reader: Reader): RankPart {
  const columnId = readColumn(reader);
  const sortOperator = readDirection(reader);
  let weight = 1;
  if (reader.takeWord('weight')) {
    reader.skipSpace();
    const at = reader.at;
    weight = readPlainNumber(reader);
    if (weight < 0) throw new ScreenTextError('a weight is a number from 0 on', at);
  }
  if (!reader.takeWord('missing')) return { columnId, sortOperator, weight, missing: 'last' };
  const missing = reader.takeOneOf(RANK_POLICIES);
  if (missing === null) throw reader.expected(RANK_POLICIES.map((policy) => `“${policy}”`).join(', '));
  return { columnId, sortOperator, weight, missing };
}

function printPart({ columnId, sortOperator, weight, missing }: RankPart): string {
  const weighted = weight === 1 ? '' : ` weight ${printNumber(weight)}`;
  return `${printColumn(columnId)} ${printDirection(sortOperator)}${weighted}${missing === 'last' ? '' : ` missing ${missing}`}`;
}

const columns = ({ parts }: RankStep): readonly string[] => parts.map(({ columnId }) => columnId);

export const rankText: StepText<RankStep> = {
  read(reader) {
    if (!reader.takeWord('rank')) return null;
    if (!reader.takeWord('by')) throw reader.expected('“by”');
    reader.need('(');
    const parts: RankPart[] = [];
    do parts.push(readPart(reader));
    while (reader.takeSign(','));
    reader.need(')', '“,” or “)”');
    return rankStep({ parts });
  },
  print: ({ parts }) => `rank by (${parts.map(printPart).join(', ')})`,
  columns,
  dependsOn: () => 'all',
  isUnfinished: ({ parts }) =>
    parts.length === 0 || parts.some(({ columnId, weight }) => columnId === '' || Number.isNaN(weight)),
  isTyped: () => true,
  orderedBy: ({ parts }) => parts,
  pieces: [
    ['rank by (', 'rank by (x asc)'],
    ['weight ', 'weight 2'],
    ...RANK_POLICIES.map((policy) => [`missing ${policy}`, `missing ${policy}`] as const),
  ],
  fault(step, columnOf) {
    if (step.parts.length === 0) return 'a rank needs a column';
    const weight = step.parts.find((part) => !(part.weight >= 0 && part.weight < Infinity))?.weight;
    return textFault(columns(step), columnOf) ?? (weight === undefined ? null : `the weight ${weight} is not a number from 0 on`);
  },
  rename: (step, from, to) => ({
    ...step,
    parts: step.parts.map((part) => (part.columnId === from ? { ...part, columnId: to } : part)),
  }),
};

/** A row that comes last or is dropped has no score. */
const POLICIES: Readonly<Record<RankPolicy, MissingPolicy>> = {
  last: 'drop',
  drop: 'drop',
  worst: 'zero',
  median: 'median',
  ignore: 'renormalise',
};

/** Percentiles by column for the last input of a rank, which stays the same while a weight is dragged. */
const lastRanked = new WeakMap<Table, { readonly rows: Uint32Array; readonly byColumn: Map<string, Float32Array> }>();

function rankedPercentiles(table: Table, ids: readonly string[], rows: Uint32Array): ReadonlyMap<string, Float32Array> {
  const kept = lastRanked.get(table);
  const last = kept?.rows === rows ? kept.byColumn : new Map<string, Float32Array>();
  const byColumn = new Map(ids.map((id) => [id, last.get(id) ?? columnPercentiles(table, id, 'rows', rows)] as const));
  lastRanked.set(table, { rows, byColumn });
  return byColumn;
}

export const rankRun: StepRun<RankStep> = {
  apply(table, step, rows) {
    const percentiles = rankedPercentiles(table, columns(step), rows);
    const scored = step.parts.map(({ columnId, weight, sortOperator, missing }) => ({
      columnId,
      weight,
      better: sortOperator === 'Descending' ? ('higher' as const) : ('lower' as const),
      missing: POLICIES[missing],
    }));
    const scores = columnScores(table, scored, rows, (id) => percentiles.get(id)!);
    const needed = step.parts.filter(({ missing }) => missing === 'drop').map(({ columnId }) => percentiles.get(columnId)!);
    const kept = needed.length === 0 ? rows : rows.filter((row) => needed.every((values) => !Number.isNaN(values[row]!)));
    return { rows: sortByNumbers(scores, null, kept, true), missing: rows.length - kept.length };
  },
  trace(table, { parts }, { row }) {
    const needed = parts.filter(({ missing }) => missing === 'drop');
    return { ...NO_TRACE, cause: [...new Set(needed.flatMap(({ columnId }) => causeOfMissing(table, columnId, row)))] };
  },
};
