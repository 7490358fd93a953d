import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATISTIC_COLUMNS } from '../../../src/catalogue/statistics.ts';
import { priceStatistics, SESSIONS_MAX, wilderRsi } from '../../../src/ingest/figures/statistics.ts';
import examples from '../../fixtures/worked-examples.json' with { type: 'json' };

const { A, B, C, edge } = examples.priceStatistics;
type Expected = Readonly<Record<string, number | null>>;

function statisticsOf(closes: readonly number[], volumes: readonly number[], usdRate = 1): ReadonlyMap<string, number> {
  const values = priceStatistics(Float64Array.from(closes), Float64Array.from(closes), Float64Array.from(volumes), usdRate);
  return new Map(STATISTIC_COLUMNS.map(({ id }, index) => [id, values[index] ?? Number.NaN]));
}

function expectWindow(actual: ReadonlyMap<string, number>, window: number, expected: Expected): void {
  for (const [metric, value] of Object.entries(expected)) {
    const got = actual.get(`stats.${window}.${metric}`) ?? Number.POSITIVE_INFINITY;
    if (value === null) expect(got, metric).toBeNaN();
    else expect(Math.abs(got - value), `${metric}: ${got} is not ${value}`).toBeLessThanOrEqual(1e-12 + 1e-9 * Math.abs(value));
  }
}

function seriesC(): { closes: number[]; volumes: number[] } {
  const closes = [100];
  const volumes = [1_000_000];
  for (let i = 1; i <= 1260; i++) {
    closes.push((closes[i - 1] ?? 0) * (1 + 0.0004 + 0.012 * Math.sin(1.7 * i) + 0.006 * Math.cos(0.31 * i)));
    volumes.push(1_000_000 + 50_000 * ((7 * i) % 11));
  }
  return { closes, volumes };
}

describe('worked examples', () => {
  it('series A over 5 sessions', () => expectWindow(statisticsOf(A.closes, A.volumes), 5, A.w5));
  it('series B over 5 and 21 sessions', () => {
    const actual = statisticsOf(B.closes, B.volumes);
    expectWindow(actual, 5, B.w5);
    expectWindow(actual, 21, B.w21);
  });
  it('series C over all windows', () => {
    const { closes, volumes } = seriesC();
    const actual = statisticsOf(closes, volumes);
    for (const window of [5, 21, 63, 252, 1260] as const) expectWindow(actual, window, C[`w${window}`]);
  });
  it('RSI of periods 14 and 21', () => {
    expect(wilderRsi(Float64Array.from(B.closes), 14)).toBeCloseTo(B.rsi14, 9);
    const series = B.rsi21_series.map((_, index) => wilderRsi(Float64Array.from(B.closes.slice(0, 22 + index)), 21));
    for (const [index, value] of B.rsi21_series.entries()) expect(series[index]).toBeCloseTo(value, 9);
  });
  it('edge cases', () => {
    const w5 = (closes: readonly number[], volumes: readonly number[], expected: Expected): void =>
      expectWindow(statisticsOf(closes, volumes), 5, expected);
    w5(A.closes.slice(0, 5), A.volumes.slice(0, 5), edge.too_short_w5);
    w5(Array(8).fill(50), A.volumes, edge.flat_w5);
    w5(A.closes.with(4, Number.NaN), A.volumes, edge.nan_inside_w5);
    w5(A.closes, A.volumes.with(-2, 0), { illiq: edge.one_zero_volume_w5 });
    w5(A.closes, A.volumes.with(-2, 0).with(-4, 0), { illiq: edge.two_zero_volumes_w5 });
    w5(
      Array.from({ length: 8 }, (_, i) => 100 * 1.01 ** i),
      A.volumes,
      edge.const_growth_w5,
    );
    const rsi = (close: (i: number) => number): number =>
      wilderRsi(
        Float64Array.from({ length: 30 }, (_, i) => close(i)),
        21,
      );
    expect(rsi(() => 50)).toBeNaN();
    expect(rsi((i) => 50 + i)).toBe(edge.only_gains_rsi21);
    expect(rsi((i) => 50 - i)).toBe(edge.only_losses_rsi21);
  });
});

const sampleDeviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};
const isPrice = (value: number | undefined): value is number => value !== undefined && value > 0;

