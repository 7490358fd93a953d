import { describe, expect, it } from 'vitest';
import { BINS_MAX, type Bins, boundBelow, chooseBins, shortestDecimal } from '../../../kernels/statistics/binning.ts';
import {
  binCodes,
  codesOfRows,
  comparedNumbers,
  countCodes,
  countRows,
  largestOfBins,
  MISSING_CODE,
  medianByCodes,
  numberAtRank,
  numberOfRank,
  spreadOf,
} from '../../../kernels/statistics/distribution.ts';
import { comparedNumber, naiveMedian } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';

const ROUNDS = 150;
const LENGTH = 700;

function binsOf(numbers: Float32Array): Bins {
  return chooseBins(spreadOf(numbers));
}

/** Bounds searched from the last bin down. */
function naiveCode(value: number, { lows }: Bins): number {
  if (Number.isNaN(value)) return MISSING_CODE;
  let bin = lows.length - 1;
  while (value < Math.fround(lows[bin]!)) bin--;
  return bin;
}

describe('codes and counts', () => {
  it('equal the naive twin, and bins + missing = rows', () => {
    const random = new Random(21);
    const scales = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const numbers = comparedNumbers(values, rates);
      const bins = binsOf(numbers);
      scales.add(bins.scale);
      expect(bins.lows.length).toBeLessThanOrEqual(BINS_MAX);
      const codes = binCodes(numbers, bins);
      expect([...codes]).toEqual(Array.from(values, (_, row) => naiveCode(comparedNumber(values, rates, row), bins)));
      const rows = randomRows(random, LENGTH);
      const counts = countCodes(codes, rows);
      expect(counts.reduce((sum, count) => sum + count)).toBe(rows.length);
      for (const [code, count] of counts.entries()) expect(count).toBe(rows.filter((row) => codes[row] === code).length);
    }
    expect([...scales].sort()).toEqual(['linear', 'log', 'symlog', 'values']);
  });

  it('median and ranks by codes equal those of a sorted list', () => {
    const random = new Random(22);
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const numbers = comparedNumbers(values, rates);
      const codes = binCodes(numbers, binsOf(numbers));
      const rows = randomRows(random, LENGTH);
      const counted = countRows(codes, rows);
      expect(counted.ofRows.subarray(0, rows.length)).toEqual(Uint8Array.from(rows, (row) => codes[row]!));
      expect(codesOfRows(codes, rows).subarray(0, rows.length)).toEqual(Uint8Array.from(rows, (row) => codes[row]!));
      expect(medianByCodes(values, rates, rows, counted) + 0).toBe(naiveMedian(values, rates, rows) + 0);
      const sorted = Array.from(rows, (row) => numbers[row]!)
        .filter((value) => !Number.isNaN(value))
        .sort((a, b) => a - b);
      const rank = random.below(LENGTH);
      expect(numberAtRank(values, rates, rows, counted, rank) + 0).toBe((sorted[rank] ?? Number.NaN) + 0);
    }
  });

  it('the number of a rank is that of a sorted list, and nothing is moved', () => {
    const random = new Random(23);
    const kinds: readonly (() => number)[] = [
      () => random.below(8),
      () => random.normal(),
      () => Math.exp(20 * random.normal()),
      () => (random.chance(0.9) ? 1 : random.normal()),
      () => (random.chance(0.01) ? 3e38 : random.next() * 1e-40),
      () => (random.chance(0.05) ? Number.POSITIVE_INFINITY : random.chance(0.05) ? Number.NEGATIVE_INFINITY : random.normal()),
      () => (random.chance(0.5) ? 0 : -0),
    ];
    for (let round = 0; round < 420; round++) {
      const make = kinds[round % kinds.length]!;
      const numbers = Float32Array.from({ length: 1 + random.below(random.chance(0.5) ? 40 : 3000) }, make);
      const before = numbers.slice();
      const rank = random.below(numbers.length);
      expect(numberOfRank(numbers, rank) + 0).toBe(numbers.toSorted()[rank]! + 0);
      expect(numbers).toEqual(before);
    }
  });

  it('infinite products go to the outermost bins', () => {
    const values = Float32Array.from({ length: 100 }, (_, row) => (row - 50) * 1e37);
    const numbers = comparedNumbers(values, new Float32Array(100).fill(1e3));
    const codes = binCodes(numbers, binsOf(numbers));
    expect([codes[0], codes[99]]).toEqual([0, binsOf(numbers).lows.length - 1]);
  });
});

