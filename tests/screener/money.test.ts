// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { adaptiveRule } from '../../src/catalogue/adaptive.ts';
import { columnById } from '../../src/catalogue/catalogue.ts';
import type { Column } from '../../src/catalogue/column.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { currencyRates } from '../../src/engine/table/currencyRates.ts';
import { screenIds, takeScreenColumns } from '../../src/screener/columns/screenColumns.ts';
import { shownIds } from '../../src/screener/columns/view.ts';
import { alignedText } from '../../src/screener/grid/rules.ts';
import { totalOf } from '../../src/screener/grid/totals.ts';
import { beginGesture, endGesture } from '../../src/screener/history/gesture.ts';
import { bestRow } from '../../src/screener/rows/ComparePanel.tsx';
import { exchangeInto } from '../../src/screener/rows/money.ts';
import { comparedIds, onlyCurrency, shownMoney } from '../../src/screener/rows/shownMoney.ts';
import { localized, shownNumber, suffixed, unbroken } from '../../src/screener/state/figures.ts';
import { asRef, type Frame, START_VIEW, state } from '../../src/screener/state/store.ts';
import { newEntry, setEntries } from '../../src/screener/steps/edit.ts';
import { entryText, entryWords, parseEntry } from '../../src/screener/steps/entry.ts';
import { portfolioValue } from '../../src/screener/watchlists/portfolioValue.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { formatOf, LOCALES } from '../../src/shell/locales.ts';

beforeAll(startLanguage);

function frameOf(rows: readonly number[], values: Readonly<Record<string, readonly number[]>> = {}): Frame {
  const columns = new Map<string, ColumnValues>([
    ['currency', { id: 'currency', kind: 'text', labels: ['', 'USD', 'EUR'], codes: Uint32Array.of(1, 2, 1) }],
    ['usdRate', { id: 'usdRate', kind: 'number', values: Float32Array.of(1, 1.25, 1) }],
    ...Object.entries(values).map(([id, numbers]): [string, ColumnValues] => [
      id,
      { id, kind: 'number', values: Float32Array.from(numbers) },
    ]),
  ]);
  return { version: 1, date: null, rows: Uint32Array.from(rows), rowCount: 3, universeCount: 3, columns, stepCount: 0, ms: 0 };
}

const column = (id: string): Column => columnById(id)!;
const compared = (screen: string): ReadonlySet<string> => comparedIds(parseScreen(screen).map((step) => newEntry(step)));

describe('the value of a portfolio', () => {
  const { NaN: missing } = Number;

  it('is the sum of the known values in one currency, and says how many holdings it lacks', () => {
    const frame = frameOf([0], { portfolioValue: [100, 10, missing] });
    expect(portfolioValue(frame, 'USD', 2)).toEqual({ sum: 112.5, leftOut: 0 });
    expect(portfolioValue(frame, 'EUR', 4)).toEqual({ sum: 90, leftOut: 2 });
    expect(portfolioValue(frameOf([0], { portfolioValue: [missing, missing, missing] }), 'USD', 2)).toEqual({
      sum: 0,
      leftOut: 2,
    });
    expect(portfolioValue(frameOf([0]), 'USD', 2)).toBeNull();
  });
});

describe('the display currency of an amount', () => {
  it('is the dollar where steps compare in dollars, or rows have several currencies', () => {
    const money = shownMoney(null, frameOf([0, 1]), compared('sort close desc'));
    expect(money.currencyOf(column('marketCapitalization'))).toBe('USD');
    expect(money.exchangeOf(column('marketCapitalization'))?.factor(1)).toBe(1.25);
    expect(money.currencyOf(column('close'))).toBe('USD');
    expect(money.currencyOf(column('dividendPerShare'))).toBeNull();
    expect(money.currencyOf(column('beta'))).toBeNull();
  });

  it("is the rows' own where they share one and nothing is compared", () => {
    const money = shownMoney(null, frameOf([1]), new Set());
    expect(onlyCurrency(frameOf([1]))).toBe('EUR');
    expect(money.currencyOf(column('marketCapitalization'))).toBe('EUR');
    expect(money.exchangeOf(column('marketCapitalization'))).toBeNull();
    expect(onlyCurrency(frameOf([]))).toBeNull();
  });

  it('is the chosen one for all amounts, or the row’s own', () => {
    expect(shownMoney('EUR', frameOf([0, 1]), new Set()).currencyOf(column('close'))).toBe('EUR');
    expect(shownMoney('own', frameOf([0, 1]), compared('close >= 1')).currencyOf(column('close'))).toBeNull();
  });
});

