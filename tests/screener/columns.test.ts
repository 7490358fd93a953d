// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../src/catalogue/catalogue.ts';
import { beginsWord, searchColumns } from '../../src/screener/columns/search.ts';
import { DEFAULT_IDS, moveColumn, resetView, setWidth, showColumns, shownIds } from '../../src/screener/columns/view.ts';
import { START_VIEW, state } from '../../src/screener/state/store.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);
beforeEach(resetView);

describe('the shown columns', () => {
  it('are all but the helpers by default, symbol and name first', () => {
    expect(shownIds().slice(0, 2)).toEqual(['symbol', 'name']);
    expect(new Set(shownIds())).toEqual(new Set(COLUMNS.filter((column) => !column.helper).map((column) => column.id)));
    expect(shownIds()).toHaveLength(DEFAULT_IDS.length);
  });

  it('return to their former position', () => {
    const before = shownIds();
    showColumns(['beta', 'altmanZScore'], false);
    expect(shownIds()).not.toContain('beta');
    showColumns(['altmanZScore'], true);
    showColumns(['beta'], true);
    expect(shownIds()).toEqual(before);
  });

  it('keep symbol and name in first position', () => {
    showColumns(['symbol', 'name', 'beta'], false);
    moveColumn(0, 5);
    moveColumn(5, 1);
    expect(shownIds().slice(0, 2)).toEqual(['symbol', 'name']);
    expect(shownIds()).toHaveLength(DEFAULT_IDS.length - 1);
  });

  it('move and change their width', () => {
    const [, , third, fourth] = shownIds();
    moveColumn(2, 3);
    expect(shownIds().slice(2, 4)).toEqual([fourth, third]);
    setWidth('beta', 120.4);
    expect(state.view.widths).toEqual({ beta: 120 });
    resetView();
    expect(state.view).toEqual(START_VIEW);
  });
});

describe('the search for a column', () => {
  it('lists the windows of a statistic from a week to five years', () => {
    const ids = searchColumns(COLUMNS, 'return').map((column) => column.id);
    const windows = ids.filter((id) => id.endsWith('.rateBack')).map((id) => Number(id.split('.')[1]));
    expect(windows).toEqual([5, 21, 63, 252, 1260]);
  });

  it('does not find assets for sets', () => {
    expect(beginsWord(columnById('totalAssets')!, 'sets')).toBe(false);
    expect(beginsWord(columnById('totalAssets')!, 'assets')).toBe(true);
    expect(beginsWord(columnById('returnOnInvestedCapital')!, 'roic')).toBe(true);
  });

  it.each([
    ['roic', 'returnOnInvestedCapital'],
    ['roe', 'returnOnEquity'],
    ['mcap', 'marketCapitalization'],
    ['12 month', 'stats.252.rateBack'],
    ['1y return', 'stats.252.rateBack'],
    ['kgv', 'priceToEarningsRatio'],
    ['ev/ebit', 'enterpriseValueToEbit'],
    ['p/e', 'priceToEarningsRatio'],
    ['altman', 'altmanZScore'],
    ['stats.252.rateBack', 'stats.252.rateBack'],
    ['capital working', 'workingCapital'],
    ['beta', 'beta'],
  ])('finds for %s', (text, id) => {
    const ids = searchColumns(COLUMNS, text).map((column) => column.id);
    expect(ids.slice(0, 3)).toContain(id);
  });

  it('lists all for an empty text and none for nonsense', () => {
    expect(searchColumns(COLUMNS, '  ')).toHaveLength(COLUMNS.length);
    expect(searchColumns(COLUMNS, 'zzqqxx')).toHaveLength(0);
  });
});
