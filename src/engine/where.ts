/** What became of one security in a screen, with everything that there is to say about it. */
import { applyStep, applySteps, outputsOf, sliceBounds } from './apply.ts';
import { withFormulas } from './computed.ts';
import { judge, medianOf } from './conditions.ts';
import { stepFault } from './faults.ts';
import { numbersOf } from './numbers.ts';
import { percentileAmong, type Scope } from './percentile.ts';
import { type Proof, proof } from './proof.ts';
import { type Condition, isNumericFilter, type Step, stepColumns } from './steps.ts';
import { isTextColumn, type Table } from './table.ts';
import { type Trace, trace, traceStep } from './trace.ts';

export type Verdict = 'passes' | 'fails' | 'lacks';

/** What a row holds in a column that a step reads; null when missing. */
export interface Fact {
  readonly id: string;
  readonly value: number | string | null;
}

export interface Whereabouts extends Trace {
  /** Values of the row in the columns that the step where it left reads, each once. */
  readonly facts: readonly Fact[];
  /** The same for the columns that make its value missing: what is missing itself, or out of bounds. */
  readonly causes: readonly Fact[];
  /** The number that the row would have to reach, money in the row's currency; of a percentile filter, the percentile. Null where there is none. */
  readonly needed: number | null;
  /** Mean-rank percentile (0 … 1) of the row's number, and of the needed one: among all securities, or in the scope of a percentile filter. */
  readonly percentile: number | null;
  readonly neededPercentile: number | null;
  /** Rows that it was ranked among at a slice or a top step, and how many places it was away from what was kept. */
  readonly among: number | null;
  readonly missedBy: number | null;
  /** Where it left because its number has flags: that number with its proof. */
  readonly proof: Proof | null;
  /** Of a group of filters: what each of them says. */
  readonly members: readonly Verdict[];
  /** What each later step would say if the row had been let through the steps before it; empty for a row in the result. */
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
  proof: null,
  members: [],
  later: [],
} as const;

function fact(table: Table, id: string, row: number): Fact {
  if (isTextColumn(table, id)) {
    const text = table.text(id);
    return { id, value: text?.labels[text.codes[row]!] || null };
  }
  const value = table.numbers(id)?.[row] ?? Number.NaN;
  return { id, value: Number.isNaN(value) ? null : value };
}

/** The bound that a number misses: the nearer one. */
function missedBound(value: number, operator: string, [low = Number.NaN, high = Number.NaN]: readonly number[]): number {
  if (operator === 'Between') return value < low ? low : high;
  if (operator === 'NotBetween') return value - low < high - value ? low : high;
  return low;
}

type Shortfall = Pick<Whereabouts, 'needed' | 'percentile' | 'neededPercentile'>;
const NO_SHORTFALL: Shortfall = { needed: null, percentile: null, neededPercentile: null };

/** The number that failed a filter beside the one that it needs, and where both stand among all securities. */
function shortfall(table: Table, step: Condition, input: Uint32Array, row: number): Shortfall {
  if (step.operatorType === 'group' || step.operatorType === 'presence') return NO_SHORTFALL;
  if (isTextColumn(table, step.columnId)) return NO_SHORTFALL;
  const { values, rates } = numbersOf(table, step.columnId);
  const [own, rate] = [values[row]!, rates?.[row] ?? 1];
  const base = Math.fround(own * rate);
  if (Number.isNaN(base)) return NO_SHORTFALL;
  const among = (value: number, scope: Scope): number =>
    percentileAmong(table, step.columnId, scopeRows(table, scope, input, row), value);
  if (step.operatorType === 'percentile') {
    const percentile = among(base, step.scope);
    const needed = missedBound(percentile, step.operator, step.operatorValues);
    return { needed, percentile, neededPercentile: needed };
  }
  const limit = limitOf(table, step, row, own);
  if (limit === null || Number.isNaN(limit)) return NO_SHORTFALL;
  return { needed: limit, percentile: among(base, 'universe'), neededPercentile: among(Math.fround(limit * rate), 'universe') };
}

/** The number that a row needs, in its own currency. */
function limitOf(table: Table, step: Condition, row: number, own: number): number | null {
  if (step.operatorType === 'versus') return step.factor * (numbersOf(table, step.otherId).values[row] ?? Number.NaN);
  if (step.operatorType === 'median') {
    const rate = numbersOf(table, step.columnId).rates?.[row] ?? 1;
    return (step.factor * medianOf(table, step.columnId, step.scope, row)) / rate;
  }
  if (step.operatorType !== 'filter' || !isNumericFilter(step)) return null;
  const rates = numbersOf(table, step.columnId).rates;
  const currency = step.currency ?? 'USD';
  const text = table.text('currency');
  const isOwn = rates === null || text?.labels[text.codes[row]!] === currency;
  const factor = isOwn ? 1 : table.rateOf(currency) / rates[row]!;
  return missedBound(
    own,
    step.operator,
    step.operatorValues.map((bound) => bound * factor),
  );
}

