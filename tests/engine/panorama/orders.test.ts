import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/catalogue/catalogue.ts';
import { isText } from '../../../src/catalogue/column.ts';
import { columnCorrelations } from '../../../src/engine/answers/correlation.ts';
import { mostDifferentFirst, profiles } from '../../../src/engine/answers/profile.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { columnBlocks, uncorrelated } from '../../../src/engine/panorama/columnOrder.ts';
import { COLUMN_ORDERS } from '../../../src/engine/panorama/frame.ts';
import { orderedRows } from '../../../src/engine/panorama/rowOrder.ts';
import { seriate } from '../../../src/engine/panorama/seriation.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { mostTraded } from '../../../src/engine/table/issuers.ts';
import { numbersOf } from '../../../src/engine/table/numbers.ts';
import { Random } from '../../random.ts';
import { randomRows } from '../../random-numbers.ts';
import { randomUniverse, wireSource } from '../../universe.ts';
import { shuffled } from './random-scene.ts';

const table = await loadTable(wireSource(randomUniverse(51, 3, 200)));
const columns = COLUMNS.filter((column) => !isText(column));
const ids = columns.map(({ id }) => id);
const amounts = new Set(columns.filter(({ unit }) => unit === 'currency' || unit === 'shares').map(({ id }) => id));
const rows = randomRows(new Random(6), table.rowCount);

/** Random points in the plane, and their distances. */
function points(random: Random, count: number): Float32Array {
  const places = Array.from({ length: count }, () => [random.next(), random.next()] as const);
  return Float32Array.from(places.flatMap((a) => places.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))));
}

const lengthOf = (order: readonly number[], distances: Float32Array): number =>
  order.slice(1).reduce((sum, thing, index) => sum + distances[order[index]! * order.length + thing]!, 0);

type Tree = number | readonly [Tree, Tree];

/** The tree of average links by trying all pairs of clusters. */
function naiveTree(distances: Float32Array, count: number): Tree {
  let clusters = Array.from({ length: count }, (_, index) => ({ tree: index as Tree, members: [index] }));
  const between = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x) => sum + b.reduce((part, y) => part + distances[x * count + y]!, 0), 0) / (a.length * b.length);
  while (clusters.length > 1) {
    let least = { a: 0, b: 1, distance: Number.POSITIVE_INFINITY };
    for (let a = 0; a < clusters.length; a++) {
      for (let b = a + 1; b < clusters.length; b++) {
        const distance = between(clusters[a]!.members, clusters[b]!.members);
        if (distance < least.distance) least = { a, b, distance };
      }
    }
    const [first, second] = [clusters[least.a]!, clusters[least.b]!];
    const merged = { tree: [first.tree, second.tree] as Tree, members: [...first.members, ...second.members] };
    clusters = [...clusters.filter((cluster) => cluster !== first && cluster !== second), merged];
  }
  return clusters[0]!.tree;
}

/** All orders that a tree allows. */
function ordersOf(tree: Tree): number[][] {
  if (typeof tree === 'number') return [[tree]];
  const [left, right] = [ordersOf(tree[0]), ordersOf(tree[1])];
  return left.flatMap((a) =>
    right.flatMap((b) => [
      [...a, ...b],
      [...b, ...a],
    ]),
  );
}

describe('seriation', () => {
  it('is the shortest of all orders that the tree of average links allows', () => {
    const random = new Random(71);
    for (let round = 0; round < 40; round++) {
      const count = 1 + random.below(8);
      const distances = points(random, count);
      const { order, gaps } = runToEnd(seriate(distances, count));
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
      const best = Math.min(...ordersOf(naiveTree(distances, count)).map((each) => lengthOf(each, distances)));
      expect(lengthOf(order, distances)).toBeCloseTo(best, 5);
      expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeCloseTo(best, 5);
    }
  });

  it('finds a line of points that were shuffled, and treats unknown distances as far', () => {
    const random = new Random(72);
    for (const count of [0, 1, 2, 40]) {
      const places = shuffled(random, count);
      const distances = Float32Array.from(places.flatMap((a) => places.map((b) => Math.abs(a - b) / count)));
      const found = runToEnd(seriate(distances, count)).order.map((thing) => places[thing]!);
      const sorted = [...found].sort((a, b) => a - b);
      expect([sorted, [...sorted].reverse()]).toContainEqual(found);
    }
    expect(runToEnd(seriate(new Float32Array(9).fill(Number.NaN), 3)).gaps).toEqual([1, 1]);
  });
});

