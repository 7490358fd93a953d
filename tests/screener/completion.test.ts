// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../src/catalogue/catalogue.ts';
import { ScreenTextError } from '../../src/engine/steps/reader.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import { searchColumns } from '../../src/screener/columns/search.ts';
import { columnLabel } from '../../src/screener/state/words.ts';
import { complete, insert, type Words } from '../../src/screener/steps/completion.ts';
import { MEMBER_BEFORE, readMember } from '../../src/screener/steps/member.ts';
import { startLanguage } from '../../src/shell/i18n.ts';

beforeAll(startLanguage);

const WORDS: Words = {
  columnOf: columnById,
  search: (text) => searchColumns(COLUMNS, text),
  nameOf: (column) => columnLabel(column.id),
  valuesOf: (columnId) => (columnId === 'sector' ? ['', 'Energy', 'Health Care', 'Utilities'] : []),
  valueName: (_, value) => value,
};

/** Completions at the `|` in the text. */
function pieces(marked: string, before = ''): readonly string[] {
  const caret = marked.indexOf('¦');
  return complete(marked.replace('¦', ''), caret, WORDS, before)?.pieces.map(({ text }) => text) ?? [];
}

describe('the completion at a position', () => {
  it.each([
    ['¦', ['sort ', 'rows 1..50', 'rank by (', 'percentile of ', 'any of (', 'let ']],
    ['so¦', ['sort ']],
    ['sam¦', ['sample ']],
    ['sample 20 ¦', ['seed ']],
    ['beta ¦', ['>= ', '<= ', 'between ', 'is missing']],
    ['sector ¦', ['= ', '!= ', 'in (', 'not in (', 'is present']],
    ['sector = ¦', ['Energy', '"Health Care"', 'Utilities']],
    ['sector not in (Energy, U¦', ['Utilities']],
    ['beta >= ¦', ['median in ']],
    ['beta >= median in sector ¦', ['keep missing', '| ']],
    ['sort beta ¦', ['asc', 'desc']],
    ['top 20% beta ¦', ['in sector', 'in country', 'in rows']],
    ['rank by (beta desc ¦', ['weight ', 'missing worst']],
    ['percentile of beta ¦', ['in universe', '>= ']],
    ['beta between 1 ¦', ['and ']],
    ['BETA BETWEEN 1 AN¦', ['and ']],
    ['beta BETWEEN 1 AND 2 ¦', ['keep missing', '| ']],
    ['PERCENTILE OF beta IN SECTOR BETWEEN 1% ¦', ['and ']],
    ['SORT beta D¦', ['desc']],
    ['beta >= 1 | any of (per¦', ['percentile of ']],
    ['roe¦', ['returnOnEquity']],
    ['market cap¦', []],
    ['let x = ma¦', ['max(', 'marketCapitalization']],
  ] as const)('%j', (marked, expected) => {
    const found = pieces(marked);
    for (const piece of expected) expect(found).toContain(piece);
  });

  it('offers no number operators for text, no text operators for numbers, and no steps within a group', () => {
    expect(pieces('sector ¦')).not.toContain('>= ');
    expect(pieces('beta ¦')).not.toContain('= ');
    expect(pieces('any of (¦')).not.toContain('sort ');
    expect(pieces('¦', MEMBER_BEFORE)).not.toContain('sort ');
    expect(pieces('beta ¦', MEMBER_BEFORE)).toContain('>= ');
    expect(pieces('beta >= 1¦')).toEqual([]);
  });

  it('offers only what the parser accepts, for random prefixes of random texts', () => {
    const word = fc.constantFrom(
      ...'beta sector | >= 1 sort asc any of ( , ) percentile median in keep top 20% rank by let x = Energy'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = `${words.join(' ')}${words.length > 0 ? ' ' : ''}`;
        const found = complete(text, text.length, WORDS);
        for (const piece of found?.pieces ?? []) {
          // Earlier steps may be invalid: only the one at the caret is completed.
          const step = insert(text, found!, piece).text.slice(text.lastIndexOf('|') + 1);
          try {
            parseScreen(step);
          } catch (error) {
            expect(error).toBeInstanceOf(ScreenTextError);
            expect((error as ScreenTextError).at, step).toBeGreaterThanOrEqual(step.trimEnd().length);
          }
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('inserts a piece with the space it needs', () => {
    const completion = complete('type = Equity | sec', 19, WORDS)!;
    expect(insert('type = Equity | sec', completion, { kind: 'column', text: 'sector', name: '' })).toEqual({
      text: 'type = Equity | sector ',
      caret: 23,
    });
    const middle = complete('sort be desc', 7, WORDS)!;
    expect(insert('sort be desc', middle, { kind: 'column', text: 'beta', name: '' }).text).toBe('sort beta desc');
  });
});

describe('a filter of a group as text', () => {
  it('is parsed, or rejected with a position', () => {
    expect(readMember('beta >= 1')).toEqual({
      member: { operatorType: 'filter', columnId: 'beta', operator: 'GreaterThanOrEquals', operatorValues: [1] },
    });
    expect(readMember('beta ~ 1')).toMatchObject({ at: 5 });
    expect(readMember('beta >= 1 | close >= 1')).toMatchObject({ at: 10 });
    expect(readMember('beta >= 1, close >= 1')).toMatchObject({ message: 'expected one filter' });
    expect(readMember('sort beta asc')).toMatchObject({ at: 0 });
    expect(readMember('')).toMatchObject({ at: 0 });
  });
});
