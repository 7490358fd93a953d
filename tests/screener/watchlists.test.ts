// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { stepFault } from '../../src/engine/steps/language.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { webAddress } from '../../src/screener/rows/Website.tsx';
import { listStep } from '../../src/screener/steps/listStep.ts';
import { NAMES_MAX } from '../../src/screener/watchlists/lists.ts';
import { matchSecurities, type Securities } from '../../src/screener/watchlists/match.ts';

const SECURITIES = {
  symbols: ['AAPL', 'MSFT', 'NESN', 'BRK.B', 'ABB'],
  names: ['Apple Inc.', 'Microsoft Corporation', 'Nestlé S.A.', 'Berkshire Hathaway Inc.', 'ABB Ltd'],
  isins: ['US0378331005', 'US5949181045', 'CH0038863350', '', 'CH0012221716'],
  exchanges: ['NASDAQ', 'NASDAQ', 'SIX', 'NYSE', 'SIX'],
  traded: [5, 4, 3, 2, 1],
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

  it('resolves an ambiguous symbol to the most traded security only', () => {
    const securities: Securities = {
      symbols: ['AAA', 'AAA', 'BBB', 'AAA', 'CCC'],
      names: ['Aa Ltd', 'Aaa Inc.', 'Bb', 'Aa AG', 'Cc'],
      isins: ['GB0000000001', 'US0000000002', '', 'DE0000000003', ''],
      exchanges: ['LSE', 'NYSE', 'NYSE', 'XETRA', ''],
      traded: [1, 9, Number.NaN, 2, 3],
    };
    expect(matchSecurities('aaa\nBBB\nccc', securities).symbols).toEqual(['AAA@NYSE', 'BBB', 'CCC']);
    expect(matchSecurities('AAA@XETRA, GB0000000001', securities).symbols).toEqual(['AAA@XETRA', 'AAA@LSE']);
    const { symbols: keys } = matchSecurities('AAA@XETRA\nDE0000000003\nbbb\nGB0000000001', securities);
    expect(printScreen([listStep(keys)])).toBe(
      'any of (symbol in (BBB), all of (symbol in (AAA), exchange in (XETRA)), all of (symbol in (AAA), exchange in (LSE)))',
    );
    expect(printScreen([listStep(['BBB', 'CCC'])])).toBe('symbol in (BBB, CCC)');
  });

  it('with ambiguous symbols at any number of exchanges gives a valid step', () => {
    const keys = Array.from({ length: 300 }, (_, index) => `S@X${index}`);
    const step = listStep(keys);
    expect(stepFault(step, columnById)).toBeNull();
    expect(parseScreen(printScreen([step]))).toEqual([step]);
    expect(printScreen([step]).match(/exchange in/g)).toHaveLength(keys.length);
  });

  it('reads 50,000 entries, counts the remainder, and fits into the text of a screen', () => {
    const symbols = Array.from({ length: NAMES_MAX + 1000 }, (_, index) => `S${index}`);
    const match = matchSecurities(symbols.join('\n'), { symbols, names: symbols, isins: [], exchanges: [], traded: [] });
    expect(match.symbols).toHaveLength(50_000);
    expect(match.leftOut).toBe(1000);
    expect(parseScreen(printScreen([listStep(match.symbols)]))).toHaveLength(1);
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
