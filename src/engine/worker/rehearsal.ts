/** Runs what follows an edit once before the first edit, over every second row, so that its code is already compiled. */
import { presentDistribution } from '../answers/distribution.ts';
import { ledgerWork } from '../answers/ledger.ts';
import { orderWork } from '../answers/order.ts';
import { receiptWork } from '../answers/receipt.ts';
import { applySteps } from '../run/apply.ts';
import { numericFilter } from '../steps/filter.ts';
import { sortStep } from '../steps/sort.ts';
import type { Table } from '../table/table.ts';

/** A typical first screen: a filter, and the largest first. */
const REHEARSED = [
  numericFilter({ columnId: 'marketCapitalization', operator: 'GreaterThanOrEquals', operatorValues: [1e9] }),
  sortStep({ columnId: 'marketCapitalization', sortOperator: 'Descending' }),
];

export function* rehearsal(table: Table, ids: readonly string[]): Generator<void> {
  const rows = table.rows.filter((row) => row % 2 === 0);
  for (const id of ids) {
    presentDistribution(table, id, rows);
    yield;
  }
  const { prefix } = applySteps(table, REHEARSED, null);
  yield;
  const written = yield* ledgerWork(table, REHEARSED, prefix);
  yield* orderWork(table, REHEARSED, written.prefix);
  yield* receiptWork(table, rows);
}
