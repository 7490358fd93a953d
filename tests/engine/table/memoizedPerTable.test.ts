import { expect, it } from 'vitest';
import { memoizedPerTable } from '../../../src/engine/table/memoizedPerTable.ts';
import { GrowingTable } from '../../../src/engine/table/table.ts';

it('computes once per table and name, and keeps the answers used last', () => {
  const [first, second] = [new GrowingTable().table([]), new GrowingTable().table([])];
  const computed: string[] = [];
  const kept = memoizedPerTable<number>(2);
  const ask = (table: typeof first, name: string): number =>
    kept(table, name, () => {
      computed.push(`${table === first ? 'first' : 'second'} ${name}`);
      return computed.length;
    });
  expect([ask(first, 'a'), ask(first, 'b'), ask(first, 'a'), ask(second, 'a')]).toEqual([1, 2, 1, 3]);
  // b was used less recently than a.
  expect([ask(first, 'c'), ask(first, 'a'), ask(first, 'b'), ask(first, 'a'), ask(second, 'a')]).toEqual([4, 1, 5, 1, 3]);
  expect(computed).toEqual(['first a', 'first b', 'second a', 'first c', 'first b']);
});
