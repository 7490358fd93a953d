import { describe, expect, it } from 'vitest';
import {
  binCodes,
  comparedNumbers,
  countCodes,
  largestOfBins,
  MISSING_CODE,
  medianByCodes,
  numberAtRank,
  select,
  spreadOf,
} from '../../kernels/distribution.ts';
import { BINS_MAX, type Bins, boundBelow, chooseBins, shortestDecimal } from '../../kernels/edges.ts';
import { comparedNumber, naiveMedian } from '../naive-statistics.ts';
import { Random } from '../random.ts';
import { randomNumbers, randomRates, randomRows } from '../random-numbers.ts';

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
      const counts = countCodes(codes, rows);
      expect(medianByCodes(values, rates, codes, rows, counts) + 0).toBe(naiveMedian(values, rates, rows) + 0);
      const sorted = Array.from(rows, (row) => numbers[row]!)
        .filter((value) => !Number.isNaN(value))
        .sort((a, b) => a - b);
      const rank = random.below(LENGTH);
      expect(numberAtRank(values, rates, codes, rows, counts, rank) + 0).toBe((sorted[rank] ?? Number.NaN) + 0);
    }
  });

  it('select puts the number of a rank in its place', () => {
    const random = new Random(23);
    for (let round = 0; round < 300; round++) {
      const numbers = Float32Array.from({ length: 1 + random.below(40) }, () => random.below(8));
      const rank = random.below(numbers.length);
      expect(select(numbers.slice(), rank)).toBe([...numbers].sort((a, b) => a - b)[rank]);
    }
  });

  it('infinite products go to the outermost bins', () => {
    const values = Float32Array.from({ length: 100 }, (_, row) => (row - 50) * 1e37);
    const numbers = comparedNumbers(values, new Float32Array(100).fill(1e3));
    const codes = binCodes(numbers, binsOf(numbers));
    expect([codes[0], codes[99]]).toEqual([0, binsOf(numbers).lows.length - 1]);
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

  it('lie on round numbers, and none but zero parts the signs', () => {
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
    expect(shortestDecimal(Math.fround(0.1))).toBe(0.1);
  });
});
