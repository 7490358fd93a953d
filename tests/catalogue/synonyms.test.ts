import { describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { nearest } from '../../src/catalogue/nearest.ts';
import { noColumn } from '../../src/catalogue/retired.ts';
import { columnMeant, columnNamed, commonNameAt, SYNONYMS } from '../../src/catalogue/synonyms.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';

/** What may follow a column. */
const KEYWORDS = /\s(not|between|and|in|asc|desc|is|missing|keep|weight|without)(\s|$)/;

describe('the common names of columns', () => {
  it('mean one column each, which the catalogue has', () => {
    const meant = new Map<string, string>();
    for (const [name, id] of SYNONYMS) {
      expect(columnById(id), `${name}: ${id}`).toBeDefined();
      expect(meant.get(name) ?? id, name).toBe(id);
      meant.set(name, id);
      expect(columnNamed(name), name).toBe(id);
    }
  });

  it('do not change the meaning of any id or keyword', () => {
    for (const [name, id] of SYNONYMS) {
      expect(columnById(name)?.id ?? id, name).toBe(id);
      expect(name).not.toMatch(KEYWORDS);
    }
  });

  it.each([
    ['roe', 'returnOnEquity'],
    ['P/E', 'priceToEarningsRatio'],
    ['p / e', 'priceToEarningsRatio'],
    ['KGV', 'priceToEarningsRatio'],
    ['市盈率', 'priceToEarningsRatio'],
    ['mcap', 'marketCapitalization'],
    ['1y return', 'stats.252.rateBack'],
    ['12-month momentum', 'stats.252.rateBack'],
    ['return 5y', 'stats.1260.rateBack'],
    ['EV/EBIT', 'enterpriseValueToEbit'],
  ])('%s is %s, alone and within a text', (name, id) => {
    expect(columnNamed(name)).toBe(id);
    expect(commonNameAt(`sort ${name} asc`, 5)).toBe(name);
  });

  it.each(['debt - equity', 'debt-equity', 'ev – ebit', 'price - sales'])(
    'are not the difference %s of two columns',
    (difference) => {
      expect(commonNameAt(`${difference} <= 0`, 0)).toBeNull();
      expect(() => parseScreen(`${difference} <= 0`)).toThrow('expected');
      expect(commonNameAt(`${difference.replace(/ ?[-–] ?/, '/')} <= 0`, 0)).not.toBeNull();
    },
  );

  it('are whole words: pegs is not p/e or peg', () => {
    expect(commonNameAt('pegs >= 1', 0)).toBeNull();
  });
});

describe('what a misspelt name means', () => {
  it.each([
    ['Enrgy', 'Energy'],
    ['energy', 'Energy'],
    ['Utilties', 'Utilities'],
    ['Helath Care', 'Health Care'],
    ['Bananas', null],
    ['xy', null],
  ])('%s is %s', (text, expected) => {
    expect(nearest(text, ['Health Care', 'Utilities', 'Energy', 'Financials'])).toBe(expected);
  });

  it('is suggested if there is no such column', () => {
    expect(noColumn('betta')).toBe('there is no column betta: did you mean beta?');
    expect(noColumn('marketCapitalisation')).toBe('there is no column marketCapitalisation: did you mean marketCapitalization?');
    expect(noColumn('qqqqqqq')).toBe('there is no column qqqqqqq');
    expect(columnMeant('roee')).toBe('returnOnEquity');
  });
});
