// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { numericFilter } from '../../src/engine/steps/filter.ts';
import { withOperator } from '../../src/screener/steps/NumberForm.tsx';

describe('a second bound', () => {
  const range = { id: 'close', min: -1.23456, max: 1234.49, missing: 0, knots: Float32Array.of() };
  const between = (step: Parameters<typeof withOperator>[0], known: typeof range | null = range) =>
    withOperator(step, 'Between', known).operatorValues;

  it('starts beyond the last row, which rounding must not drop', () => {
    expect(between(numericFilter({ columnId: 'close', operator: 'GreaterThanOrEquals', operatorValues: [1] }))).toEqual([
      1, 1235,
    ]);
    expect(between(numericFilter({ columnId: 'close', operator: 'LessThanOrEquals', operatorValues: [1] }))).toEqual([-1.235, 1]);
  });

  it('stays open without a range in its currency', () => {
    const step = numericFilter({ columnId: 'close', operator: 'GreaterThanOrEquals', operatorValues: [1], currency: 'JPY' });
    expect(between(step, null)).toEqual([1, Number.NaN]);
  });
});
