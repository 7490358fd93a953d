/** A table with the columns of a screen's formulas. */
import { computeColumn } from '../../../kernels/column.ts';
import type { Step } from '../steps/registry.ts';
import { checkFormulas, isLet, moneyPower } from './formulas.ts';
import type { Table } from './table.ts';

interface Extended {
  readonly base: Table;
  readonly key: string;
}

/** What an extended table was made of, and a table's last extension. */
const origins = new WeakMap<Table, Extended>();
const latest = new WeakMap<Table, Table>();

function extend(base: Table, steps: readonly Step[]): Table {
  const { columns } = checkFormulas(steps, (id) => base.column(id));
  const made = new Map(columns.map(({ column }) => [column.id, column]));
  const values = new Map<string, Float32Array>();
  const column: Table['column'] = (id) => base.column(id) ?? made.get(id);
  const numbers: Table['numbers'] = (id) => values.get(id) ?? base.numbers(id);
  for (const {
    column: { id },
    formula,
  } of columns) {
    const rateOf = (measure: typeof formula): Float32Array | null => (moneyPower(measure, column) === 1 ? base.rates : null);
    values.set(id, computeColumn(formula, numbers, base.rowCount, rateOf, base.rows));
  }
  return { ...base, column, numbers, otherColumns: [...base.otherColumns, ...made.values()] };
}

/**
 * Adds a column for each formula of the steps; returns the table itself when there are none. The last result is cached, so that the
 * same formulas over the same table give the same object.
 */
export function withFormulas(table: Table, steps: readonly Step[]): Table {
  const base = origins.get(table)?.base ?? table;
  const lets = steps.filter(isLet);
  if (lets.length === 0) return base;
  const key = JSON.stringify(lets);
  if (origins.get(table)?.key === key) return table;
  const kept = latest.get(base);
  if (kept && origins.get(kept)?.key === key) return kept;
  const extended = extend(base, lets);
  origins.set(extended, { base, key });
  latest.set(base, extended);
  return extended;
}
