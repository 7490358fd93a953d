/** Codes of whole columns for the panorama: the lens's percentiles, one byte each. */

import type { DenseRanks } from '../../../kernels/sort/denseRanks.ts';
import { percentileCodes, type Signs, signsOf } from '../../../kernels/statistics/percentileCodes.ts';
import { columnPercentiles, groupsOf } from '../answers/percentile.ts';
import { denseRanksOnce } from '../table/denseRanks.ts';
import { type Numbers, numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { CodedColumn, CodesRequest } from './codes.ts';
import type { PanoramaReference } from './frame.ts';

/** The column whose deciles group companies by size. */
export const SIZE_ID = 'marketCapitalization';
const SIZE_GROUPS = 10;

/** Minimum share of a column's values on each side of zero for its colors to be centered on zero. */
const SIGNED_SHARE_MIN = 0.05;

/** Rows by group, without group 0 (none). */
function rowsByGroup(rows: Uint32Array, groupOf: (row: number) => number, groupCount: number): Uint32Array[] {
  const counts = new Uint32Array(groupCount);
  for (const row of rows) counts[groupOf(row)]!++;
  const scopes = Array.from(counts, (count) => new Uint32Array(count));
  const next = new Uint32Array(groupCount);
  for (const row of rows) {
    const group = groupOf(row);
    scopes[group]![next[group]!++] = row;
  }
  return scopes.slice(1).filter(({ length }) => length > 0);
}

/** Deciles of market capitalisation in the base currency over the universe, from 1 for the smallest; 0 when missing. */
export function sizeDeciles(table: Table): Uint8Array {
  const shares = columnPercentiles(table, SIZE_ID, 'universe', table.rows);
  return Uint8Array.from(shares, (share) => (Number.isNaN(share) ? 0 : 1 + Math.floor(SIZE_GROUPS * share)));
}

/** Sets of rows that are compared with one another. */
function scopesOf(table: Table, reference: PanoramaReference, remaining: Uint32Array | null): readonly Uint32Array[] {
  switch (reference) {
    case 'universe':
      return [table.rows];
    case 'remaining':
      return [remaining ?? table.rows];
    case 'sector': {
      const { codes, groupCount } = groupsOf(table, 'sector');
      return rowsByGroup(table.rows, (row) => codes[row]!, groupCount);
    }
    case 'size': {
      const deciles = sizeDeciles(table);
      return rowsByGroup(table.rows, (row) => deciles[row]!, SIZE_GROUPS + 1);
    }
  }
}

/** The ranks around zero, when enough of the universe's values are on each side. */
function signsWhereBoth({ values, rates }: Numbers, column: DenseRanks): Signs | null {
  const signs = signsOf(values, rates, column);
  let [negative, positive, count] = [0, 0, 0];
  for (const rank of column.denseRanks) {
    if (rank === 0) continue;
    count++;
    if (rank <= signs.negative) negative++;
    else if (rank >= signs.positive) positive++;
  }
  return Math.min(negative, positive) >= SIGNED_SHARE_MIN * count && count > 0 ? signs : null;
}

/**
 * The columns of a request, one at a time so that other work can run in between.
 * @throws RangeError for a text or unknown column
 */
export function* codedColumns(
  table: Table,
  { ids, reference, aroundZero, remaining }: Pick<CodesRequest, 'ids' | 'reference' | 'aroundZero' | 'remaining'>,
): Generator<CodedColumn> {
  const scopes = scopesOf(table, reference, remaining);
  for (const id of ids) {
    const ranks = denseRanksOnce(table, id);
    const signs = aroundZero ? signsWhereBoth(numbersOf(table, id), ranks) : null;
    const better = table.column(id)?.better ?? 'neutral';
    yield { id, codes: percentileCodes(ranks, scopes, signs), scale: better, isAroundZero: signs !== null };
  }
}