/** A literal implementation of the definitions, without regard to speed. */
function naive(closes: readonly number[], volumes: readonly number[], window: number): Record<string, number> {
  const missing = Number.NaN;
  const last = closes.length - 1;
  const sessions = Array.from({ length: window }, (_, index) => last - window + 1 + index);
  const span = closes.slice(-window);
  const longer = closes.slice(-window - 1);
  const hasSpan = span.length === window && span.every(isPrice);
  const hasLonger = longer.length === window + 1 && longer.every(isPrice);
  const close = closes[last] ?? missing;
  const mean = span.reduce((sum, value) => sum + value, 0) / window;
  const spread = sampleDeviation(span);
  const returns = longer.slice(1).map((value, index) => value / (longer[index] ?? missing) - 1);
  const logs = returns.map((value) => Math.log(1 + value));
  const logSpread = sampleDeviation(logs);
  const alpha = 2 / (window + 1);
  const weights = returns.map((_, index) => (1 - alpha) ** (returns.length - 1 - index));
  const W = weights.reduce((sum, u) => sum + u, 0);
  const W2 = weights.reduce((sum, u) => sum + u * u, 0);
  const m = returns.reduce((sum, r, index) => sum + r * (weights[index] ?? 0), 0) / W;
  const variance =
    (returns.reduce((sum, r, index) => sum + (weights[index] ?? 0) * (r - m) ** 2, 0) / W) * (W ** 2 / (W ** 2 - W2));
  const impacts = sessions.flatMap((at) => {
    const [now, before, volume] = [closes[at], closes[at - 1], volumes[at]];
    return isPrice(now) && isPrice(before) && isPrice(volume) ? [Math.abs(now / before - 1) / (now * volume)] : [];
  });
  const enough = closes.length > window && impacts.length >= Math.ceil((8 * window) / 10);
  return {
    rateBack: hasLonger ? close / (longer[0] ?? missing) : missing,
    momentumZscore:
      hasLonger && logSpread > 1e-12 ? logs.reduce((sum, value) => sum + value, 0) / (logSpread * Math.sqrt(window)) : missing,
    pemstd: hasLonger ? Math.sqrt(variance) : missing,
    zscore: hasSpan && spread > 1e-12 * mean ? (close - mean) / spread : missing,
    rateToMax: hasSpan ? close / Math.max(...span) : missing,
    minToRate: hasSpan ? Math.min(...span) / close : missing,
    illiq: enough ? (1e6 * impacts.reduce((sum, value) => sum + value, 0)) / impacts.length : missing,
  };
}

describe('against the naive implementation', () => {
  const price = fc.oneof(
    { weight: 60, arbitrary: fc.double({ min: 0.01, max: 500, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, 0, -3) },
  );
  const volume = fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 1, max: 1e9 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, Number.NaN) },
  );

  it('agrees for random series with holes', () => {
    const series = fc.array(fc.tuple(price, volume), { minLength: 0, maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(series, (sessions) => {
        const closes = sessions.map(([close]) => close);
        const volumes = sessions.map(([, traded]) => traded);
        const actual = statisticsOf(closes, volumes);
        for (const window of [5, 21, 63, 252]) expectNaive(actual, window, naive(closes, volumes, window));
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  function expectNaive(actual: ReadonlyMap<string, number>, window: number, expected: Record<string, number>): void {
    for (const [metric, value] of Object.entries(expected)) {
      const got = actual.get(`stats.${window}.${metric}`) ?? Number.POSITIVE_INFINITY;
      if (Number.isNaN(value)) expect(got, `stats.${window}.${metric}`).toBeNaN();
      else expect(Math.abs(got - value)).toBeLessThanOrEqual(1e-9 * Math.max(1e-3, Math.abs(value)));
    }
  }
});

describe('priceStatistics', () => {
  it('uses only the last 1261 sessions', () => {
    const { closes, volumes } = seriesC();
    const older = [3, 900, 2, ...closes];
    expect(SESSIONS_MAX).toBe(closes.length);
    expect([...statisticsOf(older, [1, 1, 1, ...volumes])]).toEqual([...statisticsOf(closes, volumes)]);
  });
  it('states illiq per US dollar', () => {
    const euro = statisticsOf(A.closes, A.volumes).get('stats.5.illiq') ?? 0;
    expect(statisticsOf(A.closes, A.volumes, 2).get('stats.5.illiq')).toBeCloseTo(euro / 2, 12);
    expect(statisticsOf(A.closes, A.volumes, Number.NaN).get('stats.5.illiq')).toBeNaN();
  });
  it('starts the RSI after the last invalid close', () => {
    const broken = Float64Array.from([7, Number.NaN, ...B.closes]);
    expect(wilderRsi(broken, 21)).toBe(wilderRsi(Float64Array.from(B.closes), 21));
    expect(wilderRsi(Float64Array.from(B.closes.with(-3, 0)), 21)).toBeNaN();
  });
  it('returns nothing for an empty series', () => {
    expect(priceStatistics(new Float64Array(), new Float64Array(), new Float64Array()).every(Number.isNaN)).toBe(true);
  });
});
