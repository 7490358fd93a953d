import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnById, otherColumn } from '../../../src/catalogue/catalogue.ts';
import type { Column } from '../../../src/catalogue/column.ts';
import { SCOPES } from '../../../src/engine/answers/percentile.ts';
import { boundsOf } from '../../../src/engine/steps/bounds.ts';
import { STEPS_MAX } from '../../../src/engine/steps/language.ts';
import { MEDIAN_SCOPES } from '../../../src/engine/steps/median.ts';
import { CATEGORICAL_OPERATORS, NUMERIC_OPERATORS, OPERATOR_VALUES } from '../../../src/engine/steps/operators.ts';
import { RANK_POLICIES } from '../../../src/engine/steps/rank.ts';
import { ScreenTextError } from '../../../src/engine/steps/reader.ts';
import type { Condition, Step } from '../../../src/engine/steps/registry.ts';
import { parsePlacedScreen, parseScreen, printScreen, TEXT_CHARS_MAX } from '../../../src/engine/steps/text.ts';
import { TOP_SCOPES } from '../../../src/engine/steps/top.ts';
import { withIds } from '../../../src/engine/steps/withIds.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';

const EXAMPLE =
  'type = Equity | marketCapitalization >= 1e9 USD | sort stats.252.rateBack desc | percent 0..20 | sort acquirersMultiple asc | rows 1..50';

