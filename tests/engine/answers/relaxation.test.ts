import { describe, expect, it } from 'vitest';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { relaxationWork } from '../../../src/engine/answers/relaxation.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { isRowWise } from '../../../src/engine/steps/language.ts';
import { isSort } from '../../../src/engine/steps/sort.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomCondition } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(51, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);
const relaxed = (text: string) => {
  const steps = parseScreen(text);
  return runToEnd(relaxationWork(table, steps, ledger(table, steps, null).lines));
};

describe('what to leave out of an empty result', () => {
  it('is nothing while there are rows', () => {
    expect(relaxed('type = Equity')).toEqual([]);
  });

  it('are the single steps without which there are rows, most rows first', () => {
    expect(relaxed('type = Equity | beta >= 1e30 | rows 1..10').map(({ steps }) => steps)).toEqual([[1]]);
    expect(relaxed('type = Equity | type = Etf | beta is present').map(({ steps }) => steps)).toEqual([[1], [0]]);
  });

  it('are several steps together if no single one is the cause', () => {
    expect(relaxed('type = Equity | beta >= 1e30 | close >= 1e30 | rows 1..10')).toEqual([{ steps: [1, 2], rowCount: 10 }]);
    const equities = applySteps(table, parseScreen('type = Equity'), null).rows.length;
    expect(relaxed('symbol = A | type = Equity | symbol = B | symbol = C')).toEqual([{ steps: [0, 2, 3], rowCount: equities }]);
  });

  it('are also steps that choose among rows if conditions alone are not the cause', () => {
    const [found] = relaxed('rows 1..5 | beta >= 1e30 | rows 100..200');
    expect(found?.steps).toEqual([1, 2]);
    expect(found?.rowCount).toBe(5);
  });

  it('has the rows of a rerun, and as few steps as possible, for 150 random screens', () => {
    const random = new Random(9);
    let several = 0;
    for (let round = 0; round < 150; round++) {
      const steps = Array.from({ length: 5 }, () => randomCondition(random, valuesOf, 1));
      if (steps.some(isSort) || applySteps(table, steps, null).rows.length > 0) continue;
      const found = runToEnd(relaxationWork(table, steps, ledger(table, steps, null).lines));
      const without = (left: readonly number[]): number =>
        applySteps(
          table,
          steps.filter((_, place) => !left.includes(place)),
          null,
        ).rows.length;
      for (const { steps: left, rowCount } of found) expect(rowCount, printScreen(steps)).toBe(without(left));
      const sets = Array.from({ length: 2 ** 5 - 1 }, (_, bits) => [0, 1, 2, 3, 4].filter((place) => ((bits + 1) >> place) & 1));
      const fewest = Math.min(...sets.filter((set) => without(set) > 0).map((set) => set.length));
      expect(found.length).toBeGreaterThan(0);
      const least = found[0]?.steps ?? [];
      if (steps.every(isRowWise)) expect(least.length, printScreen(steps)).toBe(fewest);
      // If steps depend on the rows that come in, none of the left-out steps can be restored.
      else for (const step of least) expect(without(least.filter((each) => each !== step)), printScreen(steps)).toBe(0);
      if (fewest > 1) several++;
    }
    expect(several).toBeGreaterThan(10);
  });
});
