import { expect, it } from 'vitest';
import { weigh } from '../../bench/sizes.ts';

const weights = weigh('dist/app');

it.each(weights.map((weight) => [weight.name, weight] as const))(
  'the %s of the built page keeps to its bytes',
  (_, { gzip, limit, files }) => {
    expect(files.length).toBeGreaterThan(1);
    expect(gzip).toBeGreaterThan(limit / 10);
    expect(gzip).toBeLessThan(limit);
  },
);

it('the worker alone has the library of the graphics cards', () => {
  for (const { name, files } of weights) expect(files.some((file) => file.startsWith('gpu-'))).toBe(name === 'worker');
});
