// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryText, parseEntry } from '../../src/screener/steps/entry.ts';
import { chooseLocale, startLanguage } from '../../src/shell/i18n.ts';
import { LOCALES } from '../../src/shell/locales.ts';

beforeAll(startLanguage);
afterAll(() => chooseLocale('en-US'));

/** As typed, and the number, or null where it is refused. */
const READ = {
  'en-US': { '1.5': 1.5, '1,5': null, '1,500': 1500, '1.500': 1.5, '0,150': null, '1,00,000': 100_000, '1,0,000': null },
  de: { '1,5': 1.5, '1.5': 1.5, '1.500': 1500, '1.234,5': 1234.5, '1,234.5': null, '0.150': 0.15, '0,150': 0.15 },
  fr: { '1,5': 1.5, '2.12': 2.12, '2.125': 2.125, '1\u202f500,5': 1500.5, '1.234.567': null },
  pl: { '2.125': 2.125, '1\u00a0500': 1500 },
  'pt-BR': { '2.125': 2125, '2,125': 2.125 },
  ar: { '١٬٢٣٤٫٥': 1234.5, '۱۲۳': 123, '1.5': 1.5 },
  hi: { '१,२३,४५६.५': 123_456.5, '1,23,456': 123_456 },
  ja: { '１．５': 1.5, '－１，５００': -1500, '１５％': 0.15, '10²': null },
} as const;

describe('a number typed', () => {
  it.each(Object.entries(READ))(
    'in %s is read as the language writes it, and refused rather than misread',
    async (tag, typed) => {
      await chooseLocale(tag as keyof typeof READ);
      for (const [text, number] of Object.entries(typed)) expect(parseEntry(text, 'number'), text).toBe(number);
    },
  );

  it.each(LOCALES.map(({ tag }) => tag))('in %s is read back exactly from the text that the field shows', async (tag) => {
    await chooseLocale(tag);
    for (const value of [0, 0.125, 2.125, 12.345, -1.5, 1234.5, 999.999, 123_456, 1_234_567.8, 1e-7, 3e21])
      expect(parseEntry(entryText(value, 'number'), 'number'), entryText(value, 'number')).toBe(value);
  });

  it('is a day only where there is one', () => {
    for (const day of ['2026-02-29', '2026-02-31', '2026-04-31', '2026-00-10']) expect(parseEntry(day, 'date'), day).toBeNull();
    expect(parseEntry('2028-02-29', 'date')).toBe(Date.UTC(2028, 1, 29) / 1000);
  });
});
