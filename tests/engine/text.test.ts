import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORICAL_OPERATORS, NUMERIC_OPERATORS, OPERATOR_VALUES } from '../../src/engine/operators.ts';
import type { Step } from '../../src/engine/steps.ts';
import { parseScreen, printScreen, ScreenTextError } from '../../src/engine/text.ts';

const EXAMPLE =
  'type = Equity | marketCapitalization >= 1e9 USD | sort stats.252.rateBack desc | percent 0..20 | sort acquirersMultiple asc | rows 1..50';

describe('the screen text', () => {
  it('reads the example of the contract and prints it back', () => {
    expect(parseScreen(EXAMPLE)).toEqual([
      { operatorType: 'filter', columnId: 'type', operator: 'Equals', operatorValues: ['Equity'] },
      {
        operatorType: 'filter',
        columnId: 'marketCapitalization',
        operator: 'GreaterThanOrEquals',
        operatorValues: [1e9],
        currency: 'USD',
      },
      { operatorType: 'sort', columnId: 'stats.252.rateBack', sortOperator: 'Descending' },
      { operatorType: 'slice', operatorValues: [0, 20], sliceIsPercentage: true },
      { operatorType: 'sort', columnId: 'acquirersMultiple', sortOperator: 'Ascending' },
      { operatorType: 'slice', operatorValues: [0, 49], sliceIsPercentage: false },
    ]);
    expect(printScreen(parseScreen(EXAMPLE))).toBe(EXAMPLE);
  });

  it.each([
    ['', ''],
    ['  \n ', ''],
    ['beta>=1.50', 'beta >= 1.5'],
    ['`beta`<=-.5', 'beta <= -0.5'],
    ['grossProfitMargin >= 15%', 'grossProfitMargin >= 0.15'],
    ['grossProfitMargin between 12.3% and 40 %'.replace(' %', '%'), 'grossProfitMargin between 0.123 and 0.4'],
    ['close not   between 1 EUR and 2EUR', 'close not between 1 EUR and 2 EUR'],
    ['close between 1 and 2 EUR', 'close between 1 EUR and 2 EUR'],
    ['sector in("Health Care",Energy)', 'sector in ("Health Care", Energy)'],
    ['symbol not in (BRK.B, 7203, "a\\"b\\\\c")', 'symbol not in (BRK.B, 7203, "a\\"b\\\\c")'],
    ['sector != ""', 'sector != ""'],
    ['SORT beta DESC | Rows 2..3', 'sort beta desc | rows 2..3'],
    ['`a column` >= 1 | `sort` >= 2', '`a column` >= 1 | `sort` >= 2'],
    ['percent 0.5..12.5', 'percent 0.5..12.5'],
    ['totalAssets >= 1500000000', 'totalAssets >= 1.5e9'],
  ])('%j prints as %j', (text, canonical) => {
    expect(printScreen(parseScreen(text))).toBe(canonical);
    expect(printScreen(parseScreen(canonical))).toBe(canonical);
  });

  it.each([
    ['beta > 1', 5, 'expected “>=”'],
    ['beta >= ', 8, 'expected a number'],
    ['beta >= x', 8, 'expected a number'],
    ['type = Equity | ', 16, 'expected a column'],
    ['type = Equity || beta >= 1', 15, 'expected a column'],
    ['type = "Equity', 7, 'not closed'],
    ['rows 5..3', 5, 'starts at 5'],
    ['rows 1.5..3', 5, 'whole numbers'],
    ['percent 1', 9, 'expected “..”'],
    ['sort beta', 9, 'expected “asc” or “desc”'],
    ['close between 1 EUR and 2 USD', 24, 'two currencies'],
    ['beta >= 1e999', 8, 'too large'],
    ['beta >= 1 beta', 10, 'expected “|” or the end'],
    ['not in (a)', 0, 'expected a column'],
    ['sector in (a b)', 13, 'expected “,” or “)”'],
  ])('%j is refused at %i', (text, at, message) => {
    const error = (() => {
      try {
        parseScreen(text);
      } catch (thrown) {
        return thrown;
      }
      return null;
    })();
    expect(error).toBeInstanceOf(ScreenTextError);
    expect((error as ScreenTextError).at).toBe(at);
    expect((error as ScreenTextError).message).toContain(message);
  });

  const columnId = fc.oneof(fc.constantFrom('beta', 'stats.252.rateBack', 'close', 'sort'), fc.string({ minLength: 1 }));
  const bound = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
  const currency = fc.option(fc.constantFrom('USD', 'EUR', 'JPY'));
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc
      .tuple(columnId, fc.constantFrom(...CATEGORICAL_OPERATORS), fc.array(fc.string(), { maxLength: 5 }), fc.string())
      .map(([id, operator, many, one]) => ({
        operatorType: 'filter' as const,
        columnId: id,
        operator,
        operatorValues: OPERATOR_VALUES[operator] === 'one' ? [one] : many,
      })),
    fc.tuple(columnId, fc.constantFrom(...NUMERIC_OPERATORS), bound, bound, currency).map(([id, operator, low, high, code]) => {
      const operatorValues = OPERATOR_VALUES[operator] === 'one' ? [low] : [low, high];
      const filter = { operatorType: 'filter' as const, columnId: id, operator, operatorValues };
      return code === null ? filter : { ...filter, currency: code };
    }),
    fc
      .tuple(columnId, fc.constantFrom('Ascending' as const, 'Descending' as const))
      .map(([id, sortOperator]) => ({ operatorType: 'sort' as const, columnId: id, sortOperator })),
    fc.tuple(fc.integer({ min: 0, max: 1e7 }), fc.nat(1e7), fc.boolean()).map(([start, length, sliceIsPercentage]) => ({
      operatorType: 'slice' as const,
      operatorValues: [start, start + length] as const,
      sliceIsPercentage,
    })),
  );

  it('parse(print(s)) = s for random screens of the whole grammar', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        expect(parseScreen(printScreen(steps))).toEqual(steps);
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  it('any text is read or refused with a place, and never harms a prototype', () => {
    const piece = fc.constantFrom(
      ...EXAMPLE.split(' '),
      '__proto__',
      'constructor',
      '"',
      '`',
      '..',
      '|',
      '(',
      ')',
      ',',
      '\\',
      '%',
      'not in',
      '\u202e',
      '1e999',
      '\u0000',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join(' ')),
        ),
        (text) => {
          try {
            const steps = parseScreen(text);
            expect(parseScreen(printScreen(steps))).toEqual(steps);
          } catch (error) {
            expect(error).toBeInstanceOf(ScreenTextError);
            expect((error as ScreenTextError).at).toBeGreaterThanOrEqual(0);
            expect((error as ScreenTextError).at).toBeLessThanOrEqual(text.length);
          }
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
      { numRuns: 10_000, seed: 2 },
    );
  });
});
