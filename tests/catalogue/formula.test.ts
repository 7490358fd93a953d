import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATIOS } from '../../src/catalogue/catalogue.ts';
import { FormulaError, formulaColumns, parseFormula } from '../../src/catalogue/formula.ts';
import { printFormula } from '../../src/catalogue/formulaText.ts';
import { evaluate } from '../naive-formula.ts';

const value = (text: string, columns: Record<string, number> = {}): number =>
  evaluate(parseFormula(text), (id) => columns[id] ?? Number.NaN);

describe('the formula language', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 - 3 - 2', 3],
    ['16 / 4 / 2', 2],
    ['-2 * -3', 6],
    ['- (1 + 1)', -2],
    ['1.5e3 + .5', 1500.5],
    ['max(1, 2)', 2],
    ['OHLSON_PRICE_INDEX', 685.135],
    ['nz(0)', Number.NaN],
    ['pos(-1)', Number.NaN],
    ['opt(nowhere) + 1', 1],
    ['optIf(nowhere, 3)', 0],
    ['add(nowhere, 3)', 3],
    ['avg(4, nowhere)', 4],
    ['avg(4, 2)', 3],
    ['diff(5, 3)', 2],
    ['diff(1048576, 1048575)', 0],
    ['diff(1048575, 1048574)', 1],
    ['diff(3, nowhere)', Number.NaN],
    ['taxRate(30, 100)', 0.3],
    ['taxRate(80, 100)', 0.5],
    ['taxRate(80, -100)', 0],
    ['or1(nowhere)', 1],
    ['ln(0)', Number.NaN],
    ['sqrt(-1)', Number.NaN],
    ['gt(1, nowhere)', Number.NaN],
  ])('%s = %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('reads dotted and quoted columns', () => {
    expect(formulaColumns(parseFormula('stats.252.rateBack + `a b` * max(close, close)'))).toEqual([
      'stats.252.rateBack',
      'a b',
      'close',
    ]);
  });

  it.each([
    ['1 +', 3, 'expected a column'],
    ['(1', 2, 'expected “)”'],
    ['1 2', 2, 'unexpected “2”'],
    ['2 * 1e999', 4, '1e999 is too large'],
    ['foo(1)', 0, 'unknown function “foo”'],
    ['constructor(1)', 0, 'unknown function'],
    ['max(1)', 0, 'max takes 2 arguments, not 1'],
    ['a $ b', 2, 'unexpected “$”'],
    ['', 0, 'expected a column'],
    ['('.repeat(200), 100, 'nested deeper'],
    ['-'.repeat(200), 99, 'nested deeper'],
  ])('%j is refused at %i', (text, at, message) => {
    try {
      parseFormula(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormulaError);
      expect((error as FormulaError).message).toContain(message);
      expect((error as FormulaError).at).toBe(at);
    }
  });

  it('reads or refuses any text', () => {
    const pieces = fc.constantFrom('a', '1', '+', '-', '*', '/', '(', ')', ',', 'max', 'pos', '.', 'e9', ' ', '`', '__proto__');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        try {
          parseFormula(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaError);
        }
      }),
      { numRuns: 10_000, seed: 3 },
    );
  });
});

describe('a formula as text', () => {
  it.each(RATIOS.map(({ id, formula }) => [id, formula] as const))('%s reads back as the same tree', (_, formula) => {
    expect(parseFormula(printFormula(formula))).toEqual(formula);
  });

  it.each([
    ['a - (b - c) - d', 'a - (b - c) - d'],
    ['(a / b) / (c * d)', 'a / b / (c * d)'],
    ['-(a + b) * -2', '-(a + b) * (-2)'],
    ['1e-7 * `a b`', '1e-7 * `a b`'],
    ['max(a, -b) + (c)', 'max(a, -b) + c'],
  ])('%s is written %s', (text, expected) => {
    expect(printFormula(parseFormula(text))).toBe(expected);
    expect(parseFormula(expected)).toEqual(parseFormula(text));
  });
});
