// @vitest-environment happy-dom
/** A universe of one currency without an exchange rate: its amounts are compared, shown and filtered in that currency. */
import { beforeAll, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { printScreen } from '../../src/engine/steps/text.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { commonCurrency, exchangeInto, inCommonCurrency } from '../../src/screener/rows/money.ts';
import { numberOf } from '../../src/screener/rows/numbers.ts';
import { shownMoney } from '../../src/screener/rows/shownMoney.ts';
import { asRef, type Frame, state } from '../../src/screener/state/store.ts';
import { newFilter } from '../../src/screener/steps/filter.tsx';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

const CLOSES = [10, 20, 30];

/** Rows of the given currencies; the rates are missing unless given. */
function frameOf(currencies: readonly string[], usdRate = currencies.map(() => Number.NaN)): Frame {
  const labels = ['', ...new Set(currencies.filter(Boolean))];
  const columns = new Map<string, ColumnValues>([
    ['currency', { id: 'currency', kind: 'text', labels, codes: Uint32Array.from(currencies, (each) => labels.indexOf(each)) }],
    ['usdRate', { id: 'usdRate', kind: 'number', values: Float32Array.from(usdRate) }],
    ['close', { id: 'close', kind: 'number', values: Float32Array.from(CLOSES) }],
  ]);
  const rows = Uint32Array.from(currencies.keys());
  return { version: 1, date: null, rows, rowCount: 3, universeCount: 3, columns, stepCount: 0, ms: 0 };
}

const euros = frameOf(['EUR', 'EUR', '']);
const close = columnById('close')!;

it('its currency is the common one, in charts and in compared columns; its amounts are what the rows say', () => {
  expect(commonCurrency(euros)).toBe('EUR');
  expect([0, 1, 2].map(numberOf('close', euros)!)).toEqual(CLOSES);
  const compared = shownMoney(null, frameOf(['EUR', 'EUR', 'EUR']), new Set(['close']));
  expect([compared.currencyOf(close), compared.exchangeOf(close)]).toEqual(['EUR', null]);
  expect([0, 1].map(exchangeInto('USD', euros)!.factor)).toEqual([Number.NaN, Number.NaN]);
});

it('a filter made on the page states that currency', () => {
  const text = (): string =>
    printScreen([inCommonCurrency({ operatorType: 'filter', columnId: 'close', operator: 'GreaterThan', operatorValues: [1] })]);
  state.frame = asRef(euros);
  expect(text()).toBe('close > 1 EUR');
  expect(newFilter(close, 'close')).toMatchObject({ currency: 'EUR' });
  expect(newFilter(columnById('beta'), 'beta')).not.toHaveProperty('currency');
  state.frame = asRef(frameOf(['EUR', 'EUR', ''], [1.1, 1.1, 1]));
  expect(text()).toBe('close > 1');
});

it('is not the common one beside others, or with a rate', () => {
  expect(commonCurrency(frameOf(['EUR', 'EUR', 'JPY']))).toBe('USD');
  expect(commonCurrency(frameOf(['EUR', 'EUR', 'EUR'], [1.1, 1.1, 1.1]))).toBe('USD');
  expect(commonCurrency(null)).toBe('USD');
});
