/** The answer of the sixth call (docs/calls.md): a screen run by the server over its history. */
import { assert } from '../assert.ts';
import { kindOf } from './calls.ts';
import { isRecord } from './json.ts';

/** Counts of one step: rows in, rows that passed, failed, and lacked a value. */
export interface AnsweredStep {
  readonly step: string;
  readonly in: number;
  readonly out: number;
  readonly failed: number;
  readonly missing: number;
}

export interface ScreenAnswer {
  /** Digest of the history. */
  readonly history: string;
  /** Date of the snapshot, YYYY-MM-DD. */
  readonly snapshot: string;
  /** The canonical text. */
  readonly text: string;
  readonly rowCount: number;
  /** Digest of the rows, as in the receipt. */
  readonly digest: string;
  /** First held-out day, YYYY-MM-DD, and the id under which looks are counted; null for an earlier date. */
  readonly holdOut: { readonly from: string; readonly history: string } | null;
  readonly ledger: readonly AnsweredStep[];
  readonly columns: readonly string[];
  /** [row][column]: a number or null, or a text that is empty when missing. */
  readonly rows: readonly (readonly (number | string | null)[])[];
}

const CALL = 'screen';

function textOf(value: unknown, name: string): string {
  assert(typeof value === 'string', `${CALL}: ${name} is ${kindOf(value)}`);
  return value;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  assert(Array.isArray(value), `${CALL}: ${name} is ${kindOf(value)}`);
  return value;
}

function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  assert(isRecord(value), `${CALL}: ${name} is ${kindOf(value)}`);
  return value;
}

function countOf(value: unknown, name: string): number {
  assert(Number.isSafeInteger(value) && (value as number) >= 0, `${CALL}: ${name} is not a count`);
  return value as number;
}

function answeredStep(value: unknown): AnsweredStep {
  const line = recordOf(value, 'a line of the ledger');
  const [came, out, failed, missing] = (['in', 'out', 'failed', 'missing'] as const).map((name) => countOf(line[name], name));
  return { step: textOf(line.step, 'step'), in: came!, out: out!, failed: failed!, missing: missing! };
}

/** Reads an answer. Throws with what is wrong. */
export function readScreenAnswer(value: unknown): ScreenAnswer {
  const answer = recordOf(value, 'the answer');
  const columns = listOf(answer.columns, 'columns').map((id) => textOf(id, 'a column'));
  const rows = listOf(answer.rows, 'rows').map((row) => {
    const cells = listOf(row, 'a row');
    assert(cells.length === columns.length, `${CALL}: a row has ${cells.length} values for ${columns.length} columns`);
    for (const cell of cells)
      assert(cell === null || typeof cell === 'string' || typeof cell === 'number', `${CALL}: a cell is ${kindOf(cell)}`);
    return cells as readonly (number | string | null)[];
  });
  const rowCount = countOf(answer.rowCount, 'rowCount');
  assert(rowCount === rows.length, `${CALL}: ${rows.length} rows instead of ${rowCount}`);
  const held = answer.holdOut === undefined ? null : recordOf(answer.holdOut, 'holdOut');
  return {
    history: textOf(answer.history, 'history'),
    snapshot: textOf(answer.snapshot, 'snapshot'),
    text: textOf(answer.text, 'text'),
    rowCount,
    digest: textOf(answer.digest, 'digest'),
    holdOut: held && { from: textOf(held.from, 'holdOut.from'), history: textOf(held.history, 'holdOut.history') },
    ledger: listOf(answer.ledger, 'ledger').map(answeredStep),
    columns,
    rows,
  };
}
