// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { barCount, categoriesOf } from '../../src/screener/grid/categories.ts';
import type { Frame } from '../../src/screener/state/store.ts';
import { state } from '../../src/screener/state/store.ts';
import { filterByCategories, keptCategories } from '../../src/screener/steps/categoryFilter.ts';
import { setEntries } from '../../src/screener/steps/edit.ts';
import { screenText, takeScreen } from '../../src/screener/steps/text.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(() => setEntries([]));

/** A hundred rows: 50 energy, 30 finance, 15 health and 5 without a sector, with distinct names. */
function frameOf(rows: readonly number[]): Frame {
  const codes = Uint32Array.from({ length: 100 }, (_, row) => (row < 50 ? 2 : row < 80 ? 1 : row < 95 ? 3 : 0));
  const sector = { id: 'sector', kind: 'text', labels: ['', 'Finance', 'Energy', 'Health'], codes } as const;
  const names = Array.from({ length: 101 }, (_, code) => (code === 0 ? '' : `name ${code}`));
  const name = {
    id: 'name',
    kind: 'text',
    labels: names,
    codes: Uint32Array.from({ length: 100 }, (_, row) => row + 1),
  } as const;
  return {
    version: 1,
    date: null,
    rows: Uint32Array.from(rows),
    rowCount: 100,
    universeCount: 100,
    columns: new Map<string, ColumnValues>([
      ['sector', sector],
      ['name', name],
    ]),
    stepCount: 0,
    ms: 0,
  };
}

describe('the bars of a text column', () => {
  it('are its largest categories, over the universe and over the result', () => {
    const found = categoriesOf(frameOf([0, 1, 60, 96]), 'sector', 2);
    expect(found).toEqual({
      labels: ['Energy', 'Finance'],
      universe: Uint32Array.of(50, 30),
      present: Uint32Array.of(2, 1),
    });
  });

  it('are recounted for other rows', () => {
    const frame = frameOf([0]);
    categoriesOf(frame, 'sector', 3);
    expect(categoriesOf({ ...frame, rows: Uint32Array.of(81, 82) }, 'sector', 3)?.present).toEqual(Uint32Array.of(0, 0, 2));
  });

  it('do not exist for names and for columns not loaded', () => {
    expect(categoriesOf(frameOf([0]), 'name', 10)).toBeNull();
    expect(categoriesOf(frameOf([0]), 'country', 10)).toBeNull();
  });

  it('are as many as fit into a header', () => {
    expect(barCount(104)).toBeGreaterThan(8);
    expect(barCount(24)).toBeLessThan(3);
  });

  it("create, edit and remove the column's filter", () => {
    filterByCategories('sector', ['Energy']);
    expect(screenText()).toBe('sector = Energy');
    filterByCategories('sector', ['Energy', 'Health']);
    expect(screenText()).toBe('sector in (Energy, Health)');
    expect(keptCategories(state.steps, 'sector')).toEqual(['Energy', 'Health']);
    filterByCategories('sector', []);
    expect(state.steps).toHaveLength(0);
  });

  it('leave an excluding filter unchanged', () => {
    takeScreen('sector != Energy', []);
    expect(keptCategories(state.steps, 'sector')).toBeNull();
    filterByCategories('sector', ['Health']);
    expect(screenText()).toBe('sector != Energy | sector = Health');
  });
});
