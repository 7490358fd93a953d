/** What follows an edit, done once before the first one, over every second row: that edit then finds its code compiled. */
import { presentDistribution } from '../answers/distribution.ts';
import { ledgerWork } from '../answers/ledger.ts';
import { orderWork } from '../answers/order.ts';
import { receiptWork } from '../answers/receipt.ts';
import { applySteps } from '../run/apply.ts';
import { numericFilter } from '../steps/filter.ts';
import { sortStep } from '../steps/sort.ts';
import type { Table } from '../table/table.ts';

/** A screen as many begin: a filter, and the largest first. */
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
