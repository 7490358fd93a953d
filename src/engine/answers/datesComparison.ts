/** Compares screens at two dates. Rows are matched by the security's stable id. */
import { applySteps, type Prefix } from '../run/apply.ts';
import { passedSteps } from '../run/passedSteps.ts';
import type { Step } from '../steps/registry.ts';
import { labelAt, type Table } from '../table/table.ts';
import { type Comparison, comparison, editsBetween, type Missed, type Part, partRows } from './comparison.ts';
import { difference } from './order.ts';

/** A screen and the table of its date. */
export interface DatedScreen {
  readonly table: Table;
  readonly steps: readonly Step[];
  readonly prefix: Prefix | null;
}

/** Row numbers shared by both tables: A's rows first, then those of B that A lacks. */
interface Joined {
  /** Indexed by row of B. */
  readonly rowInA: Uint32Array;
  readonly rowCount: number;
}

const joinedTables = new WeakMap<Table, WeakMap<Table, Joined>>();

function listedIds({ text, rows }: Table): Map<string, number> {
  const ids = text('id');
  if (!ids) throw new RangeError('only snapshots of a history can be matched by date: their securities have ids');
  return new Map(Array.from(rows, (row) => [labelAt(ids, row), row]));
}

function join(a: Table, b: Table): Joined {
  const known = joinedTables.get(a)?.get(b);
  if (known) return known;
  const rowsOfA = listedIds(a);
  const rowInA = new Uint32Array(b.rowCount);
  let rowCount = a.rowCount;
  for (const [id, row] of listedIds(b)) rowInA[row] = rowsOfA.get(id) ?? rowCount++;
  const joined = { rowInA, rowCount };
  joinedTables.set(a, (joinedTables.get(a) ?? new WeakMap()).set(b, joined));
  return joined;
}

/** The rows of a part, as rows of A's table. Securities of B that were not listed on A's date are left out. */
export function partRowsOfDates(a: Table, rowsA: Uint32Array, b: Table, rowsB: Uint32Array, part: Part): Uint32Array {
  const { rowInA, rowCount } = join(a, b);
  const rows = partRows(
    rowsA,
    rowsB.map((row) => rowInA[row]!),
    part,
    rowCount,
  );
  return rows.filter((row) => row < a.rowCount);
}

/** Compares screens at two dates. The first edit is the change of date alone; the others are evaluated at B's date. */
export function comparisonOfDates(a: DatedScreen, b: DatedScreen): Comparison {
  const { rowInA, rowCount } = join(a.table, b.table);
  const [ofA, ofB] = [applySteps(a.table, a.steps, a.prefix), applySteps(b.table, b.steps, b.prefix)];
  const rowsB = ofB.rows.map((row) => rowInA[row]!);
  const rowInB = new Map(Array.from(b.table.rows, (row) => [rowInA[row]!, row]));
  const listedInA = new Set(a.table.rows);
  const [passedA, passedB] = [passedSteps(ofA.prefix), passedSteps(ofB.prefix)];
  const symbols = b.table.text('symbol');
  const part = (name: Part): Uint32Array => partRows(ofA.rows, rowsB, name, rowCount);
  const onlyA = Array.from(part('onlyA'), (row): Missed => {
    const other = rowInB.get(row);
    return { row, step: other === undefined ? null : passedB[other]! };
  });
  const onlyB = Array.from(part('onlyB'), (row): Missed => {
    if (listedInA.has(row)) return { row, step: passedA[row]! };
    const rowB = rowInB.get(row)!;
    return { row: null, step: null, symbol: labelAt(symbols, rowB), rowB };
  });
  return {
    rowCountA: ofA.rows.length,
    rowCountB: ofB.rows.length,
    both: part('both'),
    onlyA,
    onlyB,
    edits: editsOfDates(a, b, rowInA, rowCount, ofA.rows),
  };
}

function editsOfDates(
  a: DatedScreen,
  b: DatedScreen,
  rowInA: Uint32Array,
  rowCount: number,
  rowsA: Uint32Array,
): Comparison['edits'] {
  const [date, ...rest] = a.steps;
  const moved = [b.steps[0]!, ...rest];
  if (!date || editsBetween(a.steps, moved).length === 0) return comparison(b.table, a.steps, b.steps).edits;
  const rows = applySteps(b.table, moved, null).rows.map((row) => rowInA[row]!);
  return [
    { fromA: 0, toA: 1, fromB: 0, toB: 1, ...difference(rowsA, rows, rowCount) },
    ...comparison(b.table, moved, b.steps).edits,
  ];
}
