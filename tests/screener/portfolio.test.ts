// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finderOf } from '../../src/screener/watchlists/match.ts';
import { HOLDINGS_MAX, keptPortfolio, readPortfolio, storePortfolio } from '../../src/screener/watchlists/portfolio.ts';
import { chooseLocale, startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

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

  it.each([
    ['AAPL;0,125\nMSFT;0,250', 0.125, 0.25],
    ['Symbol;Stück;Kurs\nAAPL;1.500;210,55\nMSFT;2.000;400,10', 1500, 2000],
    ['Symbol,Shares,Price\nAAPL,1.500,210.55\nMSFT,2.000,400.10', 1.5, 2],
  ])('finds the decimal sign of a column by a leading zero and by the other columns: %j', (text, apple, microsoft) => {
    expect(read(text).holdings).toEqual(held(['AAPL', apple], ['MSFT', microsoft]));
  });

  it.each([
    ['a price per share', 'Symbol,Share price,Quantity\nAAPL,190.5,3\nMSFT,400,4', 'shares', [3, 4]],
    ['a value of the position', 'Symbol,Positionswert,Anzahl\nAAPL,571.5,3\nMSFT,1600,4', 'shares', [3, 4]],
    ['a change in percent', 'Symbol,Change %,Weight\nAAPL,2,25\nMSFT,3,75', 'weights', [0.25, 0.75]],
  ] as const)('is not read from %s', (_, text, amounts, [apple, microsoft]) => {
    expect(read(text)).toMatchObject({ amounts, holdings: held(['AAPL', apple], ['MSFT', microsoft]) });
  });

  it('reports lines as unread that have prices and values but no number of shares', () => {
    expect(read('Symbol,Price,Market value\nAAPL,190.5,571.5\nMSFT,400,1600')).toMatchObject({
      holdings: [],
      unread: ['AAPL,190.5,571.5', 'MSFT,400,1600'],
    });
  });

  it.each([
    ['a price with a currency sign, without a head', 'AAPL;$190.50;3\nMSFT;$400.00;4'],
    ['a price below lines that are no head', 'Depot vom 20.11.2026\n\nSymbol;Kurs;Anzahl\nAAPL;190,5;3\nMSFT;400;4'],
    ['a price below a line without commas', 'Account 123\nSymbol,Price,Quantity\nAAPL,190.5,3\nMSFT,400,4'],
    ['a name after a value', 'Símbolo;Valor;Cantidad;Nombre\nAAPL;571,5;3;Apple\nMSFT;1600;4;Microsoft'],
    ['an amount of money beside the number of shares', 'Ticker,Amount,Shares\nAAPL,571.5,3\nMSFT,1600,4'],
    ['an amount in a currency', 'Ticker,Invested amount (EUR),No. of positions\nAAPL,571.5,3\nMSFT,1600,4'],
    ['a share class', 'Ticker,Share class,Quantity\nAAPL,A,3\nMSFT,B,4'],
    ['a price in Arabic', 'الرمز;السعر;الكمية\nAAPL;190.5;3\nMSFT;400;4'],
    ['a price in Hindi', 'प्रतीक;भाव;मात्रा\nAAPL;190.5;3\nMSFT;400;4'],
    ['a price in Polish', 'Kod;Kurs;Liczba\nAAPL;190,5;3\nMSFT;400;4'],
  ])('is read as 3 and 4 shares beside %s', (_, text) => {
    const { holdings, amounts } = read(text);
    expect(holdings).toEqual(held(['AAPL', 3], ['MSFT', 4]));
    expect(amounts).toBe('shares');
  });

  it.each([
    ['amounts of money', 'AAPL;1500 €\nMSFT;€ 20', 2],
    ['two columns of numbers that nothing names', 'AAPL;190.5;120\nMSFT;400;5', 2],
    ['columns of other numbers', 'symbol,marketCapitalization,beta\nAAPL,3000000000000,1.1\nMSFT,2,1', 2],
  ])('is not guessed from %s', (_, text, count) => {
    const { holdings, unread } = read(text);
    expect(holdings).toEqual([]);
    expect(unread).toHaveLength(count);
  });

  it('takes no total for a holding', () => {
    const total = finderOf({
      symbols: ['AAPL', 'TTE'],
      names: ['Apple', 'Total SE'],
      isins: ['', ''],
      exchanges: ['', ''],
      traded: [1, 1],
    });
    const { holdings, unread } = readPortfolio('Symbol;Shares\nAAPL;3\nTTE;4\nTotal;7', total);
    expect(holdings).toEqual(held(['AAPL', 3], ['TTE', 4]));
    expect(unread).toEqual(['Total;7']);
  });

  it('takes long and short weights for percentages that cancel out', () => {
    expect(read('symbol,weight\nAAPL,60\nMSFT,-60').holdings).toEqual(held(['AAPL', 0.6], ['MSFT', -0.6]));
    expect(read('symbol,weight\nAAPL,1.3\nMSFT,-0.3').holdings).toEqual(held(['AAPL', 1.3], ['MSFT', -0.3]));
  });

  it('takes the column of the kind that is asked for', () => {
    const text = 'Symbol,Shares,Weight\nAAPL,100,5%\nMSFT,50,95%';
    expect(read(text).holdings).toEqual(held(['AAPL', 100], ['MSFT', 50]));
    expect(read(text, 'weights').holdings).toEqual(held(['AAPL', 0.05], ['MSFT', 0.95]));
    expect(read(text, 'shares').holdings).toEqual(held(['AAPL', 100], ['MSFT', 50]));
  });

  it('takes small weights under a percent sign for percentages, unless they add up to 1', () => {
    expect(read('Symbol,Weight %\nAAPL,0.5\nMSFT,0.75').holdings).toEqual(held(['AAPL', 0.005], ['MSFT', 0.0075]));
    expect(read('Symbol,Weight %\nAAPL,0.25\nMSFT,0.75').holdings).toEqual(held(['AAPL', 0.25], ['MSFT', 0.75]));
  });

  it('takes the ISIN of a line before a symbol of another security, and misses an unknown one', () => {
    const symbols = ['ABC', 'ABC', 'XYZ'];
    const isins = ['US0000000001', 'AU0000000002', 'US0000000003'];
    const abc = finderOf({ symbols, isins, names: symbols, exchanges: ['NYSE', 'ASX', 'NYSE'], traded: [9, 1, 1] });
    const text = 'Symbol;ISIN;Shares\nABC;AU0000000002;5\nXYZ;FR0000000009;6\nABC;US0000000001;7';
    const { holdings, misses } = readPortfolio(text, abc);
    expect(holdings).toEqual(held(['ABC@ASX', 5], ['ABC@NYSE', 7]));
    expect(misses).toEqual(['XYZ']);
    expect(readPortfolio('ABC;AU0000000002;5', abc).holdings).toEqual(held(['ABC@ASX', 5]));
  });

  it('reports a first line with a security but no number, as it is no head', () => {
    expect(read('AAPL;n/a\nMSFT;3')).toMatchObject({ holdings: held(['MSFT', 3]), unread: ['AAPL;n/a'] });
  });

  it('reads numbers that nothing in the table decides as the language writes them, and says so', async () => {
    expect(read('AAPL;1.500\nMSFT;20')).toMatchObject({
      holdings: held(['AAPL', 1.5], ['MSFT', 20]),
      doubtful: { text: '1.500', amount: 1.5 },
    });
    expect(read('AAPL;1500\nMSFT;20').doubtful).toBeNull();
    expect(read('AAPL;1.500\nMSFT;0,150')).toMatchObject({ holdings: held(['AAPL', 1500], ['MSFT', 0.15]), doubtful: null });
    await chooseLocale('de');
    expect(read('AAPL;1.500\nMSFT;20')).toMatchObject({
      holdings: held(['AAPL', 1500], ['MSFT', 20]),
      doubtful: { text: '1.500', amount: 1500 },
    });
    await chooseLocale('en-US');
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
