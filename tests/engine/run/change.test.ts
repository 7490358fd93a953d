import { describe, expect, it } from 'vitest';
import { workCounters } from '../../../kernels/workCounters.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps, outputsOf, type Prefix } from '../../../src/engine/run/apply.ts';
import { changeBetween, changed } from '../../../src/engine/run/incremental.ts';
import { isNumericFilter } from '../../../src/engine/steps/filter.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomCondition, randomScreen, randomSort } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(29, 3, 200);
const table = await loadTable(wireSource(wire));
const securities = naiveSecurities(wire);
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

const ascending = (a: number, b: number): boolean => a < b;

describe('a change of ascending rows', () => {
  it('applied to the old rows gives the new ones', () => {
    const random = new Random(8);
    let made = 0;
    for (let round = 0; round < 500; round++) {
      const count = random.below(60);
      const universe = Array.from({ length: count }, (_, row) => row * (1 + random.below(3)));
      const unique = [...new Set(universe)].sort((a, b) => a - b);
      const before = Uint32Array.from(unique.filter(() => random.chance(0.8)));
      const after = Uint32Array.from(before.filter(() => random.chance(0.95)));
      const change = changeBetween(before, after, ascending);
      if (!change) continue;
      made++;
      expect([...change.added, ...change.removed]).toEqual([...before].filter((row) => !after.includes(row)));
      expect([...changed(before, change, ascending)]).toEqual([...after]);
      expect([...changed(after, { added: change.removed, removed: change.added }, ascending)]).toEqual([...before]);
    }
    expect(made).toBeGreaterThan(300);
  });

  it('is not made if much has changed', () => {
    expect(changeBetween(Uint32Array.of(1, 2, 3, 4), Uint32Array.of(5, 6, 7, 8), ascending)).toBeNull();
    expect(changeBetween(new Uint32Array(0), Uint32Array.of(1), ascending)).toBeNull();
  });
});

describe('an edited screen', () => {
  it('equals a fresh run, rows and counts, through long chains of edits', () => {
    const random = new Random(31);
    let [incremental, fresh, drags] = [0, 0, 0];
    for (let screen = 0; screen < 110; screen++) {
      const conditions = Array.from({ length: 2 + random.below(5) }, () => randomCondition(random, valuesOf, 1));
      const sorts = Array.from({ length: random.below(3) }, () => randomSort(random));
      // Few labels: most rows keep the order that they had before.
      if (random.chance(0.4)) sorts.push({ operatorType: 'sort', columnId: 'sector', sortOperator: 'Descending' });
      let steps: Step[] = [...conditions, ...sorts, ...(random.chance(0.5) ? randomScreen(random, valuesOf) : [])];
      let prefix: Prefix | null = null;
      let at = 0;
      for (let edit = 0; edit < 25; edit++) {
        if (random.chance(0.3) || at >= steps.length) at = random.below(steps.length);
        const step = steps[at]!;
        if (isNumericFilter(step) && random.chance(0.9)) {
          const drawn = valuesOf(step.columnId).map(Number);
          // Sometimes onto an existing value, and sometimes the lower bound above the upper one.
          const move = (value: number): number =>
            random.chance(0.2) ? random.pick(drawn) || 0 : value * (1 + 0.05 * random.normal());
          const { keepMissing, ...strict } = step;
          const keeps = random.chance(0.05) ? !keepMissing : keepMissing;
          steps = steps.with(at, {
            ...strict,
            operatorValues: step.operatorValues.map(move),
            ...(keeps ? { keepMissing: true as const } : {}),
          });
        } else if (random.chance(0.5)) steps = steps.with(at, randomCondition(random, valuesOf, 1));
        else if (random.chance(0.3) && steps.length > 2) steps = steps.toSpliced(at, 1);
        const from = workCounters.filteredRows;
        const applied = applySteps(table, steps, prefix);
        const between = workCounters.filteredRows;
        const expected = applySteps(table, steps, null);
        incremental += between - from;
        fresh += workCounters.filteredRows - between;
        expect(applied.counts, JSON.stringify(steps)).toEqual(expected.counts);
        expect([...applied.rows]).toEqual([...expected.rows]);
        // Outputs that have not been requested are another case.
        if (random.chance(0.2))
          expect(outputsOf(applied.prefix).map((rows) => [...rows])).toEqual(outputsOf(expected.prefix).map((rows) => [...rows]));
        if (applied.prefix.drag?.places && applied.prefix.outputs.includes(null)) drags++;
        prefix = applied.prefix;
      }
    }
    expect(incremental).toBeLessThan(0.6 * fresh);
    expect(drags).toBeGreaterThan(200);
  });

  it('respects the order that an earlier sort has made', () => {
    const [first, second] = ['0', '1'].map((low) => parseScreen(`sort beta desc | beta >= ${low} | close >= 0`));
    const { prefix } = applySteps(table, first!, null);
    expect([...applySteps(table, second!, prefix).rows]).toEqual([...applySteps(table, second!, null).rows]);
  });

  /** Goes through the screens one after another; each one's rows must be those of a fresh run. */
  function goThrough(screens: readonly (readonly Step[])[]): void {
    let prefix: Prefix | null = null;
    for (const steps of screens) {
      const applied = applySteps(table, steps, prefix);
      expect([...applied.rows]).toEqual([...applySteps(table, steps, null).rows]);
      prefix = applied.prefix;
    }
  }
  /** Every 5th of a column's values, ascending. */
  const boundsOf = (id: string): number[] =>
    [...new Set(table.numbers(id)!)]
      .filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b)
      .filter((_, at) => at % 5 === 0);

  it('distinguishes two filters of one column', () => {
    const screen = (low: number, high: number): Step[] => parseScreen(`close >= ${low} | beta is present | close >= ${high}`);
    const bounds = boundsOf('close');
    const lows = bounds.slice(0, 5);
    goThrough([...lows.map((low) => screen(low, low)), ...bounds.slice(5).map((high) => screen(lows[4]!, high))]);
  });

  it('reruns everything after a sort that moves a few rows', () => {
    const close = [...table.numbers('close')!].slice(3).find((value) => value > 1)!;
    const screen = (step: string): Step[] =>
      parseScreen(`let few = lt(abs(opt(close) - ${close}), 0.001) | ${step} | beta is present | pegRatio >= 0`);
    const [first, second] = [screen('sort few asc'), screen('sort few desc')];
    expect([...applySteps(table, first, null).rows]).not.toEqual([...applySteps(table, second, null).rows]);
    const all = screen('symbol != nobody');
    goThrough([first, second, first, all, second, all, first]);
  });

  it('judges all rows again in a group that depends on their ranks', () => {
    const step: Step = {
      operatorType: 'group',
      least: 'any',
      members: [
        { operatorType: 'percentile', columnId: 'close', scope: 'rows', operator: 'GreaterThanOrEquals', operatorValues: [0.5] },
      ],
    };
    goThrough(boundsOf('beta').map((low) => [...parseScreen(`beta >= ${low}`), step]));
  });
});
