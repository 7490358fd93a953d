import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderWork } from '../../../src/engine/answers/order.ts';
import { traceReport } from '../../../src/engine/answers/traceReport.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { hashOf } from '../../../src/engine/steps/sample.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { naiveHash } from '../../naive-steps.ts';
import { wireSource } from '../../universe.ts';

/** A text whose UTF-16 code units are these bytes. */
const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString('utf16le');
const ascii = (text: string): number[] => [...Buffer.from(text)];

describe('the hash', () => {
  // Ian Boyd's test vectors of MurmurHash3_x86_32, https://stackoverflow.com/a/31929528
  const PUBLISHED: readonly (readonly [bytes: readonly number[], seed: number, hash: number])[] = [
    [[], 0, 0],
    [[], 1, 0x514e28b7],
    [[], 0xffffffff, 0x81f16f39],
    [[0xff, 0xff, 0xff, 0xff], 0, 0x76293b50],
    [[0x21, 0x43, 0x65, 0x87], 0, 0xf55b516b],
    [[0x21, 0x43, 0x65, 0x87], 0x5082edee, 0x2362f9de],
    [[0x21, 0x43], 0, 0xa0f7b07a],
    [[0, 0, 0, 0], 0, 0x2362f9de],
    [[0, 0], 0, 0x30f4c306],
    [ascii('aaaa'), 0x9747b28c, 0x5a97808a],
    [ascii('aa'), 0x9747b28c, 0x5d211726],
    [ascii('abcd'), 0x9747b28c, 0xf0478627],
    [ascii('ab'), 0x9747b28c, 0x74875592],
  ];

  it.each(PUBLISHED)('of the bytes %j with seed %i is the published one', (bytes, seed, hash) => {
    expect(hashOf(textOf(bytes), seed)).toBe(hash);
    expect(naiveHash(bytes, seed)).toBe(hash);
  });

  it('is that of the naive twin for any text and seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(2 ** 32 - 1), (text, seed) => {
        expect(hashOf(text, seed)).toBe(naiveHash([...Buffer.from(text, 'utf16le')], seed));
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});

function listed(named: readonly string[]): Promise<Table> {
  return loadTable(
    wireSource([
      {
        country: 'US',
        columns: ['beta', 'usdRate'],
        header: ['symbol', 'type', 'exchange'],
        rows: named.map((symbol) => [(Number(symbol.slice(1)) * 7919) % 1000, 1]),
        fields: named.map((symbol) => [symbol, 'Equity', 'NYSE']),
      },
    ]),
  );
}

function securities(count: number, from = 0): Promise<Table> {
  return listed(Array.from({ length: count }, (_, place) => `S${place + from}`));
}

function symbols(table: Table, text: string): string[] {
  const { labels, codes } = table.text('symbol')!;
  return Array.from(applySteps(table, parseScreen(text), null).rows, (row) => labels[codes[row]!]!);
}

describe('a sample', () => {
  it('keeps the given number of rows in their order, all if there are fewer, and others for another seed', async () => {
    const table = await securities(200);
    const drawn = symbols(table, 'sample 20 seed 7');
    expect(drawn).toHaveLength(20);
    expect(symbols(table, 'sort beta desc | sample 20 seed 7')).toEqual(
      symbols(table, 'sort beta desc').filter((symbol) => drawn.includes(symbol)),
    );
    expect(symbols(table, 'sample 200 seed 7')).toEqual(symbols(table, ''));
    expect(symbols(table, 'sample 201 seed 7')).toEqual(symbols(table, ''));
    expect(symbols(table, 'sample 20 seed 8')).not.toEqual(drawn);
    // The draw of a text must never change.
    expect(symbols(table, 'sample 5 seed 7')).toEqual(['S8', 'S64', 'S118', 'S153', 'S165']);
  });

  it('of more rows includes that of fewer, and other data keep what they share', async () => {
    const [table, later] = [await securities(200), await securities(200, 10)];
    const drawn = symbols(table, 'sample 20 seed 7');
    const more = symbols(table, 'sample 60 seed 7');
    for (const symbol of drawn) expect(more).toContain(symbol);
    // Ten securities have gone and ten are new: at most ten draws differ.
    const after = symbols(later, 'sample 20 seed 7');
    expect(after.filter((symbol) => drawn.includes(symbol)).length).toBeGreaterThanOrEqual(10);
  });

  it('draws, of two securities with the same hash, the one whose name comes first, wherever it is', async () => {
    const known = new Map<number, string>();
    let pair: [string, string] | null = null;
    for (let place = 0; !pair; place++) {
      const hash = hashOf(`S${place}\tNYSE\tUS`, 7);
      const other = known.get(hash);
      if (other) pair = [other, `S${place}`];
      known.set(hash, `S${place}`);
    }
    const [first] = pair.toSorted((a, b) => (a < b ? -1 : 1));
    for (const named of [pair, pair.toReversed()]) expect(symbols(await listed(named), 'sample 1 seed 7')).toEqual([first]);
  });

  it('draws each row about as often, over many seeds', async () => {
    const table = await securities(50);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 1000; seed++) {
      for (const symbol of symbols(table, `sample 10 seed ${seed}`)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    }
    // Each count is binomial with mean 200 and variance 160; over a fixed total the sum of squares has 49 degrees of freedom.
    const squares = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 160, 0);
    expect(counts.size).toBe(50);
    // 0.1 % and 99.9 % of chi-squared with 49 degrees of freedom.
    expect(squares).toBeGreaterThan(23.98);
    expect(squares).toBeLessThan(85.35);
  });

  it('may swap with a sort, not with a filter or a slice', async () => {
    const table = await securities(200);
    const marksOf = (text: string) => runToEnd(orderWork(table, parseScreen(text), null)).marks.map(({ at }) => at);
    expect(marksOf('sort beta asc | sample 20 seed 7')).toEqual([]);
    expect(marksOf('beta >= 500 | sample 20 seed 7')).toEqual([0]);
    expect(marksOf('sample 20 seed 7 | rows 1..5')).toEqual([0]);
  });

  it('gives, for a row that was not drawn, its rank in the draw', async () => {
    const table = await securities(200);
    const steps = parseScreen('sample 20 seed 7');
    const kept = new Set(applySteps(table, steps, null).rows);
    const ranks = Array.from(table.rows)
      .filter((row) => !kept.has(row))
      .map((row) => traceReport(table, steps, row));
    expect(ranks.map(({ rank }) => rank).sort((a, b) => a! - b!)).toEqual(Array.from({ length: 180 }, (_, place) => place + 21));
    expect(ranks[0]).toMatchObject({ leftAt: 0, kept: 20, among: 200, missedBy: ranks[0]!.rank! - 20, cause: [] });
  });
});
