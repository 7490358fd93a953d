// @vitest-environment happy-dom
import { GridCellKind } from '@glideapps/glide-data-grid';
import { beforeAll, describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../src/catalogue/catalogue.ts';
import { isMoney, isText } from '../../src/catalogue/column.ts';
import { shortestFloat } from '../../src/catalogue/display.ts';
import { presentDistribution, universeDistribution } from '../../src/engine/answers/distribution.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { categoricalFilter } from '../../src/engine/steps/filter.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { cappedText } from '../../src/engine/table/cappedText.ts';
import type { ColumnValues } from '../../src/engine/table/columnValues.ts';
import { cellAt, PLAIN } from '../../src/screener/grid/cells.ts';
import { tableText } from '../../src/screener/grid/copyTable.ts';
import type { FigureCell } from '../../src/screener/grid/figureCell.ts';
import { shownUnit } from '../../src/screener/grid/painting.ts';
import { NO_SELECTION } from '../../src/screener/grid/selection.ts';
import { summarise } from '../../src/screener/grid/summary.ts';
import { totalOf } from '../../src/screener/grid/totals.ts';
import { exchangeInto } from '../../src/screener/rows/money.ts';
import { colorsBy, RULE_COLORS, type Rule, ruleSettings, rulesOf } from '../../src/screener/rows/rules.ts';
import { OWN_CURRENCY, shownMoney } from '../../src/screener/rows/shownMoney.ts';
import { shownNumber } from '../../src/screener/state/figures.ts';
import type { Frame } from '../../src/screener/state/store.ts';
import { startLanguage } from '../../src/shell/i18n.ts';
import { randomUniverse, wireSource } from '../universe.ts';

beforeAll(startLanguage);

const table = await loadTable(wireSource(randomUniverse(12, 3, 60)));

function frameOf(rows: Uint32Array, of = table): Frame {
  const columns = new Map<string, ColumnValues>();
  for (const { id } of COLUMNS) {
    const [values, text] = [of.numbers(id), of.text(id)];
    if (values) columns.set(id, { id, kind: 'number', values });
    else if (text) columns.set(id, { id, kind: 'text', labels: text.labels, codes: text.codes });
  }
  const { rowCount } = of;
  return { version: 1, date: null, rows, rowCount, universeCount: rowCount, columns, stepCount: 0, ms: 0 };
}

const ruleOf = (text: string, color: Rule['color'] = 'green'): Rule => ({ step: parseScreen(text)[0] as Rule['step'], color });

describe('a rule', () => {
  it('colors the cells of the rows that the same filter keeps', () => {
    const sector = table.text('sector')!.labels.find((label) => label !== '')!;
    for (const text of [
      'beta >= 1',
      'beta < 0.7',
      'returnOnEquity between 0 and 0.2',
      'returnOnEquity not between -1 and 0.2',
      'marketCapitalization > 1e8 USD',
      'marketCapitalization > 1e8 EUR',
      'close <= 20 USD',
      `sector = "${sector}"`,
      `sector not in ("${sector}", Energy)`,
    ]) {
      const rule = ruleOf(text);
      const colorOf = colorsBy([rule], frameOf(table.rows));
      const kept = applySteps(table, [rule.step], null).rows;
      expect(
        [...table.rows].filter((row) => colorOf(rule.step.columnId, row) === 'green'),
        text,
      ).toEqual([...kept]);
    }
  });

  it('agrees with the filter where an amount equals the bound, in any currency', () => {
    const currency = table.text('currency')!;
    const close = table.numbers('close')!;
    for (const code of currency.labels.filter(Boolean)) {
      for (const row of table.rows) {
        const bound = (close[row]! * table.rates[row]!) / table.rateOf(code);
        if (!(bound > 0)) continue;
        const rule = ruleOf(`close >= ${shortestFloat(bound)} ${code}`);
        const colorOf = colorsBy([rule], frameOf(table.rows));
        const kept = applySteps(table, [rule.step], null).rows;
        expect([...table.rows].filter((each) => colorOf('close', each) !== null).join(), printScreen([rule.step])).toBe(
          kept.join(),
        );
      }
    }
  });

  it('agrees with the filter where the currency of the bound has no rate', async () => {
    const some = await loadTable(wireSource(randomUniverse(12, 3, 60, 'CNY')));
    for (const text of ['close >= 1 CNY', 'close >= 1', 'close not between 0 and 1e8 CNY', 'close < 1e8 EUR', 'close > 0 PLN']) {
      const rule = ruleOf(text);
      const colorOf = colorsBy([rule], frameOf(some.rows, some));
      const kept = applySteps(some, [rule.step], null).rows;
      expect([...some.rows].filter((row) => colorOf('close', row) !== null).join(), text).toBe(kept.join());
    }
  });

  it('compares amounts of the only currency unconverted where it has no rate, as the filter does', async () => {
    const universe = randomUniverse(12, 1, 60);
    const [{ columns, header, rows, fields }] = universe as [(typeof universe)[0]];
    for (const each of rows as number[][]) each[columns.indexOf('usdRate')] = Number.NEGATIVE_INFINITY;
    for (const each of fields as unknown[][]) each[header.indexOf('currency')] = 'EUR';
    const euros = await loadTable(wireSource(universe));
    for (const text of ['close >= 1 EUR', 'close >= 1', 'close not between 0 and 1e8 EUR']) {
      const rule = ruleOf(text);
      const colorOf = colorsBy([rule], frameOf(euros.rows, euros));
      const kept = applySteps(euros, [rule.step], null).rows;
      expect([...euros.rows].filter((row) => colorOf('close', row) !== null).join(), text).toBe(kept.join());
    }
  });

  it('finds a long text by what the page shows of it, as the filter does', () => {
    const long = 'x'.repeat(6000);
    const frame = frameOf(table.rows);
    const codes = new Uint32Array(table.rowCount).fill(1);
    const columns = new Map(frame.columns).set('description', {
      id: 'description',
      kind: 'text',
      labels: ['', cappedText(long)],
      codes,
    });
    const step = categoricalFilter({ columnId: 'description', operator: 'Equals', operatorValues: [long] });
    expect(colorsBy([{ step, color: 'red' }], { ...frame, columns })('description', 0)).toBe('red');
  });

  it('yields to earlier rules and ignores other columns and values not loaded', () => {
    const colorOf = colorsBy([ruleOf('beta > 2', 'red'), ruleOf('beta > 1', 'amber')], frameOf(table.rows));
    const beta = table.numbers('beta')!;
    for (const row of table.rows) {
      const expected = beta[row]! > 2 ? 'red' : beta[row]! > 1 ? 'amber' : null;
      expect(colorOf('beta', row)).toBe(expected);
      expect(colorOf('close', row)).toBeNull();
    }
    const empty = { ...frameOf(table.rows), columns: new Map() };
    expect(colorsBy([ruleOf('beta > 1')], empty)('beta', 0)).toBeNull();
  });

  it('is restored from the table settings in order and with its color', () => {
    const rules = ['beta >= 1', 'sector in (Energy, Utilities)', 'marketCapitalization > 1e9 EUR'].map((text, index) =>
      ruleOf(text, RULE_COLORS[index]),
    );
    const { rules: text, colors } = ruleSettings(rules);
    expect(rulesOf({ settings: { 'table.rules': text!, 'table.colors': colors! } })).toEqual(rules);
    expect(ruleSettings([])).toEqual({ rules: null, colors: null });
    expect(rulesOf({ settings: { 'table.rules': 'what is this' } })).toEqual([]);
    expect(rulesOf({ settings: { 'table.rules': 'beta > 1 | rows 1..3', 'table.colors': 'pink' } })).toEqual([
      ruleOf('beta > 1', 'blue'),
    ]);
    expect(printScreen(rules.map(({ step }) => step))).toBe(text);
  });
});

describe('the totals rows', () => {
  const rows = applySteps(table, parseScreen('beta is present | sort beta desc'), null).rows;
  const frame = frameOf(rows);
  const distributionOf = (id: string, of = rows) => ({
    universe: universeDistribution(table, id),
    present: presentDistribution(table, id, of),
  });
  const numbersOf = (id: string, factor: (row: number) => number = () => 1): number[] =>
    [...rows].map((row) => table.numbers(id)![row]! * factor(row)).filter((value) => !Number.isNaN(value));

  it('have the median of every number column, in its display currency', () => {
    const money = shownMoney('EUR', frame, new Set());
    const exchange = exchangeInto('EUR', frame)!;
    let count = 0;
    for (const column of COLUMNS) {
      if (isText(column) || column.unit === 'date' || !table.numbers(column.id)) continue;
      const values = numbersOf(column.id, isMoney(column) ? exchange.factor : undefined).sort((a, b) => a - b);
      const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
      const median = totalOf('median', column, money, frame, distributionOf(column.id))!;
      if (values.length === 0) expect(median, column.id).toBeNaN();
      else {
        expect(median, column.id).toBeGreaterThanOrEqual(low! - 1e-5 * Math.abs(low!));
        expect(median, column.id).toBeLessThanOrEqual(high! + 1e-5 * Math.abs(high!));
        count++;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('have the median of the amounts that the cells show, whatever the rates of the days of their prices', () => {
    const prices: Frame = {
      ...frame,
      rows: Uint32Array.of(0, 1, 2),
      columns: new Map<string, ColumnValues>([
        ['currency', { id: 'currency', kind: 'text', labels: ['', 'EUR', 'JPY'], codes: Uint32Array.of(1, 1, 1, 2) }],
        ['usdRate', { id: 'usdRate', kind: 'number', values: Float32Array.of(1.25, 1, 1, 0.01) }],
        ['close', { id: 'close', kind: 'number', values: Float32Array.of(50, 60, 10, 5) }],
      ]),
    };
    const close = columnById('close')!;
    for (const chosen of [null, 'EUR'])
      expect(totalOf('median', close, shownMoney(chosen, prices, new Set()), prices, undefined)).toBe(50);
    expect(totalOf('median', close, shownMoney('USD', prices, new Set()), prices, undefined)).toBe(60);
    const late = {
      ...prices,
      rows: Uint32Array.of(0, 3),
      columns: new Map([...prices.columns].filter(([id]) => id !== 'usdRate')),
    };
    for (const which of ['median', 'sum'] as const)
      expect(totalOf(which, columnById('marketCapitalization')!, shownMoney(null, late, new Set()), late, undefined)).toBeNaN();
  });

  it('sum amounts in one currency, and sum no ratios or prices', () => {
    const money = shownMoney('USD', frame, new Set());
    const column = columnById('marketCapitalization')!;
    const dollars = numbersOf(column.id, exchangeInto('USD', frame)!.factor).reduce((sum, value) => sum + value, 0);
    expect(totalOf('sum', column, money, frame, undefined)! / dollars).toBeCloseTo(1, 9);
    for (const id of ['beta', 'close', 'returnOnEquity', 'sector'])
      expect(totalOf('sum', columnById(id)!, money, frame, undefined)).toBeNull();
  });

  it('are empty for amounts in several currencies and before the rows are counted', () => {
    const own = shownMoney(OWN_CURRENCY, frame, new Set());
    for (const id of ['marketCapitalization', 'close']) {
      expect(totalOf('median', columnById(id)!, own, frame, distributionOf(id))).toBeNaN();
    }
    expect(totalOf('sum', columnById('marketCapitalization')!, own, frame, undefined)).toBeNaN();
    const before = distributionOf('beta', rows.slice(0, 5));
    expect(totalOf('median', columnById('beta')!, own, frame, before)).toBeNaN();
    expect(totalOf('median', columnById('beta')!, own, frame, distributionOf('beta'))).not.toBeNaN();
  });
});

describe('the summary of selected cells', () => {
  const frame = frameOf(applySteps(table, parseScreen('beta is present | rows 1..8'), null).rows);
  const columns = ['beta', 'currentRatio', 'returnOnEquity', 'marketCapitalization', 'name'].map((id) => columnById(id)!);
  const select = (x: number, width: number, height = 4): ReturnType<typeof summarise> =>
    summarise(
      { ...NO_SELECTION, current: { cell: [x, 0], range: { x, y: 0, width, height }, rangeStack: [] } },
      columns,
      frame,
      'USD',
    );

  it('covers cells of one unit only', () => {
    const betas = [...frame.rows.subarray(0, 4)].map((row) => table.numbers('beta')![row]!);
    expect(select(0, 1)?.sum).toBeCloseTo(
      betas.reduce((sum, value) => sum + value, 0),
      9,
    );
    expect(select(1, 2)?.sum).toBeNaN();
    expect(select(2, 2)?.sum).toBeNaN();
    expect(select(3, 2)?.currency).toBe('USD');
    expect(select(4, 1)?.sum).toBeNaN();
  });

  it('sums returns as the cells show them', () => {
    const id = 'stats.252.rateBack';
    const values = Float32Array.of(1.1, 1.2, Number.NaN, 0.7);
    const returns: Frame = {
      ...frame,
      rows: Uint32Array.of(0, 1, 2, 3),
      columns: new Map<string, ColumnValues>([[id, { id, kind: 'number', values }]]),
    };
    const range = { x: 0, y: 0, width: 1, height: 4 };
    const found = summarise(
      { ...NO_SELECTION, current: { cell: [0, 0], range, rangeStack: [] } },
      [columnById(id)!],
      returns,
      null,
    )!;
    const shown = [found.sum, found.mean, found.median].map((value) => shownNumber(value, 'rateBack', 'en-US'));
    expect(shown).toEqual(['0.000%', '0.000%', '10.00%']);
  });

  it('excludes the totals rows', () => {
    expect(select(0, 1, 8)?.sum).toBe(select(0, 1, 10)?.sum);
    expect(select(0, 1, 10)?.rows).toHaveLength(8);
  });
});

it('a copied table starts with headers and units, each row with its symbol, and labels the totals rows', () => {
  const frame = frameOf(applySteps(table, parseScreen('beta is present | rows 1..2'), null).rows);
  const columns = ['symbol', 'beta', 'marketCapitalization'].map((id) => columnById(id)!);
  const text = tableText({
    selection: { ...NO_SELECTION, current: { cell: [1, 1], range: { x: 1, y: 1, width: 2, height: 2 }, rangeStack: [] } },
    columns,
    units: ['', '', 'USD'],
    currencies: [null, null, 'USD'],
    frame,
    cell: ([place, position]) => {
      const copyData = `${place}/${position}`;
      return { kind: GridCellKind.Text, data: copyData, displayData: copyData, copyData, allowOverlay: false };
    },
  });
  const symbols = table.text('symbol')!;
  const symbol = symbols.labels[symbols.codes[frame.rows[1]!]!];
  expect(text).toBe(`Symbol\tBeta\tMarket capitalization (USD)\n${symbol}\t1/1\t2/1\n0/2\t1/2\t2/2`);
});

describe('amounts of several currencies', () => {
  const columns = ['symbol', 'close', 'beta'].map((id) => columnById(id)!);
  const amounts = new Map<string, ColumnValues>([
    ['symbol', { id: 'symbol', kind: 'text', labels: ['', 'A', 'B', 'C'], codes: Uint32Array.of(1, 2, 3) }],
    ['currency', { id: 'currency', kind: 'text', labels: ['', 'USD', 'JPY', 'XAU'], codes: Uint32Array.of(1, 2, 3) }],
    ['usdRate', { id: 'usdRate', kind: 'number', values: Float32Array.of(1, 0.0078125, Number.NaN) }],
    ['close', { id: 'close', kind: 'number', values: Float32Array.of(10, 512, 3) }],
    ['beta', { id: 'beta', kind: 'number', values: Float32Array.of(1, 2, 3) }],
  ]);
  const frame: Frame = { ...frameOf(Uint32Array.of(0, 1, 2)), columns: amounts };
  const copied = (chosen: string | null, x: number, width: number): readonly string[] => {
    const money = shownMoney(chosen, frame, new Set());
    const maker = { ...PLAIN, columns, frame, money, isAdaptive: true, locale: 'en-US' };
    const currencies = columns.map((column) => money.currencyOf(column));
    const units = currencies.map((currency) => currency ?? '');
    const current = { cell: [x, 0] as const, range: { x, y: 0, width, height: 3 }, rangeStack: [] };
    return tableText({
      selection: { ...NO_SELECTION, current },
      columns,
      units,
      currencies,
      frame,
      cell: ([place, position]) => cellAt(maker, place, position),
    }).split('\n');
  };

  it('are copied with the currency of each row', () => {
    expect(copied(null, 1, 2)).toEqual(['Symbol\tCurrency\tClose\tBeta', 'A\tUSD\t10\t1', 'B\tJPY\t512\t2', 'C\tXAU\t3\t3']);
    expect(copied(null, 2, 1)).toEqual(['Symbol\tBeta', 'A\t1', 'B\t2', 'C\t3']);
  });

  it('are copied with theirs where they have no rate into that of the header', () => {
    expect(copied('USD', 1, 1)).toEqual(['Symbol\tClose (USD)', 'A\t10', 'B\t4', 'C\t3 XAU']);
  });
});

it('a column of tiny figures says their power of ten wherever its unit is read', () => {
  const values = Float32Array.of(1e-5, 2.5e-5, 4e-5);
  const columns = new Map<string, ColumnValues>([['usdRate', { id: 'usdRate', kind: 'number', values }]]);
  const frame: Frame = { ...frameOf(Uint32Array.of(0, 1, 2)), columns };
  const money = shownMoney(null, frame, new Set());
  const column = columnById('usdRate')!;
  const maker = { ...PLAIN, columns: [column], frame, money, locale: 'en-US' };
  const shown = (isAdaptive: boolean) => [
    (cellAt({ ...maker, isAdaptive }, 0, 1) as FigureCell).displayData,
    shownUnit(column, { money, frame, isAdaptive }),
  ];
  expect(shown(true)).toEqual(['25', '×10⁻⁶ ratio']);
  expect(shown(false)).toEqual(['0.000', 'ratio']);
});
