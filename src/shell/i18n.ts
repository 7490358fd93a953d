/** The only door to the translation library: texts by key, the language of the page. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import english from '../../locales/en-US.json';

export const FALLBACK_LOCALE = 'en-US';

type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K> = K extends `${infer Stem}_${PluralCategory}` ? Stem : K;

/** Key of a text; a text that depends on a count has one key per plural category and is asked for without it. */
export type TextKey = WithoutPlural<keyof typeof english>;
/** Values for the holes of a text; `count` chooses the plural category. */
export type Holes = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, holes?: Holes) => string;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof english };
    keySeparator: false;
    nsSeparator: false;
  }
}

/** Called once, before the first render. */
export function startLanguage(): void {
  void i18next.use(initReactI18next).init({
    resources: { [FALLBACK_LOCALE]: { translation: english } },
    lng: FALLBACK_LOCALE,
    fallbackLng: FALLBACK_LOCALE,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = locale();
  document.documentElement.dir = i18next.dir();
}

const untyped = i18next.t.bind(i18next) as (key: string, holes?: Holes) => string;

/** The text of a key, outside of components. */
export const t: Translate = (key, holes) => untyped(key, holes);

/** The text of a key that is put together from a column's or a group's id; the id itself when there is none. */
export function textOf(prefix: 'column' | 'definition' | 'group', id: string): string {
  const key = `${prefix}.${id}`;
  return i18next.exists(key) ? untyped(key) : id;
}

/** The language of the page, as a BCP 47 tag. */
export function locale(): string {
  return i18next.language ?? FALLBACK_LOCALE;
}

/** Texts for a component, which renders again when the language changes. */
export function useT(): Translate {
  useTranslation();
  return t;
}
