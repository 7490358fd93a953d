import { expect, it } from 'vitest';
import { makeLensTints, makeTints, percentileText, perShade, tintOf } from '../../src/screener/lens/tints.ts';
import { Random } from '../random.ts';

const tints = makeTints('1 2 3', '4 5 6');
const shade = (percentile: number): string => `${percentileText(percentile)} ${tintOf(tints, percentile)}`;

it('shared cells of percentiles equal individually made ones', () => {
  const random = new Random(7);
  const hard = [0, 0.0005, 0.00999, 0.01, 0.0101, 0.015, 0.025, 0.0249999, 0.5, 0.525, 0.975, 0.985, 0.99, 0.9901, 0.9995, 1];
  let made = 0;
  const shared = perShade((percentile) => {
    made++;
    return shade(percentile);
  });
  for (let round = 0; round < 20_000; round++) {
    const percentile = Math.fround(hard[round] ?? random.next());
    expect(shared(percentile)).toBe(shade(percentile));
  }
  expect(made).toBeLessThan(1000);
});

it('low values have the color of high ones where lower is better, and neutral columns have colors of their own', () => {
  const { higher, lower, neutral } = makeLensTints((name) => name);
  expect(tintOf(higher, 0)).toContain('lens-bad');
  expect(tintOf(higher, 1)).toContain('lens-good');
  for (const percentile of [0, 0.1, 0.3, 0.9, 1]) expect(tintOf(lower, percentile)).toBe(tintOf(higher, 1 - percentile));
  expect(tintOf(neutral, 0)).toContain('lens-low');
  expect(tintOf(neutral, 1)).toContain('lens-high');
});
