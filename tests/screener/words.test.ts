// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MONTHS } from '../../src/catalogue/codes.ts';
import { parseFormula } from '../../src/catalogue/formula.ts';
import type { Lineage } from '../../src/engine/answers/lineage.ts';
import { formulaText } from '../../src/screener/columns/words.ts';
import { findingText } from '../../src/screener/rows/findingWords.ts';
import { saveNamed } from '../../src/screener/state/export.ts';
import { saveFile } from '../../src/screener/state/saveFile.ts';
import { categoryText, exactText, textShown } from '../../src/screener/state/words.ts';
import { chooseLocale, startLanguage } from '../../src/shell/i18n.ts';
import { LOCALES } from '../../src/shell/locales.ts';
import { momentText } from '../../src/shell/Moment.tsx';

vi.mock('../../src/screener/state/saveFile.ts', () => ({ saveFile: vi.fn() }));

beforeAll(startLanguage);
afterAll(() => chooseLocale('en-US'));

describe('a stored value', () => {
  it('of yes and no, and of a month, reads as such in every language', async () => {
    for (const { tag } of LOCALES) {
      await chooseLocale(tag);
      const words = ['true', 'false'].map((label) => textShown('isAdr', label));
      expect(words, tag).not.toContain('true');
      expect(new Set(words).size, tag).toBe(2);
      expect(new Set(MONTHS.map((month) => textShown('fiscalYearEnd', month))).size, tag).toBe(12);
    }
    await chooseLocale('de');
    expect([textShown('isAdr', 'false'), categoryText('isAdr', ''), textShown('fiscalYearEnd', 'March')]).toEqual([
      'nein',
      '(fehlt)',
      'März',
    ]);
    await chooseLocale('en-US');
    expect([textShown('isAdr', 'true'), textShown('isAdr', 'maybe'), textShown('fiscalYearEnd', 'Mai')]).toEqual([
      'yes',
      'maybe',
      'Mai',
    ]);
  });
});

describe('the numbers behind a number', () => {
  const formula = parseFormula('1.2 * abs(beta) - 0.125');
  const about = { currency: 'EUR', statementCurrency: 'EUR' } as Lineage;

  it.each([
    ['en-US', '12.345', '1.2', 'is −12.345'],
    ['de', '12,345', '1,2', '−12,345'],
    ['fr', '12,345', '1,2', '−12,345'],
  ])('have the decimal sign of the language in %s', async (tag, exact, factor, finding) => {
    await chooseLocale(tag as 'de');
    expect(exactText(12.345)).toBe(exact);
    expect(formulaText(formula)).toContain(`${factor} ×`);
    expect(findingText({ flag: 'negative', part: formula, value: -12.345, columns: [] }, about)).toContain(finding);
  });
});

describe('a moment of this device', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    vi.useRealTimers();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['Pacific/Kiritimati', 'Nov 24, 2026', '2026-11-24'],
    ['America/Los_Angeles', 'Nov 23, 2026', '2026-11-23'],
    ['Asia/Kolkata', 'Nov 24, 2026', '2026-11-24'],
  ])('has the day of its time zone in texts and file names: %s', async (timeZone, text, iso) => {
    await chooseLocale('en-US');
    process.env.TZ = timeZone;
    const at = Date.UTC(2026, 10, 23, 20, 30);
    vi.useFakeTimers({ now: at });
    expect(momentText(at)).toBe(text);
    saveNamed('', 'all', 'csv');
    expect(vi.mocked(saveFile).mock.lastCall?.[1]).toBe(`panscreen-all-${iso}.csv`);
  });
});
