import { expect, it } from 'vitest';
import { Loader } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import type { Past } from '../../../src/engine/worker/past.ts';
import { Session } from '../../../src/engine/worker/session.ts';
import type { Universe } from '../../../src/engine/worker/universe.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

/** The tables of a load, after each country. */
async function tablesOfLoad(): Promise<readonly Table[]> {
  const tables: Table[] = [];
  await new Loader(wireSource(randomUniverse(5, 3, 20)), (loader) => tables.push(loader.table())).load();
  return tables;
}

it('wants another result for columns that come into view after countries have arrived, and for nothing else', async () => {
  const [first, second] = (await tablesOfLoad()) as [Table, Table];
  expect(second.version).not.toBe(first.version);
  let present = first;
  const universe = {
    table: () => present,
    get arrivingRowCount() {
      return present.rowCount;
    },
  } as Universe;
  const session = new Session(universe, {} as Past);
  const sent = (): string[] => {
    session.takeApplied(present, applySteps(present, [], session.prefix));
    return session.watchedColumns(present).map(({ id }) => id);
  };
  expect(session.watch(['close'])).toBe(false);
  session.take({ kind: 'apply', ticket: 1, steps: [], stepCount: 0, comparedScreen: null });
  expect(sent()).toEqual(['close']);
  // A request for the column itself gives values of the same table.
  expect(session.watch(['close', 'beta'])).toBe(false);
  present = second;
  expect(session.watch(['close'])).toBe(false);
  expect(session.watch(['close', 'volume'])).toBe(true);
  expect(sent()).toEqual(['close', 'volume']);
  expect(session.watch(['volume', 'beta'])).toBe(false);
});
