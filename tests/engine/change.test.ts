import { describe, expect, it } from 'vitest';
import { effort } from '../../kernels/effort.ts';
import { applySteps, type Prefix } from '../../src/engine/apply.ts';
import { changeBetween, changed } from '../../src/engine/change.ts';
import { loadTable } from '../../src/engine/load.ts';
import { isNumericFilter, type Step } from '../../src/engine/steps.ts';
import { parseScreen } from '../../src/engine/text.ts';
import { naiveSecurities } from '../naive-screen.ts';
import { Random } from '../random.ts';
import { randomCondition, randomScreen } from '../random-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const wire = randomUniverse(29, 3, 200);
const table = await loadTable(wireSource(wire));
const securities = naiveSecurities(wire);
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

describe('a change of ascending rows', () => {
  it('made to the old rows gives the new ones', () => {
    const random = new Random(8);
    let made = 0;
    for (let round = 0; round < 500; round++) {
      const count = random.below(60);
      const universe = Array.from({ length: count }, (_, row) => row * (1 + random.below(3)));
      const unique = [...new Set(universe)].sort((a, b) => a - b);
      const before = Uint32Array.from(unique.filter(() => random.chance(0.8)));
      const after = Uint32Array.from(before.filter(() => random.chance(0.95)));
      const change = changeBetween(before, after);
      if (!change) continue;
      made++;
      expect([...changed(before, change)]).toEqual([...after]);
      expect([...changed(after, { added: change.removed, removed: change.added })]).toEqual([...before]);
    }
    expect(made).toBeGreaterThan(300);
  });

  it('is not made when much has changed', () => {
    expect(changeBetween(Uint32Array.of(1, 2, 3, 4), Uint32Array.of(5, 6, 7, 8))).toBeNull();
    expect(changeBetween(new Uint32Array(0), Uint32Array.of(1))).toBeNull();
  });
});

describe('an edited screen', () => {
  it('equals a fresh run, rows and counts, through long chains of edits', () => {
    const random = new Random(31);
    let [incremental, fresh] = [0, 0];
    for (let screen = 0; screen < 60; screen++) {
      const conditions = Array.from({ length: 2 + random.below(5) }, () => randomCondition(random, valuesOf, 1));
      let steps: Step[] = random.chance(0.5) ? conditions : [...conditions, ...randomScreen(random, valuesOf)];
      let prefix: Prefix | null = null;
      for (let edit = 0; edit < 25; edit++) {
        const at = random.below(steps.length);
        const step = steps[at]!;
        if (isNumericFilter(step) && random.chance(0.8)) {
          const operatorValues = step.operatorValues.map((value) => value * (1 + 0.02 * random.normal()));
          steps = steps.with(at, { ...step, operatorValues });
        } else if (random.chance(0.5)) steps = steps.with(at, randomCondition(random, valuesOf, 1));
        else if (random.chance(0.3) && steps.length > 2) steps = steps.toSpliced(at, 1);
        const from = effort.filteredRows;
        const applied = applySteps(table, steps, prefix);
        const between = effort.filteredRows;
        const expected = applySteps(table, steps, null);
        incremental += between - from;
        fresh += effort.filteredRows - between;
        expect(applied.counts, JSON.stringify(steps)).toEqual(expected.counts);
        expect([...applied.rows]).toEqual([...expected.rows]);
        for (const [index, output] of applied.prefix.outputs.entries())
          expect([...output]).toEqual([...expected.prefix.outputs[index]!]);
        prefix = applied.prefix;
      }
    }
    expect(incremental).toBeLessThan(0.6 * fresh);
  });

  it('keeps to the rows that a sort before it has moved', () => {
    const [first, second] = ['0', '1'].map((low) => parseScreen(`sort beta desc | beta >= ${low} | close >= 0`));
    const { prefix } = applySteps(table, first!, null);
    expect([...applySteps(table, second!, prefix).rows]).toEqual([...applySteps(table, second!, null).rows]);
  });
});
