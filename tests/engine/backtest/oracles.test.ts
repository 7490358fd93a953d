import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Factors, readFactors, regress } from '../../../src/engine/backtest/factors.ts';
import { normalProbability, normalQuantile } from '../../../src/engine/backtest/normal.ts';
import { marketModel, performance } from '../../../src/engine/backtest/performance.ts';
import { informationCoefficient, neweyWestT, quantileReturns } from '../../../src/engine/backtest/signal.ts';
import { beside } from '../../support/beside.ts';

const percent = (...values: number[]): number[] => values.map((value) => value / 100);
/** The series and expectations are those of empyrical's published test suite (Quantopian, Apache 2.0, tests/test_stats.py). */
const MIXED = percent(1, 10, -4, 2, 3, 2, 1, -10);
const FROM_ZERO = [0, ...MIXED];
const NEGATIVE = percent(0, -6, -7, -1, -9, -2, -6, -8, -5);
const POSITIVE = percent(1, 2, 1, 1, 1, 1, 1, 1, 1);
const BENCHMARK = percent(1, 0, 1, 0, 1, 0, 1, 0);
const ONE = [-0.00171614, 0.01322056, 0.03063862, -0.01422057, -0.00489779, 0.01268925, -0.03357711, 0.01797036];
const TWO = [0.01846232, 0.00793951, -0.01448395, 0.00422537, -0.00339611, 0.03756813, 0.0151531, 0.03549769];
const PLACES = 8;

function curve(returns: readonly number[]): number[] {
  const values = [1];
  for (const each of returns) values.push(values.at(-1)! * (1 + each));
  return values;
}
const of = (returns: readonly number[], periodsPerYear: number, riskFree: readonly number[] = []) =>
  performance(curve(returns), riskFree, periodsPerYear);

describe('a constant return', () => {
  it.each([
    ['while the risk-free return varies', [0.01, 0.01, 0.01], [0, 0.002, 0.001]],
    ['above the risk-free return', [0.01, 0.012, 0.011], [0, 0.002, 0.001]],
  ])('has no Sharpe ratio, no Sortino ratio, no skewness and no kurtosis %s', (_, returns, riskFree) => {
    expect(of(returns, 12, riskFree)).toMatchObject({ sharpe: null, sortino: null, skewness: null, kurtosis: null });
  });
});

describe('expectations of empyrical', () => {
  it.each([
    [FROM_ZERO, 252, 1.9135925373194231],
    [FROM_ZERO, 52, 0.24690830513998208],
    [FROM_ZERO, 12, 0.052242061386048144],
  ])('annual return %#', (returns, periods, wanted) => expect(of(returns, periods).cagr).toBeCloseTo(wanted, PLACES));

  it.each([
    [MIXED, 252, 0.9136465399704637],
    [FROM_ZERO, 52, 0.38851569394870583],
    [FROM_ZERO, 12, 0.18663690238892558],
    [Array(1000).fill(0.01), 252, 0],
  ])('volatility %#', (returns, periods, wanted) => expect(of(returns, periods).volatility).toBeCloseTo(wanted, PLACES));

  it.each([
    [MIXED, [], 1.7238613961706866],
    [MIXED, BENCHMARK, 0.34111411441060574],
    [POSITIVE, [], 52.915026221291804],
    [NEGATIVE, [], -24.406808633910085],
  ])('Sharpe ratio %#', (returns, riskFree, wanted) => expect(of(returns, 252, riskFree).sharpe).toBeCloseTo(wanted, PLACES));

  it('has no Sharpe ratio of one return, and none of returns that equal the risk-free one', () => {
    expect(of([0.01], 252).sharpe).toBeNull();
    expect(of(MIXED, 252, MIXED).sharpe).toBeNull();
  });

  // Its weekly and monthly ratios mix two ways to annualize and are left out.
  it.each([
    [MIXED, 252, [], 2.605531251673693],
    [MIXED, 252, Array(8).fill(0.01), -1.3934779588919977],
    [NEGATIVE, 252, [], -13.532743075043401],
    [ONE, 252, [], 3.0639640966566306],
    [TWO, 252, [], 38.090963117002495],
  ])('Sortino ratio %#', (returns, periods, riskFree, wanted) =>
    expect(of(returns, periods, riskFree).sortino).toBeCloseTo(wanted, PLACES),
  );

  it.each([
    [MIXED, -0.1],
    [NEGATIVE, -0.365907303498736],
    [percent(10, -10, 10), -0.1],
    [POSITIVE, 0],
  ])('maximum drawdown %#', (returns, wanted) => expect(of(returns, 252).maxDrawdown?.depth ?? 0).toBeCloseTo(wanted, PLACES));

  it.each([
    // empyrical annualizes alpha by a factor: −8.306666666666668 ÷ 252 a period.
    [NEGATIVE.slice(1), -8.306666666666668 / 252, -0.7129629629629631],
    [MIXED, 0, 1],
    [MIXED.map((each) => -each), 0, -1],
  ])('alpha and beta %#', (benchmark, alpha, beta) => {
    const model = marketModel(MIXED, benchmark, [], 252)!;
    expect(model.alpha).toBeCloseTo((1 + alpha) ** 252 - 1, PLACES);
    expect(model.beta).toBeCloseTo(beta, PLACES);
  });

  it('has no alpha against a constant benchmark', () => expect(marketModel(MIXED, Array(8).fill(0.01), [], 252)).toBeNull());
});

