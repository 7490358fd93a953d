import { afterAll, describe, expect, test } from 'vitest';
import { removeFuzzedFiles } from './files.ts';
import { fuzz, type Parser, Wrong } from './fuzz.ts';
import { mutateText } from './mutate.ts';
import { PARSERS } from './parsers.ts';

const INPUTS = 10_000;

afterAll(removeFuzzedFiles);

describe('what reads texts and bytes of others refuses them with a reason or reads them right', () => {
  test.each(PARSERS)(
    '$name',
    async (parser) => {
      expect(await parser.fuzz(INPUTS * parser.share, 20_261_121, false)).toEqual([]);
    },
    60_000,
  );
});

describe('the fuzzing itself', () => {
  const planted = (read: (text: string) => void): Parser<string> => ({
    name: 'planted',
    seeds: ['abc'],
    mutate: (random, input, others) => mutateText(random, input, others, ['x', 'y', 'z']),
    read,
    refusal: /^no$/,
    show: (input) => input,
  });

  test('finds a wrong answer, a nameless refusal, and a poisoned prototype', async () => {
    const wrong = planted((text) => {
      if (text.includes('x')) throw new Wrong('took x');
    });
    expect((await fuzz(wrong, 500, 1, false))[0]?.what).toBe('took x');
    const nameless = planted((text) => {
      if (text.includes('y')) throw new TypeError('undefined is not a function');
    });
    expect((await fuzz(nameless, 500, 1, false))[0]?.what).toContain('undefined is not a function');
    const poisoned = planted((text) => {
      if (text.includes('z')) Object.assign(Object.getPrototypeOf({}), { polluted: 1 });
    });
    expect((await fuzz(poisoned, 500, 1, false))[0]?.what).toContain('prototype');
  });
});
