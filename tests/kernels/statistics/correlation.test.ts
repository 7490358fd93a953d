import { describe, expect, it } from 'vitest';
import { type Correlations, correlate, type Progress } from '../../../kernels/statistics/correlation.ts';
import { comparedNumber, naiveRankCorrelation } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';

function finish(work: Generator<Progress, Correlations>): { correlations: Correlations; seen: Progress[] } {
  const seen: Progress[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return { correlations: step.value, seen };
    seen.push(step.value);
  }
}

function between(a: readonly number[], b: readonly number[]): number {
  const columns = [a, b].map((values) => ({ values: Float32Array.from(values), rates: null }));
  const rows = Uint32Array.from(a, (_, row) => row);
  return finish(correlate(columns, rows)).correlations.coefficients[1]!;
}

describe('rank correlation', () => {
  it('equals published and hand-worked values', () => {
    // Ten pupils' intelligence and hours of television, the worked example of Wikipedia's article on Spearman's coefficient: −29/165.
    const intelligence = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const television = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    expect(between(intelligence, television)).toBeCloseTo(-29 / 165, 6);
    expect(between([1, 2, 3, 4], [10, 100, 1000, 1e6])).toBe(1);
    expect(between([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
    // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / √(4.5 × 5).
    expect(between([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(Math.sqrt(0.9), 6);
  });

  it('is missing if a column does not vary or too few rows have both', () => {
    const absent = Number.NaN;
    expect(between([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(between([1, 2, absent], [absent, 2, 3])).toBeNaN();
    expect(between([1, 2, 2, 2, 9], [absent, 1, 2, 3, absent])).toBeNaN();
    expect(between([absent, absent], [1, 2])).toBeNaN();
  });

  it('counts the rows that have both, of columns that lack as many but different ones', () => {
    const absent = Number.NaN;
    const columns = [
      [1, 2, 3, 4, 5, absent, absent],
      [absent, absent, 5, 4, 3, 2, 1],
      [7, 6, 5, absent, absent, 6, 7],
      [absent, absent, absent, absent, 1, 2, 3],
    ].map((values) => ({ values: Float32Array.from(values), rates: null }));
    const { coefficients, counts } = finish(correlate(columns, Uint32Array.of(0, 1, 2, 3, 4, 5, 6))).correlations;
    expect([...counts]).toEqual([5, 3, 3, 1, 3, 5, 3, 3, 3, 3, 5, 2, 1, 3, 2, 3]);
    expect([coefficients[1], coefficients[3], coefficients[7], coefficients[11]]).toEqual([-1, absent, -1, 1]);
    // Ranks 1, 2, 3 and 4.5, 2.5, 1.
    expect(coefficients[2]).toBeCloseTo(-3.5 / Math.sqrt(37 / 3), 6);
  });

  it('equals the naive twin within 1e-6 for random columns, some missing the same rows', () => {
    const random = new Random(41);
    for (let round = 0; round < 12; round++) {
      const length = random.pick([40, 600, 1100]);
      const columns = Array.from({ length: 1 + random.below(9) }, () => ({
        values: randomNumbers(random, length),
        rates: randomRates(random, length),
      }));
      const twin = columns[0]!;
      columns.push({ values: twin.values.map((value) => -2 * value), rates: twin.rates });
      const rows = randomRows(random, length);
      const { correlations, seen } = finish(correlate(columns, rows));
      expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
      const numbers = columns.map(({ values, rates }) => Array.from(rows, (row) => comparedNumber(values, rates, row)));
      for (const [a, first] of numbers.entries()) {
        for (const [b, second] of numbers.entries()) {
          const at = a * columns.length + b;
          const { r, count } = naiveRankCorrelation(first, second);
          expect(correlations.counts[at]).toBe(count);
          if (Number.isNaN(r)) expect(correlations.coefficients[at]).toBeNaN();
          else expect(Math.abs(correlations.coefficients[at]! - r)).toBeLessThan(1e-6);
        }
      }
    }
  });

  it('stays exact where sums are too large for whole doubles', () => {
    const n = 70_001;
    const x = Float32Array.from({ length: n }, (_, i) => (i % 10 === 3 ? Number.NaN : i));
    const y = Float32Array.from({ length: n }, (_, i) => (i * 7919) % n);
    const rows = Uint32Array.from({ length: n }, (_, row) => row);
    const { coefficients } = finish(
      correlate(
        [x, y].map((values) => ({ values, rates: null })),
        rows,
      ),
    ).correlations;
    // No ties: the rank of x is the count of present values up to it, that of y is y + 1.
    let rank = 0;
    const pairs = [...rows].filter((i) => i % 10 !== 3).map((i) => [++rank, y[i]! + 1] as const);
    const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
    const [meanOfX, meanOfY] = [mean(0), mean(1)];
    const about = (f: (a: number, b: number) => number) => pairs.reduce((sum, [a, b]) => sum + f(a - meanOfX, b - meanOfY), 0);
    const expected = about((a, b) => a * b) / Math.sqrt(about((a) => a * a) * about((_, b) => b * b));
    expect(Math.abs(coefficients[1]! - expected)).toBeLessThan(1e-7);
  });

  it('detects a column that does not vary, if its sums are too large for whole doubles', () => {
    const [n, tied] = [600_001, 300_000];
    const x = Float32Array.from({ length: n }, (_, i) => (i < tied ? 0 : i));
    const y = Float32Array.from({ length: n }, (_, i) => (i < tied ? i : Number.NaN));
    const columns = [x, y].map((values) => ({ values, rates: null }));
    const { coefficients, counts } = finish(
      correlate(
        columns,
        Uint32Array.from({ length: n }, (_, row) => row),
      ),
    ).correlations;
    expect([coefficients[0], coefficients[1], coefficients[3]]).toEqual([1, Number.NaN, 1]);
    expect([...counts]).toEqual([n, tied, tied, tied]);
  });

  it('stops when asked to', () => {
    const values = Float32Array.from({ length: 3000 }, (_, row) => row);
    const work = correlate([{ values, rates: null }], Uint32Array.from(values));
    work.next();
    work.return({ coefficients: new Float32Array(0), counts: new Uint32Array(0) });
    expect(work.next().done).toBe(true);
  });
});
