import { applySteps, outputBehind, outputsOf } from '../run/apply.ts';
import { traceAt } from '../steps/execution.ts';
import type { StepTrace } from '../steps/kind.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';

/** What became of one row in a screen. */
export interface Trace extends StepTrace {
  /** Zero-based step whose output is the first without the row; null for a row in the result. */
  readonly leftAt: number | null;
}

/** Rows of a symbol, in the order of the table. */
export function rowsOfSymbol(table: Table, symbol: string): Uint32Array {
  const text = table.text('symbol');
  const code = text?.labels.indexOf(symbol);
  return text && symbol !== '' ? table.rows.filter((row) => text.codes[row] === code) : new Uint32Array(0);
}

export function trace(universe: Table, steps: readonly Step[], row: number): Trace {
  const table = withFormulas(universe, steps);
  const { rows, prefix } = applySteps(table, steps, null);
  const leftAt = outputsOf(prefix).findIndex((output) => !output.includes(row));
  const step = steps[leftAt];
  if (!step) return { leftAt: null, rank: rows.indexOf(row) + 1, kept: rows.length, value: null, cause: [] };
  const departure = { input: outputBehind(prefix, leftAt), output: outputBehind(prefix, leftAt + 1), row };
  return { leftAt, ...traceAt(table, step, departure) };
}
