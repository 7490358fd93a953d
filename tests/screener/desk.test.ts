// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../src/catalogue/catalogue.ts';
import type { ColumnDistribution } from '../../src/engine/worker/protocol.ts';
import { ALL_GROUPS, foldGroup, GROUP_LETTERS } from '../../src/screener/columns/groups.ts';
import { COLUMN_SETS, currentSet, dropSet, keepSet, takeSet } from '../../src/screener/columns/sets.ts';
import {
  frozenIds,
  moveShown,
  pinColumn,
  resetView,
  showColumns,
  shownIds,
  visibleIds,
} from '../../src/screener/columns/view.ts';
import { formulaWords } from '../../src/screener/columns/words.ts';
import { KEYS } from '../../src/screener/frame/keys.ts';
import { binAt, placeOf } from '../../src/screener/grid/spread.ts';
import { percentileText } from '../../src/screener/lens/tints.ts';
import { columnOf } from '../../src/screener/state/store.ts';
import { binStep, filterByBins } from '../../src/screener/steps/binFilter.ts';
import { setEntries } from '../../src/screener/steps/edit.ts';
import { screenText } from '../../src/screener/steps/text.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(() => {
  setEntries([]);
  resetView();
});

describe('columns of the grid', () => {
  it('fold to the first of their group and unfold', () => {
    const before = visibleIds();
    foldGroup('MarketValueRatios');
    const folded = visibleIds().filter((id) => columnOf(id)?.group === 'MarketValueRatios');
    expect(folded).toHaveLength(1);
    foldGroup('MarketValueRatios');
    expect(visibleIds()).toEqual(before);
  });

  it('are pinned next to symbol and name, and unpinned', () => {
    const before = shownIds();
    pinColumn('beta');
    expect(frozenIds()).toEqual(['symbol', 'name', 'beta']);
    expect(shownIds().slice(0, 3)).toEqual(['symbol', 'name', 'beta']);
    moveShown('beta', 1);
    expect(shownIds()[2]).toBe('beta');
    pinColumn('beta');
    expect(shownIds()).toEqual(before);
    pinColumn('beta');
    showColumns(['beta'], false);
    expect(shownIds()).not.toContain('beta');
  });

  it('move by one position', () => {
    const [, , third = '', fourth = ''] = visibleIds();
    moveShown(third, 1);
    expect(visibleIds().slice(2, 4)).toEqual([fourth, third]);
    moveShown(third, -1);
    expect(visibleIds().slice(2, 4)).toEqual([third, fourth]);
  });

  it.each(COLUMN_SETS.map(({ name }) => name))('take the set %s', (name) => {
    takeSet(name);
    expect(currentSet()).toBe(name);
    expect(shownIds().every((id) => columnOf(id))).toBe(true);
  });

  it("keep the user's own set", () => {
    takeSet('solvency');
    showColumns(['beta'], true);
    keepSet(' Mine ');
    resetView();
    takeSet('Mine');
    expect(shownIds()).toContain('beta');
    expect(currentSet()).toBe('Mine');
    dropSet('Mine');
    expect(currentSet()).toBeNull();
  });
});

describe('keys', () => {
  it('are distinct', () => {
    expect(new Set(KEYS.map(({ press }) => press)).size).toBe(KEYS.length);
    expect(new Set(Object.values(GROUP_LETTERS)).size).toBe(ALL_GROUPS.length);
  });
});

describe('formulas in words', () => {
  it.each([
    ['currentRatio', 'Current assets ÷ Current liabilities'],
    ['quickRatio', '(Cash and short-term investments + Receivables) ÷ Current liabilities'],
  ])('%s', (id, words) => {
    expect(formulaWords(columnById(id)!).replace(/Net receivables|Current net receivables/, 'Receivables')).toBe(words);
  });

  it('exist for every column with a formula and contain no ids', () => {
    for (const column of COLUMNS.filter(({ formula }) => formula !== null)) {
      expect(formulaWords(column)).not.toMatch(/\b[a-z]+[A-Z]\w+|\{\{|function\./);
    }
  });
});

describe('the distribution in a header', () => {
  const universe: ColumnDistribution['universe'] = {
    id: 'beta',
    scale: 'linear',
    lows: Float64Array.of(Number.NEGATIVE_INFINITY, 0.5, 1, 1.5, 2, 2.5),
    highs: Float64Array.of(0.49, 0.99, 1.49, 1.99, 2.49, Number.POSITIVE_INFINITY),
    from: 0,
    to: 3,
    counts: Uint32Array.of(1, 2, 3, 2, 1, 1),
    missing: 4,
    min: -3,
    p5: 0,
    median: 1.2,
    p95: 2.2,
    max: 9,
  };

  it('positions a value in its bin', () => {
    for (const [value, place] of [
      [-7, 0],
      [0.25, 0.5],
      [1, 2],
      [1.75, 3.5],
      [99, 6],
    ] as const) {
      expect(placeOf(value, universe)).toBe(place);
    }
    expect(placeOf(Number.NaN, universe)).toBeNaN();
  });

  it('finds the bin at a position', () => {
    expect(binAt(-5, 100, 32)).toBe(0);
    expect(binAt(500, 100, 32)).toBe(31);
    for (let x = 0; x < 100; x++) expect(binAt(x + 1, 100, 32)).toBeGreaterThanOrEqual(binAt(x, 100, 32));
  });

  it('makes, edits and removes one filter', () => {
    const last = universe.counts.length - 1;
    filterByBins('beta', universe, 3, 1);
    const [low, high] = [universe.lows[1], universe.lows[4]];
    expect(screenText()).toBe(`beta between ${low} and ${high}`);
    filterByBins('beta', universe, 0, 3);
    expect(screenText()).toBe(`beta < ${high}`);
    filterByBins('beta', universe, last, 3);
    expect(screenText()).toBe(`beta >= ${universe.lows[3]}`);
    filterByBins('beta', universe, 0, last);
    expect(screenText()).toBe('');
    expect(binStep('beta', universe, 0, last)).toBeNull();
  });
});

describe('a percentile', () => {
  it.each([
    [0, '0'],
    [0.004, '0.4'],
    [0.5, '50'],
    [0.996, '99.6'],
    [0.99997, '100'],
    [1, '100'],
  ])('%s is %s', (percentile, text) => {
    expect(percentileText(percentile)).toBe(text);
  });
});