describe('expectations of alphalens', () => {
  it.each([
    [[1, 2, 3, 4], [4, 3, 2, 1], -1],
    [[4, 3, 2, 1], [1, 2, 3, 4], -1],
    [[1, 2, 3, 4], [1, 2, 3, 4], 1],
  ])('information coefficient %#', (values, returns, wanted) =>
    expect(informationCoefficient(values, returns, 'desc')).toBeCloseTo(wanted, 12),
  );

  it('annualizes alpha by compounding: (2^252) − 1, beta 1', () => {
    const model = marketModel([3.5, 2], [2.5, 1], [], 252)!;
    expect(model.alpha / 2 ** 252).toBeCloseTo(1, 9);
    expect(model.beta).toBeCloseTo(1, 12);
  });

  it('puts four values into quarters and halves', () => {
    expect(quantileReturns([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4], 'asc', 4)?.groups).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(quantileReturns([4, 3, 2, 1], [0.1, 0.2, 0.3, 0.4], 'asc', 2)?.spread).toBeCloseTo(0.2, 12);
    expect(quantileReturns([1, 2], [0.1, 0.2], 'asc', 5)).toBeNull();
  });
});

describe('the normal distribution', () => {
  // NIST, Engineering Statistics Handbook 1.3.6.7.1, and Abramowitz and Stegun, table 26.2.
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1.96, 0.02499789514822],
    [3, 0.99865010196837],
    [-5, 2.866515718791939e-7],
  ])('has P(%f) = %f', (x, wanted) => expect(normalProbability(x) / wanted).toBeCloseTo(1, 11));

  it('has quantiles that invert its probabilities', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    for (let x = -6; x <= 6; x += 0.25) expect(normalQuantile(normalProbability(x))).toBeCloseTo(x, x > 4 ? 4 : 8);
    expect([normalQuantile(0), normalQuantile(1), normalQuantile(2)]).toEqual([-Infinity, Infinity, Number.NaN]);
  });
});

const FACTORS = beside('factors');
const factorsOf = (name: string): Factors => readFactors(readFileSync(`${FACTORS.path}/${name}`, 'utf8'));

/** Series of a file, by the months that it shares with another one. */
function shared({ names, months }: Factors, other: Factors): Record<string, number[]> {
  const keys = [...months.keys()].filter((key) => other.months.has(key));
  return Object.fromEntries(names.map((name, i) => [name, keys.map((key) => months.get(key)![i]!)]));
}

