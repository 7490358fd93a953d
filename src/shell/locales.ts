/** Languages of the page with their native names. */

export const FALLBACK_LOCALE = 'en-US';

interface LocaleRow {
  readonly tag: string;
  readonly name: string;
  /** Tag for Intl where it differs: grid figures use Latin digits in every language, so all others do too. */
  readonly format?: string;
}

export const LOCALES = [
  { tag: 'en-US', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'es', name: 'Español' },
  { tag: 'fr', name: 'Français' },
  { tag: 'it', name: 'Italiano' },
  { tag: 'nl', name: 'Nederlands' },
  { tag: 'pl', name: 'Polski' },
  { tag: 'pt-BR', name: 'Português (Brasil)' },
  { tag: 'tr', name: 'Türkçe' },
  { tag: 'ar', name: 'العربية', format: 'ar-u-nu-latn' },
  { tag: 'hi', name: 'हिन्दी', format: 'hi-u-nu-latn' },
  { tag: 'zh-CN', name: '简体中文' },
  { tag: 'ja', name: '日本語' },
  { tag: 'ko', name: '한국어' },
] as const satisfies readonly LocaleRow[];
export type Locale = (typeof LOCALES)[number]['tag'];

/** The supported locale with this tag, or null. */
export function localeOf(tag: string | null): Locale | null {
  return LOCALES.find((row) => row.tag === tag)?.tag ?? null;
}

export function formatOf(locale: Locale): string {
  const row: LocaleRow | undefined = LOCALES.find(({ tag }) => tag === locale);
  return row?.format ?? locale;
}

const languageOf = (tag: string): string => (tag.split('-')[0] ?? '').toLowerCase();

/** The first supported preference, by tag or else by language. */
export function preferredLocale(preferences: readonly string[]): Locale {
  for (const preferred of preferences) {
    const same = LOCALES.find(({ tag }) => tag.toLowerCase() === preferred.toLowerCase());
    const met = same ?? LOCALES.find(({ tag }) => languageOf(tag) === languageOf(preferred));
    if (met) return met.tag;
  }
  return FALLBACK_LOCALE;
}
