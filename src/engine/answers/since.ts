/** How a screen's result has changed since it was saved: which securities entered, left and moved, and why. */
import { isText } from '../../catalogue/column.ts';
import { applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import { passedSteps } from '../run/passedSteps.ts';
import { orderedBy, stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice } from '../steps/slice.ts';
import { identities } from '../table/identity.ts';
import { labelAt, type Table } from '../table/table.ts';
import { type Receipt, receipt } from './receipt.ts';
import { type Snapshot, tableOf } from './snapshot.ts';

/** The value of a column then and now; NaN or the empty text when missing, null when the security was not in the data. */
export interface Change {
  readonly columnId: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
}

/** A security in only one of the two results. */
export interface Passage {
  readonly symbol: string;
  readonly country: string;
  /** Row in the current table; null when no longer in the data. */
  readonly row: number | null;
  /** Zero-based step that dropped it from the result that lacks it; null when it was not in the data. */
  readonly step: number | null;
  /** Values that the step reads, then and now; for a slice, those that the rows are ordered by. */
  readonly changes: readonly Change[];
  /** Of its amounts, then and now. */
  readonly currencies: readonly [before: string, after: string];
  /** Position from 1 in the input of that step, for slices; null when it did not get that far. */
  readonly placeBefore: number | null;
  readonly placeAfter: number | null;
}

/** A security in both results whose position among the common ones changed. Positions count from 1 in the whole result. */
export interface Move {
  readonly symbol: string;
  readonly country: string;
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

export interface Since {
  readonly before: Receipt;
  readonly after: Receipt;
  readonly entered: readonly Passage[];
  readonly left: readonly Passage[];
  /** The largest moves first. */
  readonly moved: readonly Move[];
  readonly stayedCount: number;
}

/** The screen at one of the two times. */
interface Moment {
  readonly table: Table;
  readonly rows: Uint32Array;
  readonly prefix: Prefix;
  readonly passed: Uint8Array;
  readonly identities: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
}

function momentOf(universe: Table, steps: readonly Step[]): Moment {
  const { rows, prefix } = applySteps(universe, steps, null);
  const ids = identities(universe);
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  return { table: prefix.table, rows, prefix, passed: passedSteps(prefix), identities: ids, rowOf };
}

function valueAt(table: Table, id: string, row: number): number | string {
  const column = table.column(id);
  if (column && isText(column)) return labelAt(table.text(id), row);
  return table.numbers(id)?.[row] ?? Number.NaN;
}

/** Columns that a step decides by: its own, or for a slice those that order its input. */
function decidingColumns(steps: readonly Step[], step: number): readonly string[] {
  const at = steps[step];
  if (!at || !isSlice(at)) return at ? [...new Set(stepColumns(at))] : [];
  const order = steps.slice(0, step).findLast((each) => orderedBy(each).length > 0);
  return order ? [...new Set(stepColumns(order))] : [];
}

/** Position from 1 in the input of a step. */
function placeAt({ prefix }: Moment, step: number, row: number): number | null {
  const place = outputBehind(prefix, step).indexOf(row);
  return place < 0 ? null : place + 1;
}

/** Securities that `has` contains and `lacks` does not. */
function passages(steps: readonly Step[], has: Moment, lacks: Moment, isEntered: boolean): Passage[] {
  const isThere = new Set(Array.from(lacks.rows, (row) => lacks.identities[row]!));
  const [then, now] = isEntered ? [lacks, has] : [has, lacks];
  return Array.from(has.rows, (row) => has.identities[row]!)
    .filter((id) => !isThere.has(id))
    .map((id): Passage => {
      const [before, after] = [then.rowOf.get(id), now.rowOf.get(id)];
      const [symbol = '', , country = ''] = id.split('\t');
      const who = { symbol, country, row: after ?? null };
      if (before === undefined || after === undefined) {
        return { ...who, step: null, changes: [], currencies: ['', ''], placeBefore: null, placeAfter: null };
      }
      const step = lacks.passed[isEntered ? before : after]!;
      const at = steps[step];
      const counts = at !== undefined && isSlice(at);
      return {
        ...who,
        step,
        changes: decidingColumns(steps, step).map((columnId) => ({
          columnId,
          before: valueAt(then.table, columnId, before),
          after: valueAt(now.table, columnId, after),
        })),
        currencies: [labelAt(then.table.text('currency'), before), labelAt(now.table.text('currency'), after)],
        placeBefore: counts ? placeAt(then, step, before) : null,
        placeAfter: counts ? placeAt(now, step, after) : null,
      };
    });
}

function moves(then: Moment, now: Moment): { moved: Move[]; stayedCount: number } {
  const placeThen = new Map(Array.from(then.rows, (row, place) => [then.identities[row]!, place + 1]));
  const stayed = Array.from(now.rows, (row, place) => ({ row, id: now.identities[row]!, to: place + 1 })).filter(({ id }) =>
    placeThen.has(id),
  );
  const earlier = stayed.map(({ id }) => placeThen.get(id)!).sort((a, b) => a - b);
  const moved = stayed.flatMap(({ row, id, to }, place): Move[] => {
    const from = placeThen.get(id)!;
    const [symbol = '', , country = ''] = id.split('\t');
    return earlier[place] === from ? [] : [{ symbol, country, row, from, to }];
  });
  moved.sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
  return { moved, stayedCount: stayed.length };
}

/** Compares the steps' result with that of a snapshot. Securities are matched by symbol, exchange and country. */
export function since(universe: Table, steps: readonly Step[], snapshot: Snapshot): Since {
  const then = momentOf(tableOf(snapshot), steps);
  const now = momentOf(universe, steps);
  return {
    before: snapshot.receipt,
    after: receipt(now.table, now.rows),
    entered: passages(steps, now, then, true),
    left: passages(steps, then, now, false),
    ...moves(then, now),
  };
}