const KEYWORDS = new Set(
  'sort asc desc rows percent not between and in is missing present keep any all at least of top bottom rank by weight last drop worst median ignore percentile universe without flags one per issuer'.split(
    ' ',
  ),
);
/** Quoted texts, and words; “sector” and “country” are keywords after “in” and columns elsewhere. */
const QUOTED_OR_WORD = /`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|(\bin (?:sector|country)\b)|([A-Za-z_][\w.]*)/g;

/** A canonical text with every letter of its keywords in a random case. */
function inAnyCase(text: string, random: Random): string {
  const recased = (word: string): string =>
    random.chance(0.3)
      ? word.toUpperCase()
      : word.replaceAll(/[a-z]/g, (letter) => (random.chance(0.5) ? letter.toUpperCase() : letter));
  return text.replaceAll(QUOTED_OR_WORD, (match, scope?: string, word?: string) =>
    scope !== undefined || (word !== undefined && KEYWORDS.has(word)) ? recased(match) : match,
  );
}

describe('what people type', () => {
  it.each([
    ['p/e < 15', 'priceToEarningsRatio < 15'],
    ['1y return > 20% | sort ev/ebit asc', 'stats.252.rateBack > 0.2 | sort enterpriseValueToEbit asc'],
    ['top 20% 12-month momentum in sector', 'top 20% stats.252.rateBack in sector'],
    ['rank by (P/B asc, return on equity desc)', 'rank by (priceToBookRatio asc, returnOnEquity desc)'],
    ['percentile of Debt/Equity in sector < 50%', 'percentile of debtToEquityRatio in sector < 50%'],
  ])('%s is %s', (text, expected) => {
    expect(printScreen(parseScreen(text))).toBe(expected);
  });

  it('a bare common name gets its id only where no column has it', () => {
    const [steps] = [parseScreen('roe > 15% | let mcap = close * 2 | mcap >= 3 | let x = pe + 1')];
    expect(printScreen(steps)).toBe('roe > 0.15 | let mcap = close * 2 | mcap >= 3 | let x = pe + 1');
    expect(printScreen(withIds(steps, columnById))).toBe(
      'returnOnEquity > 0.15 | let mcap = close * 2 | mcap >= 3 | let x = priceToEarningsRatio + 1',
    );
    const sent = (id: string): Column | undefined => (id === 'roe' ? otherColumn('roe') : columnById(id));
    expect(printScreen(withIds(parseScreen('roe > 15%'), sent))).toBe('roe > 0.15');
  });

  it('> and < exclude the bound itself, as a float32, and nothing else', () => {
    const float = (value: number): number => Math.fround(value);
    const random = new Random(24);
    const values = [0, 1, -1, 0.15, -0.15, 1e9, 1e-40, 3.4e38, ...Array.from({ length: 500 }, () => (random.next() - 0.5) * 1e3)];
    for (const bound of values) {
      const above = boundsOf({ operator: 'GreaterThan', operatorValues: [bound] }, 1);
      const below = boundsOf({ operator: 'LessThan', operatorValues: [bound] }, 1);
      for (const other of [bound, bound * (1 + 1e-7), bound * (1 - 1e-7), bound + 1e-45, -bound, ...values.slice(0, 8)]) {
        const value = float(other);
        expect(value >= above.low && value <= above.high, `${value} > ${bound}`).toBe(value > float(bound));
        expect(value >= below.low && value <= below.high, `${value} < ${bound}`).toBe(value < float(bound));
      }
    }
  });

  it('> compares no two columns: float32 would decide whether two values are equal', () => {
    expect(() => parseScreen('close > analystTargetPrice')).toThrow('columns are compared by “>=” and “<=”');
  });
});

describe('the screen text', () => {
  it('reads an example of many kinds and prints it again', () => {
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
    ['grossProfitMargin >= 1.5e1%', 'grossProfitMargin >= 0.15'],
    ['grossProfitMargin >= -0%', 'grossProfitMargin >= 0'],
    [
      'any of (beta >= 1) | top 0 beta | top 100% beta | top 0% beta | rank by (beta asc weight 0)',
      'any of (beta >= 1) | top 0 beta | top 100% beta | top 0% beta | rank by (beta asc weight 0)',
    ],
    ['sector in ()', 'sector in ()'],
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
    ['close between 3 AND 5', 'close between 3 and 5'],
    ['close NOT BETWEEN 3 AND 5 EUR KEEP MISSING', 'close not between 3 EUR and 5 EUR keep missing'],
    ['close between 3 ALL And 5 ALL', 'close between 3 ALL and 5 ALL'],
    ['close between 3 TOP AND 5', 'close between 3 TOP and 5 TOP'],
    ['PERCENTILE OF beta IN SECTOR BETWEEN 10% AND 20%', 'percentile of beta in sector between 10% and 20%'],
    ['LET x = beta * 2 | x >= 1', 'let x = beta * 2 | x >= 1'],
    ['beta IS missing | sector is PRESENT', 'beta is missing | sector is present'],
    ['beta >= 1 Keep Missing', 'beta >= 1 keep missing'],
    ['close between 1 and 2 EUR keep missing', 'close between 1 EUR and 2 EUR keep missing'],
    ['ebit>=interestExpense', 'ebit >= interestExpense'],
    ['ebit <= -50% *interestExpense keep missing', 'ebit <= -0.5 * interestExpense keep missing'],
    ['beta >= 2*median in sector', 'beta >= 2 * median in sector'],
    ['beta >= median', 'beta >= median'],
    ['median >= median in country', 'median >= median in country'],
    ['percentile of beta in universe >= 0.8', 'percentile of beta >= 80%'],
    ['percentile of beta in rows not between 5% and 12.34%', 'percentile of beta in rows not between 5% and 12.34%'],
    ['percentile >= 1', 'percentile >= 1'],
    ['any of(beta>=1,type=Equity)', 'any of (beta >= 1, type = Equity)'],
    [
      'At Least 2 OF (beta is missing, all of (ebit >= 2 * median in sector, percentile of beta >= 1%), sector in (a, b))',
      'at least 2 of (beta is missing, all of (ebit >= 2 * median in sector, percentile of beta >= 1%), sector in (a, b))',
    ],
    ['top 20% stats.252.rateBack in sector', 'top 20% stats.252.rateBack in sector'],
    ['bottom 5 beta', 'bottom 5 beta'],
    [
      'rank by(ebit desc weight 2 missing worst,beta asc weight 1 missing last)',
      'rank by (ebit desc weight 2 missing worst, beta asc)',
    ],
    ['ebit WITHOUT flags|One Per Issuer', 'ebit without flags | one per issuer'],
    ['one >= 1 | any of (beta without flags, one = a)', 'one >= 1 | any of (beta without flags, one = a)'],
    ['without without flags', 'without without flags'],
    ['let = Equity', 'let = Equity'],
    ['weight >= 1 | worst <= 2', 'weight >= 1 | worst <= 2'],
    ['SAMPLE 500 Seed 7|sample >= 5 | seed <= 3', 'sample 500 seed 7 | sample >= 5 | seed <= 3'],
  ])('%j prints as %j', (text, canonical) => {
    expect(printScreen(parseScreen(text))).toBe(canonical);
    expect(printScreen(parseScreen(canonical))).toBe(canonical);
  });

  it.each([
    ['beta ~ 1', 5, 'expected “>=”'],
    ['beta >= ', 8, 'expected a number'],
    ['beta >= (', 8, 'expected a number or a column'],
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
    ['sample 500', 10, 'expected “seed”'],
    ['sample 0 seed 1', 7, 'a whole number from 1 on'],
    ['sample 5 seed 1.5', 14, 'a whole number from 0 on'],
    ['sample 5 seed 4294967296', 14, 'a seed is at most 4294967295'],
    ['beta is here', 8, 'expected “missing” or “present”'],
    ['beta without', 12, 'expected “flags”'],
    ['one per', 4, 'expected “>=”'],
    ['any of (one per issuer)', 12, 'expected “>=”'],
    ['beta >= 1 keep', 14, 'expected “missing”'],
    ['beta >= 2 *', 11, 'expected a column or “median in”'],
    ['close >= 2 USD * high', 9, 'a factor has no currency'],
    ['beta >= median in rows', 18, 'expected “sector”'],
    ['any of ()', 8, 'expected a column'],
    ['at least 0 of (beta >= 1)', 9, 'a whole number from 1 on'],
    ['any of (any of (any of (any of (any of (beta >= 1)))))', 32, 'deeper than 4'],
    ['any of (sort beta asc)', 8, 'expected a column'],
    ['top 1.5 beta', 4, 'whole numbers'],
    ['top 101% beta', 4, '0 to 100 %'],
    ['rank by (beta)', 13, 'expected “asc” or “desc”'],
    ['rank by (beta asc missing here)', 26, 'expected “last”, “drop”'],
    ['percentile of beta >= 5 EUR', 22, 'no currency'],
    ['sector in (a b)', 13, 'expected “,” or “)”'],
    ['beta between 1 or 2', 15, 'expected “and”'],
    ['close not 5', 10, 'expected “between” or “in”'],
    ['at most 2 of (beta >= 1)', 3, 'expected “least”'],
    ['at least 1.5 of (beta >= 1)', 9, 'a whole number from 1 on'],
    ['any (beta >= 1)', 4, 'expected “of”'],
    ['any of beta', 7, 'expected “(”'],
    ['any of (beta >= 1', 17, 'expected “,” or “)”'],
    ['top -1 beta', 4, 'whole numbers'],
    ['top  -1% beta', 5, '0 to 100 %'],
    ['bottom 3 beta in here', 17, 'expected “'],
    ['rank (beta asc)', 5, 'expected “by”'],
    ['rank by beta asc', 8, 'expected “(”'],
    ['rank by (beta asc weight  -1)', 26, 'a weight is a number from 0 on'],
    ['rank by (beta asc', 17, 'expected “,” or “)”'],
    ['percentile of beta between  1 EUR and 2', 28, 'no currency'],
    ['percentile of beta between 1% or 2%', 30, 'expected “and”'],
    ['percentile of beta not in', 23, 'expected “between”'],
    ['percentile of beta = 5', 19, 'expected “>=”, “<=”, “>”, “<” or “between”'],
    ['percentile of beta in here >= 1', 22, 'expected “'],
    ['rows  9..3', 6, 'starts at 9'],
    ['percent 9..3', 8, 'starts at 9'],
    ['beta >= `', 8, 'not closed'],
    ['`` >= 1', 0, 'between the backticks'],
    ['sector = |', 9, 'expected a value'],
    ['sector in Energy', 10, 'expected “(”'],
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

  it('gives the position of each step', () => {
    const text = ' beta >= 1 |\n  type = Equity|rows 1..2  ';
    const places = parsePlacedScreen(text).map(({ at, end }) => text.slice(at, end).trimEnd());
    expect(places).toEqual(['beta >= 1', 'type = Equity', 'rows 1..2']);
    expect(parsePlacedScreen(text).map(({ step }) => step)).toEqual(parseScreen(text));
    expect(parsePlacedScreen(' ')).toEqual([]);
  });

  it('shows the first twenty characters of what it cannot read', () => {
    const found = (text: string) => {
      expect(() => parseScreen(text)).toThrow(ScreenTextError);
      try {
        return parseScreen(text);
      } catch (error) {
        return (error as ScreenTextError).message;
      }
    };
    expect(found('rows 1..2 abcdefghijklmnopqrstuvwxyz')).toBe('expected “|” or the end, found “abcdefghijklmnopqrst”');
    expect(found('beta >=')).toBe('expected a number or a column, found the end');
  });

  it('is read up to its maximum length and number of steps', () => {
    expect(parseScreen('beta >= 1'.padEnd(TEXT_CHARS_MAX)).length).toBe(1);
    expect(() => parseScreen('beta >= 1'.padEnd(TEXT_CHARS_MAX + 1))).toThrow('longer than 1000000 characters');
    const many = (count: number) => Array.from({ length: count }, () => 'beta >= 1').join('|');
    expect(parseScreen(many(STEPS_MAX)).length).toBe(STEPS_MAX);
    expect(() => parseScreen(many(STEPS_MAX + 1))).toThrow(`at most ${STEPS_MAX} steps`);
  });

  const columnId = fc.oneof(fc.constantFrom('beta', 'stats.252.rateBack', 'close', 'sort'), fc.string({ minLength: 1 }));
  const bound = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
  const currency = fc.option(fc.constantFrom('USD', 'EUR', 'JPY'));
  const keep = fc.constantFrom({}, { keepMissing: true as const });
  const numberBounds = fc.tuple(fc.constantFrom(...NUMERIC_OPERATORS), bound, bound).map(([operator, low, high]) => ({
    operator,
    operatorValues: OPERATOR_VALUES[operator] === 'one' ? [low] : [low, high],
  }));
  const columnAndSide = fc.record({
    columnId,
    operator: fc.constantFrom('GreaterThanOrEquals' as const, 'LessThanOrEquals' as const),
    factor: fc.oneof(fc.constant(1), bound),
  });
  const plainFilter: fc.Arbitrary<Condition> = fc.oneof(
    fc
      .tuple(columnId, fc.constantFrom(...CATEGORICAL_OPERATORS), fc.array(fc.string(), { maxLength: 5 }), fc.string())
      .map(([id, operator, many, one]) => ({
        operatorType: 'filter' as const,
        columnId: id,
        operator,
        operatorValues: OPERATOR_VALUES[operator] === 'one' ? [one] : many,
      })),
    fc.tuple(columnId, numberBounds, currency, keep).map(([id, bounds, code, kept]) => {
      const filter = { operatorType: 'filter' as const, columnId: id, ...bounds, ...kept };
      return code === null ? filter : { ...filter, currency: code };
    }),
  );
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    plainFilter,
    fc.record({
      operatorType: fc.constant('presence' as const),
      columnId,
      keeps: fc.constantFrom('missing' as const, 'present' as const),
    }),
    fc.record({ operatorType: fc.constant('flags' as const), columnId }),
    fc
      .tuple(columnAndSide, columnId, keep)
      .map(([side, otherId, kept]) => ({ operatorType: 'versus' as const, ...side, otherId, ...kept })),
    fc
      .tuple(columnAndSide, fc.constantFrom(...MEDIAN_SCOPES), keep)
      .map(([side, scope, kept]) => ({ operatorType: 'median' as const, ...side, scope, ...kept })),
    fc
      .tuple(columnId, fc.constantFrom(...SCOPES), numberBounds, keep)
      .map(([id, scope, bounds, kept]) => ({ operatorType: 'percentile' as const, columnId: id, scope, ...bounds, ...kept })),
  );
  const groupOf = (member: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
    fc.record({
      operatorType: fc.constant('group' as const),
      least: fc.oneof(fc.constantFrom('any' as const, 'all' as const), fc.integer({ min: 1, max: 40 })),
      members: fc.array(member, { minLength: 1, maxLength: 4 }),
    });
  const group = groupOf(fc.oneof(leaf, groupOf(fc.oneof(leaf, groupOf(leaf)))));
  const step: fc.Arbitrary<Step> = fc.oneof(
    plainFilter,
    leaf,
    group,
    fc.constant({ operatorType: 'issuer' as const }),
    fc.record({ operatorType: fc.constant('sample' as const), count: fc.integer({ min: 1 }), seed: fc.nat(2 ** 32 - 1) }),
    fc.record({
      operatorType: fc.constant('let' as const),
      columnId,
      formula: fc.constantFrom('beta + 1', '`a | b` / pos(close)', '-(2 * rankDesc(beta))', 'let'),
    }),
    fc
      .tuple(columnId, fc.constantFrom('Ascending' as const, 'Descending' as const))
      .map(([id, sortOperator]) => ({ operatorType: 'sort' as const, columnId: id, sortOperator })),
    fc.tuple(fc.integer({ min: 0, max: 1e7 }), fc.nat(1e7), fc.boolean()).map(([start, length, sliceIsPercentage]) => ({
      operatorType: 'slice' as const,
      operatorValues: [start, start + length] as const,
      sliceIsPercentage,
    })),
    fc.record({
      operatorType: fc.constant('top' as const),
      columnId,
      end: fc.constantFrom('top' as const, 'bottom' as const),
      amount: fc.nat(100),
      isPercentage: fc.boolean(),
      scope: fc.constantFrom(...TOP_SCOPES),
    }),
    fc.record({
      operatorType: fc.constant('rank' as const),
      parts: fc.array(
        fc.record({
          columnId,
          sortOperator: fc.constantFrom('Ascending' as const, 'Descending' as const),
          weight: fc.oneof(fc.constant(1), bound.map(Math.abs)),
          missing: fc.constantFrom(...RANK_POLICIES),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  );

  it('parse(print(s)) = s for 10,000 random screens of the whole grammar', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        expect(parseScreen(printScreen(steps))).toEqual(steps);
      }),
      { numRuns: 10_000, seed: 1 },
    );
  });

  it('is the same in any case of its keywords, and is printed in lower case, for 10,000 random screens', () => {
    const random = new Random(13);
    const values = ['Energy', 'Health Care', 'BRK.B', 'x "y" \\', 0, 1.5, -2e9, 0.15];
    for (let round = 0; round < 10_000; round++) {
      const steps = randomScreen(random, () => values);
      const text = printScreen(steps);
      const shouted = inAnyCase(text, random);
      expect(parseScreen(shouted), shouted).toEqual(steps);
      expect(printScreen(parseScreen(shouted))).toBe(text);
    }
    expect(parseScreen('BETA >= 1')).not.toEqual(parseScreen('beta >= 1'));
  });

  it('twenty steps fit in 2,000 characters of an address', () => {
    const steps = [
      EXAMPLE,
      'any of (debtToEquityRatio <= 0.5, interestCoverage >= 5)',
      'at least 2 of (piotroskiFScore >= 7, altmanZScore >= 3, beta is missing)',
      'percentile of grossProfitMargin in sector >= 60%',
      'enterpriseValueToEbit <= 0.8 * median in sector',
      'freeCashFlow >= 0.8 * netIncome',
      'top 30% stats.252.rateBack in country',
      'currentRatio >= 1.5 keep missing',
      'rank by (returnOnInvestedCapital desc weight 2, enterpriseValueToEbit asc missing worst, stats.252.rateBack desc)',
      'sector not in (Financials, Utilities)',
      'netIncome is present',
      'grossProfitMargin between 20% and 90%',
      'beta <= 1.2',
      'bottom 200 marketCapitalization',
      'sort marketCapitalization desc',
    ].join(' | ');
    expect(parseScreen(steps).length).toBe(20);
    expect(new URLSearchParams({ s: steps }).toString().length).toBeLessThan(2000);
  });

  it('any text is read or refused at a position, and never harms a prototype', () => {
    const piece = fc.constantFrom(
      ...EXAMPLE.split(' '),
      ...'any of ( all at least 2 beta >= median in sector is missing keep top 5% bottom rank by percentile weight * let = without flags one per issuer'.split(
        ' ',
      ),
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