describe('the spread of numbers', () => {
  it('has quantiles that are off by one part in 32 at most, and by less if they lie in few powers of two', () => {
    const from1 = (length: number) => Float32Array.from({ length }, (_, row) => row + 1);
    const { count, min, max, low, lowerQuartile, upperQuartile, high, magnitude, distinct } = spreadOf(from1(100_000));
    expect({ count, min, max, distinct }).toEqual({ count: 100_000, min: 1, max: 100_000, distinct: null });
    for (const [found, share] of [
      [low, 0.01],
      [lowerQuartile, 0.25],
      [upperQuartile, 0.75],
      [high, 0.99],
      [magnitude, 0.25],
    ] as const) {
      expect(found, String(share)).toBeLessThanOrEqual(share * 100_000);
      expect(found, String(share)).toBeGreaterThan((share * 100_000) / (1 + 1 / 32));
    }
    const years = spreadOf(Float32Array.from({ length: 1000 }, (_, row) => 2000 + row / 50));
    expect(years.lowerQuartile).toBeCloseTo(2005, 1);
    expect(years.high).toBeCloseTo(2019.8, 1);
  });

  it('distinguishes 1 from 0', () => {
    const powers = Array.from({ length: 250 }, (_, k) => 1.2 ** (k + 1));
    const ones = new Array<number>(1000).fill(1);
    const { low, lowerQuartile, upperQuartile, high } = spreadOf(
      Float32Array.from([...powers.map((value) => -value), ...ones, ...powers]),
    );
    expect([lowerQuartile, upperQuartile]).toEqual([1, 1]);
    expect(low).toBeLessThan(-1e16);
    expect(high).toBeGreaterThan(1e16);
  });

  it('lists the values if there are 32 at most, and counts magnitudes only of nonzero ones', () => {
    const upTo = (length: number) => Float32Array.from({ length: 100 }, (_, row) => row % length);
    expect(spreadOf(upTo(32)).distinct).toEqual(Array.from({ length: 32 }, (_, value) => value));
    expect(spreadOf(upTo(33)).distinct).toBeNull();
    expect(spreadOf(Float32Array.of(0, -0, Number.NaN))).toMatchObject({ count: 2, min: 0, max: 0, magnitude: Number.NaN });
    expect(spreadOf(Float32Array.of(0, 0, 0, -8))).toMatchObject({ min: -8, max: 0, magnitude: 8, distinct: [-8, 0] });
    expect(spreadOf(Float32Array.of(Number.NaN)).count).toBe(0);
  });
});

