import { describe, expect, it } from 'vitest';
import { comparison, editsBetween, PARTS, partRows } from '../../../src/engine/answers/comparison.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { naiveComparison, naiveDifference } from '../../naive-comparison.ts';
import { naiveScreen, naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(61, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

/** A screen and a copy with one or two edits: a step added, removed or replaced. */
function randomPair(random: Random): [Step[], Step[]] {
  const a = randomScreen(random, valuesOf);
  let b = [...a];
  for (let edits = 1 + random.below(2); edits > 0; edits--) {
    const at = random.below(b.length + 1);
    b = b.toSpliced(at, random.below(2), ...randomScreen(random, valuesOf).slice(0, random.below(2)));
  }
  return [a, b];
}

describe('two screens over one table', () => {
  it('have the rows in common, and alone, that a comparison row by row finds, with the step that dropped each, for 300 random pairs', () => {
    const random = new Random(1);
    let alone = 0;
    for (let round = 0; round < 300; round++) {
      const [a, b] = randomPair(random);
      const found = comparison(table, a, b);
      const { both, edits: _, ...rest } = found;
      expect({ ...rest, both: [...both] }, `${printScreen(a)}\n${printScreen(b)}`).toEqual(naiveComparison(securities, a, b));
      alone += found.onlyA.length + found.onlyB.length;
    }
    expect(alone).toBeGreaterThan(500);
  });

  it('count for each edit alone what a rerun without it counts, for 200 random pairs', () => {
    const random = new Random(2);
    let edited = 0;
    for (let round = 0; round < 200; round++) {
      const [a, b] = randomPair(random);
      const now = naiveScreen(securities, b);
      for (const { fromA, toA, fromB, toB, ...effect } of comparison(table, a, b).edits) {
        const reverted = [...b.slice(0, fromB), ...a.slice(fromA, toA), ...b.slice(toB)];
        expect(effect, printScreen(b)).toEqual(naiveDifference(naiveScreen(securities, reverted), now));
        edited++;
      }
    }
    expect(edited).toBeGreaterThan(100);
  });

  it('give the same with and without kept results', () => {
    const [a, b] = [parseScreen('beta >= 0 | rows 1..40'), parseScreen('beta >= 0.5 | rows 1..40')];
    const prefixes = { a: applySteps(table, a, null).prefix, b: applySteps(table, b, null).prefix };
    expect(comparison(table, a, b, prefixes)).toEqual(comparison(table, a, b));
  });

  it("know each screen's own formulas", () => {
    const [a, b] = [parseScreen('let x = beta * 2 | x >= 1'), parseScreen('let x = beta * 3 | x >= 1')];
    const [rowsA, rowsB] = [applySteps(table, a, null).rows, applySteps(table, b, null).rows];
    const found = comparison(table, a, b);
    expect([...found.both]).toEqual([...rowsA].filter((row) => rowsB.includes(row)));
    expect(found.onlyB).toEqual([...rowsB].filter((row) => !rowsA.includes(row)).map((row) => ({ row, step: 1 })));
  });
});

describe('the parts', () => {
  it('come in the order of the screen that has them', () => {
    const [a, b] = [Uint32Array.of(5, 1, 3), Uint32Array.of(3, 7, 5, 2)];
    const parts = Object.fromEntries(PARTS.map((part) => [part, [...partRows(a, b, part, 8)]]));
    expect(parts).toEqual({ a: [5, 1, 3], b: [3, 7, 5, 2], both: [5, 3], onlyA: [1], onlyB: [7, 2] });
  });
});

describe('the edits between two lists', () => {
  it.each([
    ['beta >= 1 | rows 1..5', 'beta >= 1 | rows 1..5', []],
    ['beta >= 1 | rows 1..5', 'beta >= 2 | rows 1..5', [{ fromA: 0, toA: 1, fromB: 0, toB: 1 }]],
    [
      'rows 1..5',
      'beta >= 2 | rows 1..5 | type = Etf',
      [
        { fromA: 0, toA: 0, fromB: 0, toB: 1 },
        { fromA: 1, toA: 1, fromB: 2, toB: 3 },
      ],
    ],
    ['', 'rows 1..5', [{ fromA: 0, toA: 0, fromB: 0, toB: 1 }]],
  ])('from “%s” to “%s”', (a, b, expected) => {
    expect(editsBetween(parseScreen(a), parseScreen(b))).toEqual(expected);
  });

  it('transform one list into the other, for 500 random pairs', () => {
    const random = new Random(3);
    for (let round = 0; round < 500; round++) {
      const [a, b] = randomPair(random);
      const made: Step[] = [];
      let at = 0;
      for (const { fromA, toA, fromB, toB } of editsBetween(a, b)) {
        made.push(...a.slice(at, fromA), ...b.slice(fromB, toB));
        at = toA;
      }
      expect([...made, ...a.slice(at)]).toEqual(b);
    }
  });

  it('leave as many steps unchanged as possible, and do not overlap, for 300 random pairs', () => {
    const random = new Random(4);
    const longest = (a: readonly string[], b: readonly string[]): number => {
      if (a.length === 0 || b.length === 0) return 0;
      if (a[0] === b[0]) return 1 + longest(a.slice(1), b.slice(1));
      return Math.max(longest(a.slice(1), b), longest(a, b.slice(1)));
    };
    for (let round = 0; round < 300; round++) {
      const [a, b] = [0, 1].map(() => Array.from({ length: random.below(6) }, () => `rows 1..${1 + random.below(3)}`)) as [
        string[],
        string[],
      ];
      const edits = editsBetween(parseScreen(a.join(' | ')), parseScreen(b.join(' | ')));
      const replaced = edits.reduce((sum, { fromA, toA }) => sum + toA - fromA, 0);
      expect(a.length - replaced, `${a} → ${b}`).toBe(longest(a, b));
      for (const [index, edit] of edits.entries()) {
        expect(edit.toA - edit.fromA + edit.toB - edit.fromB).toBeGreaterThan(0);
        const next = edits[index + 1];
        if (next) expect(next.fromA).toBeGreaterThan(edit.toA);
      }
    }
  });
});
