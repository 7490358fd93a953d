import { describe, expect, it } from 'vitest';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { breakdown, DECILE_COUNT, deciles } from '../../src/screener/breakdown/breakdown.ts';
import { SIZE_ID, sizeFilter } from '../../src/screener/breakdown/groupFilter.ts';
import { Random } from '../random.ts';
import { randomUniverse, wireSource } from '../universe.ts';

function naiveMedian(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

describe('a breakdown', () => {
  it('counts each group and computes its medians, like a naive implementation', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const count = 1 + Math.floor(random.next() * 300);
      const labels = ['', 'a', 'b', 'c', 'd'];
      const codes = Array.from({ length: count }, () => Math.floor(random.next() * labels.length));
      const values = Array.from({ length: count }, () => (random.next() < 0.2 ? Number.NaN : Math.round(random.next() * 20)));
      const rows = codes.flatMap((_, row) => (random.next() < 0.7 ? [row] : []));
      const { counts, medians } = breakdown({ codes, labels }, rows, [(row) => values[row]!]);
      for (const code of labels.keys()) {
        const own = rows.filter((row) => codes[row] === code);
        expect(counts[code]).toBe(own.length);
        expect(medians[0]![code]).toEqual(naiveMedian(own.map((row) => values[row]!)));
      }
    }
  });
});

describe('size deciles', () => {
  it('are ten of equal size, the largest first, with bounds that do not overlap', () => {
    const random = new Random(11);
    const values = Array.from({ length: 1000 }, (_, row) => (row % 50 === 0 ? Number.NaN : Math.exp(10 * random.next())));
    const { groups, bounds } = deciles(values.length, (row) => values[row]!);
    const counts = new Array(DECILE_COUNT + 1).fill(0);
    for (const code of groups.codes as Uint8Array) counts[code]++;
    expect(counts).toEqual([20, ...new Array(DECILE_COUNT).fill(98)]);
    for (let code = 1; code < DECILE_COUNT; code++) expect(bounds[code]![0]).toBeGreaterThan(bounds[code + 1]![1]);
    expect(bounds[1]![1]).toBe(Math.max(...values.filter((value) => !Number.isNaN(value))));
  });

  it('keep ties together', () => {
    const { groups } = deciles(100, (row) => (row < 95 ? 1 : 2));
    expect(new Set([...(groups.codes as Uint8Array)].slice(0, 95)).size).toBe(1);
  });

  it('are each kept by their filter alone, though sizes differ in the seventh digit', async () => {
    const universe = randomUniverse(5, 1, 200);
    const at = universe[0]!.columns.indexOf(SIZE_ID);
    for (const [row, values] of universe[0]!.rows.entries()) values[at] = 123_456_000 + 8 * row;
    const table = await loadTable(wireSource(universe));
    const size = table.numbers(SIZE_ID)!;
    const { groups, bounds } = deciles(table.rowCount, (row) => Math.fround(size[row]! * table.rates[row]!));
    for (let code = 1; code <= DECILE_COUNT; code++) {
      const own = Array.from(table.rows).filter((row) => groups.codes[row] === code);
      expect(Array.from(applySteps(table, [sizeFilter(bounds[code]!)], null).rows)).toEqual(own);
    }
  });
});