describe.skipIf(!FACTORS.isThere)("Kenneth French's factors", () => {
  const means = (...series: readonly number[][]): number[] =>
    series[0]!.map((_, i) => series.reduce((sum, each) => sum + each[i]!, 0) / series.length);
  const less = (a: number[], b: number[]): number[] => a.map((value, i) => value - b[i]!);

  it('give SMB and HML by their six size × value portfolios, to rounding', () => {
    const files = [factorsOf('6_Portfolios_2x3.CSV'), factorsOf('F-F_Research_Data_Factors.CSV')] as const;
    const six = shared(files[0], files[1]);
    const three = shared(files[1], files[0]);
    const small = means(six['SMALL LoBM']!, six['ME1 BM2']!, six['SMALL HiBM']!);
    const big = means(six['BIG LoBM']!, six['ME2 BM2']!, six['BIG HiBM']!);
    const high = means(six['SMALL HiBM']!, six['BIG HiBM']!);
    const low = means(six['SMALL LoBM']!, six['BIG LoBM']!);
    expect(small.length).toBeGreaterThan(1000);
    for (const [own, name] of [
      [less(small, big), 'SMB'],
      [less(high, low), 'HML'],
    ] as const) {
      expect(Math.max(...less(own, three[name]!).map(Math.abs))).toBeLessThan(0.000_101);
      const { slopes, intercept, rSquared } = regress(own, [three['Mkt-RF']!, three.SMB!, three.HML!])!;
      expect(slopes).toEqual((name === 'SMB' ? [0, 1, 0] : [0, 0, 1]).map((slope) => expect.closeTo(slope, 3)));
      expect(Math.abs(intercept)).toBeLessThan(1e-5);
      expect(rSquared).toBeGreaterThan(0.9999);
    }
  });

  it('give a momentum spread by their ten deciles', () => {
    const { names, months } = factorsOf('10_Portfolios_Prior_12_2.CSV');
    const spreads = [...months.values()].map((returns) => {
      const quantiles = quantileReturns(
        names.map((_, i) => i),
        returns,
        'desc',
        10,
      )!;
      expect(quantiles.groups).toEqual([...returns].reverse());
      return quantiles.spread;
    });
    expect(spreads[0]).toBeCloseTo(-0.0024 + 0.0332, 12);
    // Winners minus losers earned more than 1 % a month since 1927, with t above 4 (Jegadeesh and Titman 1993; French's own pages).
    expect(spreads.reduce((sum, each) => sum + each, 0) / spreads.length).toBeGreaterThan(0.01);
    expect(neweyWestT(spreads)).toBeGreaterThan(4);
  });
});

describe('regress', () => {
  it("agrees with NIST's certified values of Longley's regression", () => {
    // NIST Statistical Reference Datasets, Longley (1967): 16 rows, six predictors, nearly collinear.
    const rows = [
      [60323, 83.0, 234289, 2356, 1590, 107608, 1947],
      [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
      [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
      [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
      [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
      [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
      [64989, 99.0, 365385, 1870, 3547, 115094, 1953],
      [63761, 100.0, 363112, 3578, 3350, 116219, 1954],
      [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
      [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
      [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
      [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
      [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
      [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
      [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
      [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
    ];
    const found = regress(
      rows.map((row) => row[0]!),
      [1, 2, 3, 4, 5, 6].map((i) => rows.map((row) => row[i]!)),
    )!;
    const wanted = [
      15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359, -0.0511041056535807, 1829.15146461355,
    ];
    for (const [i, slope] of wanted.entries()) expect(found.slopes[i]! / slope).toBeCloseTo(1, 7);
    expect(found.intercept / -3482258.6345958).toBeCloseTo(1, 7);
    expect(found.interceptT).toBeCloseTo(-3482258.6345958 / 890420.383607373, 6);
    expect(found.rSquared).toBeCloseTo(0.995479004577296, 8);
    expect(found.slopeTs[5]).toBeCloseTo(1829.15146461355 / 455.478499142212, 4);
  });

  it('has no slopes for factors that depend on each other, or for too few periods', () => {
    expect(
      regress(
        [1, 2, 3, 5],
        [
          [1, 2, 3, 4],
          [2, 4, 6, 8],
        ],
      ),
    ).toBeNull();
    expect(regress([1, 2], [[1, 2]])).toBeNull();
  });
});
