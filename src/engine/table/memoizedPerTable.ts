import type { Table } from './table.ts';

/** Caches values by table and name, at most `most` per table; the least recently used is dropped. */
export function memoizedPerTable<T>(most: number): (table: Table, name: string, compute: () => T) => T {
  const byTable = new WeakMap<Table, Map<string, T>>();
  return (table, name, compute) => {
    const kept = byTable.get(table) ?? new Map<string, T>();
    byTable.set(table, kept);
    const known = kept.get(name);
    const answer = known === undefined ? compute() : known;
    kept.delete(name);
    kept.set(name, answer);
    const [oldest = name] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    return answer;
  };
}
