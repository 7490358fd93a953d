/** A security's trace through a screen, with explanations. */
import { applyStep, applySteps, outputsOf } from '../run/apply.ts';
import { explanationAt, traceAt } from '../steps/execution.ts';
import type { Departure, Explanation, Verdict } from '../steps/kind.ts';
import { dependsOn, orderedBy, stepColumns, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isTextColumn, labelAt, type Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import { type Trace, trace } from './trace.ts';

/** A row's value in a column; null when missing. */
export interface Fact {
  readonly id: string;
  readonly value: number | string | null;
}

export interface TraceReport extends Trace, Explanation {
  /** The row's values in the columns of the step where it left, without duplicates. */
  readonly facts: readonly Fact[];
  /** Its values in the columns that make its value missing: themselves missing, or out of bounds. */
  readonly causes: readonly Fact[];
  /** Verdict of each later step if the row had passed the steps before it; empty for a row in the result. */
  readonly later: readonly Verdict[];
}

const NOTHING = {
  facts: [],
  causes: [],
  needed: null,
  percentile: null,
  neededPercentile: null,
  among: null,
  missedBy: null,
  lineage: null,
  members: [],
  later: [],
} as const;

export function factOf(table: Table, id: string, row: number): Fact {
  if (isTextColumn(table, id)) return { id, value: labelAt(table.text(id), row) || null };
  const value = table.numbers(id)?.[row] ?? Number.NaN;
  return { id, value: Number.isNaN(value) ? null : value };
}

function aboutStep(table: Table, step: Step, departure: Departure, found: Trace): Omit<TraceReport, keyof Trace | 'later'> {
  if (dependsOn(step) === 'nothing') return NOTHING;
  const { row } = departure;
  const facts = [...new Set(stepColumns(step))].map((id) => factOf(table, id, row));
  const causes = found.cause.map((id) => factOf(table, id, row));
  return { ...NOTHING, facts, causes, ...explanationAt(table, step, departure, found) };
}

/** A step's output with one row of its input let through: at its position, or at the end of an ordered output. */
function outputWith(step: Step, input: Uint32Array, output: Uint32Array, row: number): Uint32Array {
  if (orderedBy(step).length > 0) return Uint32Array.of(...output, row);
  const passes = new Set(output).add(row);
  return input.filter((each) => passes.has(each));
}

function laterVerdicts(
  table: Table,
  steps: readonly Step[],
  outputs: readonly Uint32Array[],
  leftAt: number,
  row: number,
): Verdict[] {
  let rows = outputWith(steps[leftAt]!, outputs[leftAt - 1] ?? table.rows, outputs[leftAt]!, row);
  return steps.slice(leftAt + 1).map((step) => {
    const { rows: output } = applyStep(table, step, rows);
    if (output.includes(row)) {
      rows = output;
      return 'passes';
    }
    const { cause } = traceAt(table, step, { input: rows, output, row });
    rows = outputWith(step, rows, output, row);
    return cause.length > 0 ? 'lacks' : 'fails';
  });
}

/** Traces a row through a screen, and on through the steps after the one where it left. */
export function traceReport(universe: Table, steps: readonly Step[], row: number): TraceReport {
  const table = withFormulas(universe, steps);
  const found = trace(table, steps, row);
  const { leftAt } = found;
  const step = leftAt === null ? undefined : steps[leftAt];
  if (leftAt === null || !step || stepFault(step, (id) => table.column(id)) !== null) return { ...NOTHING, ...found };
  const outputs = outputsOf(applySteps(table, steps, null).prefix);
  const input = outputs[leftAt - 1] ?? table.rows;
  return {
    ...found,
    ...aboutStep(table, step, { input, output: outputs[leftAt]!, row }, found),
    later: laterVerdicts(table, steps, outputs, leftAt, row),
  };
}