describe('orders of columns', () => {
  it.each(COLUMN_ORDERS)('by %s: every column once, the amounts last', (order) => {
    const blocks = runToEnd(columnBlocks(table, ids, order, rows));
    const found = blocks.flatMap((block) => block.ids);
    expect([...found].sort()).toEqual([...ids].sort());
    expect(found.slice(-amounts.size).every((id) => amounts.has(id))).toBe(true);
    for (const block of blocks) {
      expect(block.ids.every((id) => amounts.has(id) === block.isAmounts)).toBe(true);
      const groups = block.ids.map((id) => columns.find((column) => column.id === id)!.group);
      const share = groups.filter((group) => group === block.group).length / groups.length;
      expect(block.group === null ? 1 : share).toBeGreaterThanOrEqual(0.5);
      if (order === 'group') expect(share).toBe(1);
    }
  });

  it('by difference: those in which the rows differ most first', () => {
    const [first] = runToEnd(columnBlocks(table, ids, 'difference', rows));
    const others = ids.filter((id) => !amounts.has(id));
    expect(first?.ids).toEqual(mostDifferentFirst([...profiles(table, others, rows, 'universe')]).map(({ id }) => id));
  });

  it('by cluster: neighbors have more similar colors than in the order of the catalogue', () => {
    const others = ids.filter((id) => !amounts.has(id));
    const blocks = runToEnd(columnBlocks(table, others, 'cluster', rows));
    const { coefficients } = runToEnd(columnCorrelations(table, others, table.rows));
    const turn = (id: string): number => (columns.find((column) => column.id === id)?.better === 'lower' ? -1 : 1);
    const likeness = (order: readonly string[]): number =>
      order.slice(1).reduce((sum, id, index) => {
        const [a, b] = [others.indexOf(order[index]!), others.indexOf(id)];
        const r = coefficients[a * others.length + b]!;
        return sum + (Number.isNaN(r) ? 0 : r * turn(id) * turn(order[index]!));
      }, 0) / order.length;
    expect(likeness(blocks.flatMap((block) => block.ids))).toBeGreaterThan(likeness(others) + 0.1);
  });

  it('by cluster: correlations computed elsewhere are used, and requested once', async () => {
    const other = await loadTable(wireSource(randomUniverse(51, 3, 200)));
    const wanted = uncorrelated(other, ids, 'cluster');
    expect(wanted).toEqual(ids.filter((id) => !amounts.has(id)));
    const correlations = runToEnd(columnCorrelations(other, wanted, other.rows));
    const work = columnBlocks(other, ids, 'cluster', rows, correlations);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) if (step.value) steps++;
    expect(steps).toBe(0);
    expect(step.value).toEqual(runToEnd(columnBlocks(table, ids, 'cluster', rows)));
    expect(uncorrelated(other, ids, 'cluster')).toEqual([]);
    expect(COLUMN_ORDERS.filter((order) => uncorrelated(other, ids.slice(1), order).length > 0)).toEqual(['cluster']);
  });
});

describe('orders of rows', () => {
  it('keep every row once, or the most traded one of each issuer', () => {
    for (const order of ['screen', 'sector', 'similarity'] as const) {
      for (const some of [rows, table.rows, rows.subarray(0, 1), new Uint32Array(0)]) {
        expect([...runToEnd(orderedRows(table, some, order, false))].sort((a, b) => a - b)).toEqual(
          [...some].sort((a, b) => a - b),
        );
      }
      const traded = runToEnd(orderedRows(table, rows, order, true));
      expect([...traded].sort((a, b) => a - b)).toEqual([...mostTraded(table, rows)].sort((a, b) => a - b));
    }
    expect(runToEnd(orderedRows(table, rows, 'screen', false))).toEqual(rows);
  });

  it('by sector: names in order and unnamed last, within a sector the largest first and unknown sizes last', () => {
    const ordered = runToEnd(orderedRows(table, table.rows, 'sector', false));
    const sector = table.text('sector')!;
    const { values, rates } = numbersOf(table, 'marketCapitalization');
    const place = (row: number): readonly [string, number] => {
      const size = values[row]! * (rates?.[row] ?? 1);
      return [sector.labels[sector.codes[row]!] || '\uffff', Number.isNaN(size) ? Number.POSITIVE_INFINITY : -size];
    };
    for (let at = 1; at < ordered.length; at++) {
      const [[before, smaller], [name, size]] = [place(ordered[at - 1]!), place(ordered[at]!)];
      expect(before < name || (before === name && smaller <= size)).toBe(true);
    }
  });

  it('by similarity: neighbors are more similar than in table order, for few rows and for many', () => {
    const some = columns.filter(({ id }) => !amounts.has(id)).map(({ id }) => numbersOf(table, id).values);
    const isAlike = (a: number, b: number): number =>
      some.filter((values) => Math.sign(values[a]!) === Math.sign(values[b]!)).length / some.length;
    const likeness = (order: Uint32Array): number =>
      order.slice(1).reduce((sum, row, index) => sum + isAlike(row, order[index]!), 0) / order.length;
    for (const several of [table.rows.subarray(0, 120), table.rows]) {
      expect(likeness(runToEnd(orderedRows(table, several, 'similarity', false)))).toBeGreaterThan(likeness(several));
    }
  });
});
