// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { isNumericFilter } from '../../src/engine/steps/filter.ts';
import { asRef, type Frame, state } from '../../src/screener/state/store.ts';
import { filterByCell } from '../../src/screener/steps/cellFilter.ts';
import { setEntries } from '../../src/screener/steps/edit.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

it('a filter by a cell keeps the cell’s own row, however its number is rounded', () => {
  for (const number of [1.3, 1.2345678, 1.2345612, -1.2345678, -1.2345612, 123456789, 0, 1e-40]) {
    const values = Float32Array.of(number);
    const frame: Frame = {
      version: 1,
      date: null,
      rows: Uint32Array.of(0),
      rowCount: 1,
      universeCount: 1,
      columns: new Map([['beta', { id: 'beta', kind: 'number', values }]]),
      stepCount: 0,
      ms: 0,
    };
    setEntries([]);
    state.frame = asRef(frame);
    state.cursor = asRef({ columnId: 'beta', row: 0, position: 0 });
    filterByCell();
    const step = state.steps.at(-1)?.step;
    if (!step || !isNumericFilter(step)) throw new Error('no filter');
    const [bound] = step.operatorValues;
    expect(Math.fround(bound!), String(number)).toBeLessThanOrEqual(values[0]!);
    if (number === 1.3) expect(bound).toBe(1.3);
  }
});
