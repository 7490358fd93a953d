import { describe, expect, it } from 'vitest';
import { START_VIEW } from '../../src/screener/state/store.ts';
import { parseColumns, printColumns, readAddress, type ScreenAddress, writeAddress } from '../../src/screener/state/url.ts';

const DEFAULTS = ['symbol', 'name', 'a', 'b', 'c', 'd', 'e'];
const EMPTY: ScreenAddress = { text: null, isLong: false, off: [], view: START_VIEW, receipt: null, saved: null };

describe('the columns in the address', () => {
  it.each([
    [DEFAULTS, 'symbol..e'],
    [['symbol', 'name', 'a', 'c', 'd', 'e'], 'symbol..a,c..e'],
    [['symbol', 'name', 'd', 'a', 'b', 'x', 'e'], 'symbol..name,d,a..b,x,e'],
    [['symbol'], 'symbol'],
  ])('%j is %s, and back', (columns, text) => {
    expect(printColumns(columns, DEFAULTS)).toBe(text);
    expect(parseColumns(text, DEFAULTS)).toEqual(columns);
  });

  it('reads an invalid run as its two ends, and a column once', () => {
    expect(parseColumns('e..a,x..y,e,,', DEFAULTS)).toEqual(['e', 'a', 'x', 'y']);
  });
});

describe('the address', () => {
  it('keeps columns of one’s own whatever their names', () => {
    const columns = ['symbol', 'a, adjusted', 'a..b', '50% of a', '50%2C', 'x:y', '…', 'e'];
    const view = { ...START_VIEW, columns, pinned: columns.slice(1, 5), widths: { 'a, adjusted': 120, 'a..b': 130, 'x:y': 140 } };
    expect(readAddress(writeAddress({ ...EMPTY, view }, '', DEFAULTS), DEFAULTS).view).toEqual(view);
  });

  it('is empty for the default screen', () => {
    expect(writeAddress(EMPTY, '', DEFAULTS)).toBe('');
    expect(readAddress('', DEFAULTS)).toEqual(EMPTY);
  });

  it('round-trips the text, disabled steps and the view', () => {
    const address: ScreenAddress = {
      text: 'type = Equity | name in ("a & b", "c|d") | percent 0..20',
      isLong: false,
      off: [
        { index: 0, text: 'beta >= 1' },
        { index: 3, text: 'country = "a:b"' },
      ],
      view: {
        columns: ['symbol', 'name', 'c', 'a'],
        widths: { a: 120, 'stats.5.rsi': 64 },
        pinned: ['c', 'stats.5.rsi'],
        folded: ['MarketValueRatios', 'Other'],
        lens: 'sector',
        lensText: 'percentiles',
        money: 'CHF',
        textB: 'beta >= 2 | rows 1..5',
        part: 'onlyB',
        zoom: {
          level: 4,
          cell: [12.5, 0.021],
          reference: 'size',
          isAroundZero: true,
          columnOrder: 'cluster',
          rowOrder: 'similarity',
          isOnePerIssuer: true,
          isTransposed: true,
        },
        numbers: 'adaptive',
        shown: 'correlations',
        settings: { 'correlations.group': 'MarketValueRatios', 'differences.against': 'sector' },
      },
      receipt: '20261119.5.2.af63dc4c8601ec8c.AAAABBBB',
      saved: '1-2',
    };
    const query = writeAddress(address, '', DEFAULTS);
    expect(readAddress(query, DEFAULTS)).toEqual(address);
  });

  it('distinguishes an empty screen from the default one', () => {
    expect(readAddress(writeAddress({ ...EMPTY, text: '' }, '', DEFAULTS), DEFAULTS).text).toBe('');
  });

  it('keeps unrelated parameters and replaces its own', () => {
    const query = writeAddress({ ...EMPTY, text: 'beta >= 1' }, '?backend=cpu&s=old&cols=a', DEFAULTS);
    expect([...new URLSearchParams(query)]).toEqual([
      ['backend', 'cpu'],
      ['s', 'beta >= 1'],
    ]);
  });

  it('encodes the overview by its zoom level only', () => {
    expect(readAddress('?view=overview&zoom=4', DEFAULTS).view).toMatchObject({ shown: 'table', zoom: { level: 4 } });
  });

  it('drops previous settings of views', () => {
    const view = { ...START_VIEW, settings: { 'correlations.group': 'all' } };
    const query = writeAddress({ ...EMPTY, view }, '?view=watchlists&differences.against=sector', DEFAULTS);
    expect(query).toBe('?correlations.group=all');
  });

  it('ignores invalid parameters', () => {
    const address = readAddress(
      '?off=x:y&off=2&widths=a:9999,b:NaN,:5,c:100&cols=&fold=x&lens=y&money=usd&view=bogus&bogus.x=1',
      DEFAULTS,
    );
    expect(address).toEqual({ ...EMPTY, view: { ...START_VIEW, widths: { c: 100 } } });
  });
});
