/** The languages of the page, each under the name that its speakers give it. */

export const FALLBACK_LOCALE = 'en-US';

interface LocaleRow {
  readonly tag: string;
  readonly name: string;
  /** For Intl where it differs: figures in the grid have the digits 0 to 9 in every language, so all others have too. */
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

/** The language of that tag, when the page has it. */
export function localeOf(tag: string | null): Locale | null {
  return LOCALES.find((row) => row.tag === tag)?.tag ?? null;
}

/** The tag that Intl gets. */
export function formatOf(locale: Locale): string {
  const row: LocaleRow | undefined = LOCALES.find(({ tag }) => tag === locale);
  return row?.format ?? locale;
}

const languageOf = (tag: string): string => (tag.split('-')[0] ?? '').toLowerCase();

/** The first preferred language that the page has: the same tag, else the same language. */
export function preferredLocale(preferences: readonly string[]): Locale {
  for (const preferred of preferences) {
    const same = LOCALES.find(({ tag }) => tag.toLowerCase() === preferred.toLowerCase());
    const met = same ?? LOCALES.find(({ tag }) => languageOf(tag) === languageOf(preferred));
    if (met) return met.tag;
  }
  return FALLBACK_LOCALE;
}
