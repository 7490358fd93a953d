// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { webAddress } from '../../src/screener/rows/Website.tsx';
import { matchSecurities } from '../../src/screener/watchlists/match.ts';

const SECURITIES = {
  symbols: ['AAPL', 'MSFT', 'NESN', 'BRK.B', 'ABB'],
  names: ['Apple Inc.', 'Microsoft Corporation', 'Nestlé S.A.', 'Berkshire Hathaway Inc.', 'ABB Ltd'],
  isins: ['US0378331005', 'US5949181045', 'CH0038863350', '', 'CH0012221716'],
};

describe('a pasted list', () => {
  it.each([
    ['aapl\nMSFT', ['AAPL', 'MSFT'], []],
    ['US0378331005, CH0038863350', ['AAPL', 'NESN'], []],
    ['Nestle\nBerkshire Hathaway', ['NESN', 'BRK.B'], []],
    ['Apple Inc., Microsoft', ['AAPL', 'MSFT'], []],
    ['AAPL MSFT ABB', ['AAPL', 'MSFT', 'ABB'], []],
    ['AAPL\tMSFT;"NESN"\n\nAAPL', ['AAPL', 'MSFT', 'NESN'], []],
    ['AAPL\nNOPE\nNo such company', ['AAPL'], ['NOPE', 'No such company']],
    ['', [], []],
  ])('%j', (text, symbols, misses) => {
    expect(matchSecurities(text, SECURITIES)).toEqual({ symbols, misses, leftOut: 0 });
  });

  it('reads 5,000 entries and says how many more there were', () => {
    const symbols = Array.from({ length: 6000 }, (_, index) => `S${index}`);
    const match = matchSecurities(symbols.join('\n'), { symbols, names: symbols, isins: [] });
    expect(match.symbols).toHaveLength(5000);
    expect(match.leftOut).toBe(1000);
  });
});

describe('a website of the data', () => {
  it.each([
    ['https://www.example.com/a', 'https://www.example.com/a'],
    ['www.example.com', 'https://www.example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.com', null],
    ['not a site', null],
  ])('%s', (address, href) => {
    expect(webAddress(address)?.href ?? null).toBe(href);
  });
});
