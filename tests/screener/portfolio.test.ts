// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { finderOf } from '../../src/screener/watchlists/match.ts';
import { HOLDINGS_MAX, keptPortfolio, readPortfolio, storePortfolio } from '../../src/screener/watchlists/portfolio.ts';

const finder = finderOf({
  symbols: ['AAPL', 'MSFT', 'SAP', 'SAP', '600665'],
  names: ['Apple Inc.', 'Microsoft Corp.', 'SAP SE', 'SAP SE', 'Naraikawa Co., Ltd.'],
  isins: ['US0378331005', 'US5949181045', 'DE0007164600', 'DE0007164600', ''],
  exchanges: ['NASDAQ', 'NASDAQ', 'XETRA', 'NYSE', 'SHG'],
  traded: [5, 4, 3, 2, 1],
});
const read = (text: string, asked: 'shares' | 'weights' | null = null) => readPortfolio(text, finder, asked);
const held = (...pairs: readonly (readonly [string, number])[]) => pairs.map(([symbol, amount]) => ({ symbol, amount }));

describe('a pasted portfolio', () => {
  it.each([
    ['between spaces', 'AAPL 120\nMicrosoft Corp. 1,500\n600665 20'],
    ['between tabs', 'AAPL\t120\nMSFT\t1500\n600665\t20'],
    [
      'as a file with a head',
      'Name,Symbol,Price,Quantity\n"Apple, Inc.",AAPL,190.5,120\nMicrosoft,MSFT,400,"1,500"\n,600665,5,20',
    ],
    ['between semicolons with a decimal comma', 'Ticker;Stück\nAAPL;120,0\nMSFT;1.500,00\n600665;20'],
    ['by ISIN and name', 'US0378331005 120\nmicrosoft 1500\n600665 20'],
  ])('is read %s', (_, text) => {
    const { holdings, amounts, misses, unread } = read(text);
    expect(misses).toEqual([]);
    expect(unread).toEqual([]);
    expect(amounts).toBe('shares');
    expect(holdings).toEqual(held(['AAPL', 120], ['MSFT', 1500], ['600665', 20]));
  });

  it('treats numbers with a percent sign or in a weight column as weights', () => {
    expect(read('AAPL 60%\nMSFT 40 %'.replace('40 %', '40%'))).toMatchObject({
      amounts: 'weights',
      holdings: held(['AAPL', 0.6], ['MSFT', 0.4]),
    });
    expect(read('symbol,weight\nAAPL,0.25\nMSFT,0.75')).toMatchObject({
      amounts: 'weights',
      holdings: held(['AAPL', 0.25], ['MSFT', 0.75]),
    });
    expect(read('symbol,weight\nAAPL,25\nMSFT,75')).toMatchObject({
      amounts: 'weights',
      holdings: held(['AAPL', 0.25], ['MSFT', 0.75]),
    });
    expect(read('AAPL 25\nMSFT 75', 'weights')).toMatchObject({
      amounts: 'weights',
      holdings: held(['AAPL', 0.25], ['MSFT', 0.75]),
    });
  });

  it.each([
    ['AAPL;120,5\nMSFT;1.500', 120.5, 1500],
    ['AAPL;120.5\nMSFT;1.500', 120.5, 1.5],
    ['AAPL;1.234.567\nMSFT;1.500', 1_234_567, 1500],
    ['AAPL;1,50,000\nMSFT;1,500', 150_000, 1500],
    ['AAPL;.5\nMSFT;-1 500,25', 0.5, Number.NaN],
  ])('reads a number that can be read in two ways as the others of its column: %j', (text, apple, microsoft) => {
    const { holdings, unread } = read(text);
    expect(holdings).toEqual(Number.isNaN(microsoft) ? held(['AAPL', apple]) : held(['AAPL', apple], ['MSFT', microsoft]));
    expect(unread).toHaveLength(Number.isNaN(microsoft) ? 1 : 0);
  });

  it('reports the lines beyond its limit as unread', () => {
    const { holdings, unread } = read(`${'AAPL 1\n'.repeat(HOLDINGS_MAX)}MSFT 1`);
    expect(holdings).toEqual(held(['AAPL', HOLDINGS_MAX]));
    expect(unread).toEqual(['MSFT 1']);
  });

  it('sums lines of the same security and distinguishes ambiguous symbols', () => {
    expect(read('AAPL 1\nApple Inc. 2\nSAP@NYSE 5').holdings).toEqual(held(['AAPL', 3], ['SAP@NYSE', 5]));
  });

  it('reports every line without a security or a number', () => {
    const { holdings, misses, unread } = read('AAPL,1\nNOBODY,2\nMSFT,many');
    expect(holdings).toEqual(held(['AAPL', 1]));
    expect(misses).toEqual(['NOBODY']);
    expect(unread).toEqual(['MSFT,many']);
  });
});

describe('the stored portfolio', () => {
  afterEach(() => storePortfolio(null));

  it('is restored unchanged, and null after deletion', () => {
    const portfolio = { amounts: 'weights' as const, holdings: held(['AAPL', 0.4], ['SAP@NYSE', 0.6]) };
    storePortfolio(portfolio);
    expect(keptPortfolio()).toEqual(portfolio);
    storePortfolio(null);
    expect(keptPortfolio()).toBeNull();
    localStorage.setItem('panscreen.portfolio', '{"amounts":"shares","holdings":[["AAPL","x"],["MSFT",2]]}');
    expect(keptPortfolio()?.holdings).toEqual(held(['MSFT', 2]));
  });
});
