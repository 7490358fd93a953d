import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { weigh } from '../../bench/sizes.ts';
import english from '../../locales/en-US.json';
import { PARTS_OF_TEXTS } from '../../scripts/page-files.ts';

const weights = weigh('dist/app');

it.each(weights.map((weight) => [weight.name, weight] as const))(
  'the %s of the built page keeps to its bytes',
  (_, { gzip, limit, files }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(gzip).toBeGreaterThan(limit / 10);
    expect(gzip).toBeLessThan(limit);
  },
);

it('only the worker includes the GPU library', () => {
  for (const { name, files } of weights) expect(files.some((file) => file.startsWith('gpu-'))).toBe(name === 'worker');
});

it('the first scripts of the screener use no texts of lazily loaded parts', () => {
  const { files } = weights.find(({ name }) => name === 'screener')!;
  const source = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(`dist/app/assets/${file}`, 'utf8'));
  const stems = Object.keys(english).map((key) => key.replace(/_(?:one|other)$/, ''));
  const onDemand = stems.filter((stem) => PARTS_OF_TEXTS.onDemand.test(stem));
  expect(onDemand.length).toBeGreaterThan(100);
  expect(
    onDemand.filter((stem) => source.some((text) => new RegExp(`["'\`]${stem.replaceAll('.', '\\.')}["'\`]`).test(text))),
  ).toEqual([]);
});