describe('amounts in a chosen currency', () => {
  /** The first row in euros was last priced when a euro cost 1.25 dollars, the others at 1 dollar. */
  const frame = (): Frame => {
    const base = frameOf([0, 1, 2, 3]);
    const columns = new Map<string, ColumnValues>([
      ['currency', { id: 'currency', kind: 'text', labels: ['', 'USD', 'EUR'], codes: Uint32Array.of(2, 2, 1, 2) }],
      ['usdRate', { id: 'usdRate', kind: 'number', values: Float32Array.of(1.25, 1, 1, 1) }],
      ['marketCapitalization', { id: 'marketCapitalization', kind: 'number', values: Float32Array.of(100, 100, 100, 100) }],
    ]);
    return { ...base, rowCount: 4, universeCount: 4, columns };
  };

  it('are what rows in that currency say, and others at its usual rate, whatever the first row was priced at', () => {
    const exchange = shownMoney('EUR', frame(), new Set()).exchangeOf(column('marketCapitalization'))!;
    expect([0, 1, 2, 3].map(exchange.factor)).toEqual([1, 1, 1, 1]);
    expect(totalOf('sum', column('marketCapitalization'), shownMoney('EUR', frame(), new Set()), frame(), undefined)).toBe(400);
    const dollars = shownMoney(null, frame(), new Set()).exchangeOf(column('marketCapitalization'))!;
    expect([0, 1, 2, 3].map(dollars.factor)).toEqual([1.25, 1, 1, 1]);
  });

  it('are converted at the rates by which steps compare them, also where a row has no rate or none above zero', () => {
    const currency = { labels: ['', 'USD', 'EUR', 'JPY'], codes: Uint32Array.of(2, 2, 2, 2, 1, 1, 0, 3) };
    const usdRate = Float32Array.of(1.25, Number.NaN, 0, -1, 1, Number.NaN, Number.NaN, Number.NaN);
    const columns = new Map<string, ColumnValues>([
      ['currency', { id: 'currency', kind: 'text', ...currency }],
      ['usdRate', { id: 'usdRate', kind: 'number', values: usdRate }],
    ]);
    const factor = exchangeInto('USD', { ...frame(), columns })!.factor;
    const { rates } = currencyRates(usdRate, currency, usdRate.length);
    expect(Array.from(usdRate, (_, row) => factor(row))).toEqual([...rates]);
    expect([...rates]).toEqual([1.25, 1.25, 1.25, 1.25, 1, 1, 1, Number.NaN]);
  });
});

describe('a figure', () => {
  it('has the separator and the minus sign of the language', () => {
    expect(localized('-12.50%', 'de')).toBe('−12,50\u00a0%');
    expect(localized('-12.50%', 'tr')).toBe('−%12,50');
    expect(localized('1.5e-7', 'de')).toBe('1,5e-7');
    expect(shownNumber(1_763_596_800, 'date', 'ar-u-nu-latn')).toMatch(/^\u2067.*2025\u2069$/);
    expect(shownNumber(1_763_596_800, 'date', 'de')).toBe('20.11.2025');
    expect(shownNumber(-0.5, 'percent', 'en-US')).toBe('−50.00%');
    expect(shownNumber(1.2e9, 'currency', 'fr')).toBe('1,20B');
  });

  it('beyond a thousand percent is abbreviated in both displays, with a real minus sign', () => {
    const rule = adaptiveRule('percent', Float32Array.of(-14_060, 0.12, 0.034, -0.2, 0.5));
    expect(shownNumber(-14_060, 'percent', 'en-US')).toBe('−1.41M%');
    expect(alignedText(-14_060, rule, 'en-US')).toBe('−1.41M%');
    expect(alignedText(-140.6, rule, 'de')).toBe('−14,06K\u00a0%');
    expect(entryWords(-14_060, 'percent')).toBe('−1.406M%');
    expect(parseEntry(entryText(-14_060, 'percent'), 'percent')).toBe(-14_060);
  });

  it.each(LOCALES.map(({ tag }) => formatOf(tag)))('has the signs that Intl has in %s, and no others', (tag) => {
    const bare = (text: string): string => text.replaceAll(/[\u061c\u200e\u200f]/g, '').replace('-', '−');
    const written = new Intl.NumberFormat(tag, { style: 'percent', minimumFractionDigits: 2 }).format(-0.123);
    expect(bare(shownNumber(-0.123, 'percent', tag))).toBe(bare(written));
    expect(bare(suffixed('−1', 'K%', tag))).toContain('1K');
    expect(bare(localized('-0.25', tag))).toBe(bare(new Intl.NumberFormat(tag).format(-0.25)));
  });

  it('keeps its sign in front in right-to-left text', () => {
    expect(unbroken('−429', 'ar-u-nu-latn')).toBe('\u200e−429');
    expect(unbroken('−429', 'en-US')).toBe('−429');
    expect(localized('40%', 'ar-u-nu-latn')).toBe('\u200e40%');
  });

  it('has them in sentences and at sliders, too', () => {
    expect(entryWords(-0.125, 'percent')).toBe('−12.5%');
    expect(entryWords(1_763_596_800, 'date')).toBe('2025-11-20');
  });

  it('with the same text as another is not better', () => {
    const frame = frameOf([0, 1, 2], { returnOnEquity: [0.10001, 0.10002, 0.05], beta: [1, 2, 3] });
    expect(bestRow(column('returnOnEquity'), frame, [0, 1, 2])).toBeNull();
    expect(bestRow(column('returnOnEquity'), frame, [0, 2])).toBe(0);
  });
});

describe('the columns of the steps', () => {
  it('come first, but wait for the end of a gesture', () => {
    state.view = asRef(START_VIEW);
    setEntries(parseScreen('roic is present | let x = close * 2 | beta >= 1 | sort close desc').map((step) => newEntry(step)));
    takeScreenColumns();
    expect(screenIds()).toEqual(['x', 'beta', 'close']);
    expect(shownIds().slice(0, 6)).toEqual(['symbol', 'name', 'x', 'beta', 'close', 'country']);
    expect(new Set(shownIds()).size).toBe(shownIds().length);
    beginGesture();
    setEntries([]);
    takeScreenColumns();
    expect(screenIds()).toEqual(['beta', 'close']);
    endGesture();
    takeScreenColumns();
    expect(screenIds()).toEqual([]);
    expect(screenIds({ ...START_VIEW, columns: ['beta'] })).toEqual([]);
  });
});