function scopeRows(table: Table, scope: Scope, input: Uint32Array, row: number): Uint32Array {
  if (scope === 'universe') return table.rows;
  if (scope === 'rows') return input;
  const codes = table.text(scope)?.codes;
  return codes ? table.rows.filter((each) => codes[each] === codes[row]) : table.rows;
}

const VERDICTS: readonly Verdict[] = ['fails', 'passes', 'lacks'];

/** How far a row was from the positions that a slice keeps. */
function missedSlice(from: number, to: number, position: number): number {
  return position < from ? from - position : position - to + 1;
}

function aboutStep(
  table: Table,
  step: Step,
  input: Uint32Array,
  found: Trace,
  row: number,
): Omit<Whereabouts, keyof Trace | 'later'> {
  const facts = [...new Set(stepColumns(step))].map((id) => fact(table, id, row));
  const { rank, kept } = found;
  const causes = found.cause.map((id) => fact(table, id, row));
  switch (step.operatorType) {
    case 'slice': {
      const [from, to] = sliceBounds(step, input.length);
      const missedBy = rank === null ? null : missedSlice(from, Math.max(from, to), rank - 1);
      return { ...NOTHING, facts, causes, among: input.length, missedBy };
    }
    case 'top': {
      const among = rank === null ? null : rivalCount(table, step.columnId, scopeRows(table, step.scope, input, row), input);
      return { ...NOTHING, facts, causes, among, missedBy: rank === null || kept === null ? null : rank - kept };
    }
    case 'rank':
    case 'sort':
    case 'issuer':
    case 'let':
      return { ...NOTHING, facts, causes };
    default: {
      if (step.operatorType === 'filter' && step.columnId === null) return NOTHING;
      const at = input.indexOf(row);
      const members =
        step.operatorType === 'group' ? step.members.map((member) => VERDICTS[judge(table, member, input)[at]!]!) : [];
      const isMissing = found.cause.length > 0;
      if (isMissing) return { ...NOTHING, facts, causes, members };
      if (step.operatorType === 'flags') return { ...NOTHING, facts, proof: proof(table, step.columnId, row) };
      return { ...NOTHING, facts, members, ...shortfall(table, step, input, row) };
    }
  }
}

/** Rows of a scope that come in and have a value to be ranked by. */
function rivalCount(table: Table, id: string, scope: Uint32Array, input: Uint32Array): number {
  const comesIn = new Set(input);
  const { values, rates } = numbersOf(table, id);
  return scope.filter((row) => comesIn.has(row) && !Number.isNaN(values[row]! * (rates?.[row] ?? 1))).length;
}

/** What a step gives when one row of its input is let through it: at its place, or at the end where a rank leaves it out. */
function pardoned(step: Step, input: Uint32Array, output: Uint32Array, row: number): Uint32Array {
  if (step.operatorType === 'rank') return Uint32Array.of(...output, row);
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
  let rows = pardoned(steps[leftAt]!, outputs[leftAt - 1] ?? table.rows, outputs[leftAt]!, row);
  return steps.slice(leftAt + 1).map((step) => {
    const { rows: output } = applyStep(table, step, rows);
    if (output.includes(row)) {
      rows = output;
      return 'passes';
    }
    const { cause } = traceStep(table, step, rows, output, row);
    rows = pardoned(step, rows, output, row);
    return cause.length > 0 ? 'lacks' : 'fails';
  });
}

/** Follows one row through a screen, and on through the steps behind the one where it left. */
export function whereabouts(universe: Table, steps: readonly Step[], row: number): Whereabouts {
  const table = withFormulas(universe, steps);
  const found = trace(table, steps, row);
  const { leftAt } = found;
  const step = leftAt === null ? undefined : steps[leftAt];
  if (leftAt === null || !step || stepFault(step, (id) => table.column(id)) !== null) return { ...NOTHING, ...found };
  const outputs = outputsOf(applySteps(table, steps, null).prefix);
  const input = outputs[leftAt - 1] ?? table.rows;
  return { ...found, ...aboutStep(table, step, input, found, row), later: laterVerdicts(table, steps, outputs, leftAt, row) };
}
