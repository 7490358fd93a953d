import { applySteps, outputBehind, outputsOf } from './apply.ts';
import { withFormulas } from './computed.ts';
import { traceAt } from './steps/execution.ts';
import type { Step } from './steps/registry.ts';
import type { Table } from './table.ts';

/** What became of one row in a screen. */
export interface Trace {
  /** Step (from 0) whose output is the first to lack the row; null for a row that is in the result. */
  readonly leftAt: number | null;
  /** Position from 1 among the rows that came into the slice it left at, among its group at a top step or its issuer, or in the result. */
  readonly rank: number | null;
  /** Rows that the slice, or the top step of this group, kept, or that the result has. */
  readonly kept: number | null;
  /** The stored number that failed a filter or was ranked too low; null for text, for groups and for a missing one. */
  readonly value: number | null;
  /** Columns that make the value missing: inputs that are missing themselves, or out of bounds for a denominator. */
  readonly cause: readonly string[];
}

/** Rows of a symbol, in the order of the table. */
export function rowsOfSymbol(table: Table, symbol: string): Uint32Array {
  const text = table.text('symbol');
  const code = text?.labels.indexOf(symbol);
  return text && symbol !== '' ? table.rows.filter((row) => text.codes[row] === code) : new Uint32Array(0);
}

/** Follows one row through a screen. */
export function trace(universe: Table, steps: readonly Step[], row: number): Trace {
  const table = withFormulas(universe, steps);
  const { rows, prefix } = applySteps(table, steps, null);
  const leftAt = outputsOf(prefix).findIndex((output) => !output.includes(row));
  const step = steps[leftAt];
  if (!step) return { leftAt: null, rank: rows.indexOf(row) + 1, kept: rows.length, value: null, cause: [] };
  const departure = { input: outputBehind(prefix, leftAt), output: outputBehind(prefix, leftAt + 1), row };
  return { leftAt, ...traceAt(table, step, departure) };
}
