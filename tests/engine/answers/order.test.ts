import { describe, expect, it } from 'vitest';
import { type OrderMark, orderWork, swapOf } from '../../../src/engine/answers/order.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { naiveScreen, naiveSecurities } from '../../naive-screen.ts';
import type { Security } from '../../naive-security.ts';
import { Random } from '../../random.ts';
import { randomCondition, randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(51, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

function naiveMark(at: number, before: readonly Security[], after: readonly Security[]): OrderMark | null {
  const [common, otherCommon] = [before.filter((each) => after.includes(each)), after.filter((each) => before.includes(each))];
  const mark = {
    at,
    entered: after.length - common.length,
    left: before.length - common.length,
    moved: common.filter((each, position) => each !== otherCommon[position]).length,
  };
  return mark.entered + mark.left + mark.moved > 0 ? mark : null;
}

describe('the order of the steps', () => {
  it('is marked where a rerun with two neighbors swapped differs, for 300 random screens', () => {
    const random = new Random(1);
    let marked = 0;
    for (let round = 0; round < 300; round++) {
      const steps = randomScreen(random, valuesOf);
      const before = naiveScreen(securities, steps);
      const expected = steps.slice(1).flatMap((second, at) => {
        const swapped = steps.with(at, second).with(at + 1, steps[at]!);
        return naiveMark(at, before, naiveScreen(securities, swapped)) ?? [];
      });
      expect(runToEnd(orderWork(table, steps, null)).marks, printScreen(steps)).toEqual(expected);
      for (const { at, entered, left } of expected) {
        const swap = swapOf(table, steps, at);
        expect([swap.entered.length, swap.left.length]).toEqual([entered, left]);
        const swapped = naiveScreen(securities, steps.with(at, steps[at + 1]!).with(at + 1, steps[at]!));
        expect(Array.from(swap.entered, (row) => securities[row])).toEqual(swapped.filter((each) => !before.includes(each)));
      }
      marked += expected.length;
    }
    expect(marked).toBeGreaterThan(20);
  });

  it('never matters between two filters that look at each row alone', () => {
    const random = new Random(2);
    for (let round = 0; round < 200; round++) {
      const steps = [1, 2, 3].map(() => randomCondition(random, valuesOf, 2));
      if (printScreen(steps).includes('in rows')) continue;
      expect(runToEnd(orderWork(table, steps, null)).marks).toEqual([]);
    }
  });

  it('says how many rows differ', () => {
    const { marks } = runToEnd(orderWork(table, parseScreen('rows 1..30 | beta is present'), null));
    const present = applySteps(table, parseScreen('beta is present'), null).rows.slice(0, 30);
    const entered = present.filter((row) => row >= 30).length;
    expect(marks).toEqual([{ at: 0, entered, left: 0, moved: 0 }]);
  });
});
