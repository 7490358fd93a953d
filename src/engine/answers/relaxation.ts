/** Which steps to drop from an empty screen so that it has rows. */
import { applyStep, applySteps } from '../run/apply.ts';
import { isRowWise } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSort } from '../steps/sort.ts';
import { isLet } from '../table/formulas.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import type { LedgerLine } from './ledger.ts';

/** Zero-based steps in ascending order, and the number of rows without them. */
export interface Relaxation {
  readonly steps: readonly number[];
  readonly rowCount: number;
}

/** Sets of steps that are reported. */
const REPORTED_MAX = 5;
/** Sets tried per size. */
const TRIED_MAX = 12;

const mostRowsFirst = (a: Relaxation, b: Relaxation): number => b.rowCount - a.rowCount;

/** For each row, how many of the steps it fails on its own; for each step, the rows it keeps. */
function* judged(table: Table, steps: readonly Step[], places: readonly number[]) {
  const failures = new Uint8Array(table.rowCount).fill(places.length);
  const keeps: Uint8Array[] = [];
  for (const place of places) {
    const kept = new Uint8Array(table.rowCount);
    for (const row of applyStep(table, steps[place]!, table.rows).rows) {
      kept[row] = 1;
      failures[row]!--;
    }
    keeps.push(kept);
    yield;
  }
  return { failures, keeps };
}

/** The sets of `size` steps that some row fails exactly, those failed by most rows first. */
function failedTogether(rows: Uint32Array, failures: Uint8Array, keeps: readonly Uint8Array[], size: number): number[][] {
  const found = new Map<string, { failed: number[]; count: number }>();
  for (const row of rows) {
    if (failures[row] !== size) continue;
    const failed = [...keeps.keys()].filter((index) => keeps[index]![row] === 0);
    const key = failed.join();
    const known = found.get(key) ?? { failed, count: 0 };
    known.count++;
    found.set(key, known);
  }
  const sets = [...found.values()].sort((a, b) => b.count - a.count);
  return sets.slice(0, TRIED_MAX).map(({ failed }) => failed);
}

/**
 * For an empty result: the smallest sets of steps without which the screen has rows, most rows first, each counted by a rerun.
 * Row-wise conditions are found in one pass. If dropping those is not enough, the steps that choose among rows are dropped too,
 * and as many as possible are restored.
 */
export function* relaxationWork(
  universe: Table,
  steps: readonly Step[],
  lines: readonly LedgerLine[],
): Generator<undefined, Relaxation[]> {
  if ((lines.at(-1)?.out ?? universe.rows.length) > 0) return [];
  const single = lines.flatMap(({ without }, step) => (without > 0 ? [{ steps: [step], rowCount: without }] : []));
  if (single.length > 0) return single.sort(mostRowsFirst);
  const table = withFormulas(universe, steps);
  const rowsWithout = (left: readonly number[]): number =>
    applySteps(
      table,
      steps.filter((_, place) => !left.includes(place)),
      null,
    ).rows.length;
  const places = [...steps.keys()].filter((place) => isRowWise(steps[place]!) && !isLet(steps[place]!));
  const choosing = [...steps.keys()].filter((place) => !isRowWise(steps[place]!) && !isSort(steps[place]!));
  const { failures, keeps } = yield* judged(table, steps, places);
  for (const also of choosing.length > 0 ? [[], choosing] : [[]]) {
    for (let size = also.length > 0 ? 0 : 2; size <= places.length; size++) {
      const found: Relaxation[] = [];
      for (const failed of failedTogether(table.rows, failures, keeps, size)) {
        let left = [...failed.map((index) => places[index]!), ...also];
        for (const place of also.length > 0 ? [...left] : []) {
          const fewer = left.filter((each) => each !== place);
          if (rowsWithout(fewer) > 0) left = fewer;
          yield;
        }
        const rowCount = rowsWithout(left);
        yield;
        if (rowCount > 0) found.push({ steps: left.sort((a, b) => a - b), rowCount });
      }
      if (found.length > 0) return found.sort(mostRowsFirst).slice(0, REPORTED_MAX);
    }
  }
  return [];
}
