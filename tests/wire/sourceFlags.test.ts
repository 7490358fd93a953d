import { describe, expect, it } from 'vitest';
import { flagBit, SOURCE_KNOWN_FLAGS } from '../../src/catalogue/flag.ts';
import { readSourceFlags, writeSourceFlags } from '../../src/wire/sourceFlags.ts';

describe('the flags that a source states', () => {
  const flags = new Map([
    ['totalDebt', flagBit('fallback') | flagBit('inconsistent')],
    ['stats.252.rateBack', flagBit('gaps')],
    ['netDebt', flagBit('fallback')],
  ]);
  it('are a text by flag, ids in order', () => {
    expect(writeSourceFlags(flags)).toBe('fallback:netDebt;totalDebt inconsistent:totalDebt gaps:stats.252.rateBack');
    expect(writeSourceFlags(new Map())).toBe('');
  });
  it('are read back from their text', () => {
    expect(new Map(readSourceFlags(writeSourceFlags(flags)))).toEqual(flags);
    for (const flag of SOURCE_KNOWN_FLAGS) expect(readSourceFlags(`${flag}:close`).get('close')).toBe(flagBit(flag));
  });
  it.each(['', ' ', ':', 'gaps', 'gaps:', 'nonsense:close', 'stale:close', 'constructor:close', '::close', 'gaps:;;'])(
    'are none in the text “%s”',
    (text) => {
      expect(readSourceFlags(text).size).toBe(0);
    },
  );
});
