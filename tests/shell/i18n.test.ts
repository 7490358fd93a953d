// @vitest-environment happy-dom
import i18next from 'i18next';
import { act, createElement, type ReactNode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import english from '../../locales/en-US.json';
import { chooseLocale, InLanguage, startLanguage, type TextKey, t, textOf, useT } from '../../src/shell/i18n.ts';
import { LOCALES } from '../../src/shell/locales.ts';

/** Values that naive substitution would change, and a plain one. */
const VALUES = ['Apple', '$& $1 $$', '{{name}}', '$t(app.name)', '<b>', 0, -1.5];
/** Names of all holes but `count`, which the library fills otherwise. */
const HOLES = [
  ...new Set(
    Object.values(english).flatMap((text) => [...text.matchAll(/\{\{(?!count\}\})(\w+)\}\}/g)].map(([, name]) => name!)),
  ),
];
const KEYS = Object.keys(english).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')) as TextKey[];

beforeAll(startLanguage);

it.each(LOCALES)('$tag: gives the texts that the library gives, whatever stands in their holes', async ({ tag }) => {
  await chooseLocale(tag);
  expect(i18next.language).toBe(tag);
  const cases = VALUES.map((value) => {
    // Latin letters are isolated in right-to-left texts.
    const written = tag === 'ar' && /[a-z]/i.test(String(value)) ? `\u2068${value}\u2069` : value;
    const [given, filled] = [value, written].map((each) => Object.fromEntries(HOLES.map((name) => [name, each])));
    return [
      [
        { ...given, count: 3 },
        { ...filled, count: 3 },
      ],
      [given!, filled!],
      // A placeholder without a value.
      [{ nothing: value }, { nothing: written }],
    ] as const;
  });
  const others: { key: string; ours: string; theirs: string }[] = [];
  const compare = (key: TextKey, ours: string, theirs: string): void => {
    if (ours !== theirs) others.push({ key, ours, theirs });
  };
  for (const [place, key] of KEYS.entries()) {
    compare(key, t(key), i18next.t(key));
    for (const [given, filled] of cases[place % cases.length]!) compare(key, t(key, given), i18next.t(key, filled));
  }
  expect(others).toEqual([]);
});

it('names columns in the language that is shown, and one that has no name by its id', async () => {
  await chooseLocale('de');
  expect(textOf('column', 'marketCapitalization')).toBe(i18next.t('column.marketCapitalization'));
  await chooseLocale('en-US');
  expect(textOf('column', 'marketCapitalization')).toBe('Market capitalization');
  expect([textOf('column', 'nosuch'), textOf('group', 'constructor')]).toEqual(['nosuch', 'constructor']);
});

it('renders memoised texts anew when the language changes', async () => {
  const Memoised = (): ReactNode => {
    const t = useT();
    return useMemo(() => t('home.open'), [t]);
  };
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('p'));
  const root = createRoot(place);
  await act(async () => root.render(createElement(InLanguage, null, createElement(Memoised))));
  const shown = [place.textContent];
  await act(() => chooseLocale('de'));
  shown.push(place.textContent);
  act(() => root.unmount());
  expect(shown).toEqual([i18next.t('home.open', { lng: 'en-US' }), i18next.t('home.open', { lng: 'de' })]);
  expect(shown[0]).not.toBe(shown[1]);
});
