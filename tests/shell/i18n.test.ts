// @vitest-environment happy-dom
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import english from '../../locales/en-US.json';
import { chooseLocale, startLanguage, type TextKey, t, textOf } from '../../src/shell/i18n.ts';
import { LOCALES } from '../../src/shell/locales.ts';

/** Values that naive substitution would change, and a plain one. */
const VALUES = ['Apple', '$& $1 $$', '{{name}}', '$t(app.name)', '<b>', 0, -1.5];
const HOLES = [
  ...new Set(Object.values(english).flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))),
];
const KEYS = Object.keys(english).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')) as TextKey[];

beforeAll(startLanguage);

it.each(LOCALES)('$tag: gives the texts that the library gives, whatever stands in their holes', async ({ tag }) => {
  await chooseLocale(tag);
  expect(i18next.language).toBe(tag);
  for (const [place, key] of KEYS.entries()) {
    expect(t(key), key).toBe(i18next.t(key));
    const value = VALUES[place % VALUES.length]!;
    const holes = Object.fromEntries(HOLES.map((name) => [name, name === 'count' ? 3 : value]));
    const { count: _, ...uncounted } = holes;
    expect(t(key, holes), key).toBe(i18next.t(key, holes));
    expect(t(key, uncounted), key).toBe(i18next.t(key, uncounted));
    // A placeholder without a value.
    expect(t(key, { nothing: value }), key).toBe(i18next.t(key, { nothing: value }));
  }
});

it('names columns in the language that is shown, and one that has no name by its id', async () => {
  await chooseLocale('de');
  expect(textOf('column', 'marketCapitalization')).toBe(i18next.t('column.marketCapitalization'));
  await chooseLocale('en-US');
  expect(textOf('column', 'marketCapitalization')).toBe('Market capitalization');
  expect([textOf('column', 'nosuch'), textOf('group', 'constructor')]).toEqual(['nosuch', 'constructor']);
});
