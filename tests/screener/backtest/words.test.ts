// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { percent, ratio, signed } from '../../../src/screener/backtest/words.ts';
import { startLanguage } from '../../../src/shell/i18n.ts';

beforeAll(startLanguage);

it('figures of the backtest that round to zero have no sign', () => {
  for (const value of [-0.0004, -0, 0, 0.0004]) {
    expect(ratio(value)).toBe('0.00');
    expect(percent(value)).toBe('0.0%');
    expect(signed(value)).toBe('0.0%');
  }
  expect([ratio(-0.006), percent(-0.0006), signed(-0.0006), signed(0.0006)]).toEqual(['−0.01', '−0.1%', '−0.1%', '+0.1%']);
});