describe('bounds', () => {
  it('[low, high] keeps exactly the rows of the bins, and the bounds are short', () => {
    const random = new Random(24);
    let digits = 0;
    let bounds = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const numbers = randomNumbers(random, LENGTH);
      const bins = binsOf(numbers);
      const codes = binCodes(numbers, bins);
      const largest = largestOfBins(numbers, codes);
      const [first, last] = [random.below(bins.lows.length), random.below(bins.lows.length)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      if (last + 1 === bins.lows.length) continue;
      const soFar = Math.max(...largest.subarray(0, last + 1), Math.fround(bins.lows[last]!));
      const low = Math.fround(bins.lows[first]!);
      const bound = boundBelow(bins.lows[last + 1]!, soFar);
      const high = Math.fround(bound);
      const kept = [...numbers.keys()].filter((row) => numbers[row]! >= low && numbers[row]! <= high);
      expect(kept).toEqual([...numbers.keys()].filter((row) => codes[row]! >= first && codes[row]! <= last));
      digits += bound.toExponential().replace(/e.*|[-.]/g, '').length;
      bounds++;
    }
    expect(digits / bounds).toBeLessThan(5);
  });

  it('are round numbers, and only zero separates the signs', () => {
    const random = new Random(25);
    const amounts = Float32Array.from({ length: 5000 }, () => Math.exp(20 + 2 * random.normal()));
    const log = binsOf(amounts);
    expect(log.scale).toBe('log');
    expect(log.lows.length).toBe(BINS_MAX);
    for (const low of log.lows.subarray(1)) expect(String(low).replace(/0+$/, '').length, String(low)).toBeLessThanOrEqual(3);
    const signed = binsOf(amounts.map((value, row) => (row % 3 === 0 ? -value : value)));
    expect(signed.scale).toBe('symlog');
    expect([...signed.lows]).toContain(0);
    expect([...binsOf(Float32Array.from({ length: 5000 }, () => random.normal())).lows]).toContain(0);
  });

  it('are these', () => {
    const random = new Random(25);
    const amounts = Float32Array.from({ length: 5000 }, () => Math.exp(20 + 2 * random.normal()));
    const shown = (numbers: Float32Array): string => {
      const { scale, from, to, lows } = binsOf(numbers);
      return `${scale} ${from}…${to}: ${Array.from(lows.subarray(1), (low) => low.toPrecision(3)).join(' ')}`.replaceAll(
        'e+',
        'e',
      );
    };
    expect(shown(amounts)).toBe(
      'log 5500000…53000000000: 7.30e6 9.80e6 1.30e7 1.73e7 2.30e7 3.10e7 4.10e7 5.40e7 7.20e7 9.70e7 1.29e8 1.71e8 2.30e8 3.00e8 4.00e8 5.40e8 7.20e8 9.50e8 1.27e9 1.69e9 2.30e9 3.00e9 4.00e9 5.30e9 7.10e9 9.40e9 1.26e10 1.67e10 2.20e10 3.00e10 4.00e10',
    );
    expect(shown(amounts.map((value, row) => (row % 3 === 0 ? -value : value)))).toBe(
      'symlog -26000000000…39000000000: -1.90e10 -1.30e10 -9.20e9 -6.40e9 -4.50e9 -3.10e9 -2.20e9 -1.51e9 -1.03e9 -6.90e8 -4.50e8 -2.80e8 -1.60e8 -8.00e7 0.00 2.60e7 9.00e7 1.70e8 3.00e8 4.70e8 7.20e8 1.07e9 1.57e9 2.30e9 3.30e9 4.70e9 6.70e9 9.50e9 1.35e10 1.90e10 2.70e10',
    );
    expect(shown(Float32Array.from({ length: 5000 }, () => random.normal()))).toBe(
      'linear -2.37…2.31: -2.23 -2.08 -1.94 -1.79 -1.64 -1.50 -1.35 -1.20 -1.06 -0.910 -0.760 -0.620 -0.470 -0.320 -0.180 0.00 0.120 0.260 0.410 0.550 0.700 0.850 0.990 1.14 1.29 1.43 1.58 1.73 1.87 2.02 2.17',
    );
  });

  it('separate the signs if few numbers are negative', () => {
    const even = binsOf(Float32Array.from({ length: 5000 }, (_, row) => row / 500 - 0.25));
    expect([even.scale, even.lows.length, even.lows[1]]).toEqual(['linear', BINS_MAX, 0]);
  });

  it('are steps of the logarithm for positive numbers alone, however small', () => {
    const random = new Random(26);
    const small = Float32Array.from({ length: 3000 }, () => Math.exp(2 * random.normal() - 9));
    expect(binsOf(small).scale).toBe('log');
    expect(binsOf(small.map((value, row) => (row % 20 === 0 ? 0 : value))).scale).toBe('symlog');
  });

  it('few values have a bin each', () => {
    const bins = binsOf(Float32Array.of(3, 1, 0.1, Number.NaN, 3, 7));
    expect([bins.scale, ...bins.lows]).toEqual(['values', Number.NEGATIVE_INFINITY, 1, 3, 7]);
    expect([...binsOf(Float32Array.of(Number.NaN)).lows]).toEqual([Number.NEGATIVE_INFINITY]);
  });

  it('the upper bound is the shortest decimal between the largest value and the next bin', () => {
    expect(boundBelow(100, 96)).toBe(99);
    expect(boundBelow(100, 99.95)).toBeCloseTo(99.99, 5);
    expect(boundBelow(2.4e8, 1e8)).toBe(2e8);
    expect(boundBelow(0, -3)).toBe(-1);
    expect(boundBelow(4, 3)).toBe(3);
    // Single precision has only every second number here, so 16777219 would become 16777220.
    expect(boundBelow(16_777_220, 16_777_218)).toBe(16_777_218);
    expect(shortestDecimal(Math.fround(0.1))).toBe(0.1);
  });
});
