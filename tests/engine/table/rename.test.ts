import { describe, expect, it } from 'vitest';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { renameInput, stepColumns } from '../../../src/engine/steps/language.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { withFormulas } from '../../../src/engine/table/withFormulas.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(17, 2, 100);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const rowsOf = (steps: readonly Step[]): number[] => [...applySteps(withFormulas(table, steps), steps, null).rows];
const isNumber = (id: string): boolean => table.column(id) !== undefined && table.text(id) === undefined;
const hasFlags = (step: Step): boolean =>
  step.operatorType === 'flags' || (step.operatorType === 'group' && step.members.some(hasFlags));

describe('a renamed column', () => {
  it('is read wherever the old name was: a copy in its place gives the same rows, for random screens', () => {
    const random = new Random(5);
    let renamed = 0;
    for (let round = 0; round < 600; round++) {
      const steps = randomScreen(random, (id) => securities.slice(0, 40).map((security) => security[id] ?? Number.NaN));
      const from = steps.flatMap(stepColumns).find(isNumber);
      // A formula has flags of its own.
      if (from === undefined || steps.some(hasFlags)) continue;
      const copy: Step = { operatorType: 'let', columnId: 'copy', formula: from };
      const moved = steps.map((step) => renameInput(step, from, 'copy'));
      expect(moved.flatMap(stepColumns)).not.toContain(from);
      expect(rowsOf([copy, ...moved]), printScreen(steps)).toEqual(rowsOf(steps));
      expect(moved.map((step) => renameInput(step, 'copy', from))).toEqual(steps);
      renamed++;
    }
    expect(renamed).toBeGreaterThan(300);
  });

  it('is read in formulas and in every kind of step, and its own definition stays', () => {
    const text =
      'let own = beta * 2 | let next = own + max(own, -own) / 3 | own >= 1 | own <= own | any of (own = 2, close >= own) | rank by (own desc, beta asc) | top 5 own | sort own desc';
    const named = text.replaceAll('own', 'risk').replace('let risk', 'let own');
    const steps = parseScreen(text).map((step) => renameInput(step, 'own', 'risk'));
    expect(printScreen(steps)).toBe(printScreen(parseScreen(named)));
  });

  it('leaves a formula alone that can’t be read', () => {
    const step: Step = { operatorType: 'let', columnId: 'next', formula: 'own +' };
    expect(renameInput(step, 'own', 'risk')).toEqual(step);
  });
});
