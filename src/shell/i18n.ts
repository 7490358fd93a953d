/** The sole adapter of the translation library: texts by key and the page's language. */
import i18next from 'i18next';
import { createContext, createElement, type ReactNode, useContext } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import english from '../../locales/en-US.json';
import { isEmbeddedElsewhere, readCookie, writeCookie } from './cookies.ts';
import { logError } from './errors.ts';
import { FALLBACK_LOCALE, formatOf, type Locale, localeOf, preferredLocale } from './locales.ts';

export const LANGUAGE_COOKIE = 'language';

type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K> = K extends `${infer Stem}_${PluralCategory}` ? Stem : K;

/** Key of a text, without the plural category. */
export type TextKey = WithoutPlural<keyof typeof english>;
/** Values for the placeholders; `count` selects the plural category. */
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

type Texts = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, () => Promise<Texts>>>;

/** The build splits each file: texts of every page, of the screener's first view, and of parts loaded on demand. */
const PARTS: Readonly<Record<'page' | 'columns' | 'onDemand', Files>> = {
  page: import.meta.glob<Texts>(['../../locales/*.json', '!../../locales/en-US.json'], { import: 'default' }),
  columns: import.meta.glob<Texts>('../../locales/*.json', { import: 'default', query: '?columns' }),
  onDemand: import.meta.glob<Texts>('../../locales/*.json', { import: 'default', query: '?onDemand' }),
};
type Part = keyof typeof PARTS;
const fetched = new Set<string>();
const wanted = new Set<Part>(['page']);
let tellStarted = (): void => {};
const started = new Promise<void>((resolve) => {
  tellStarted = resolve;
});

/** Fetches one part of a language's texts. Returns false and logs an error when unavailable. */
async function fetchPart(part: Part, tag: Locale): Promise<boolean> {
  if (fetched.has(part + tag) || (part === 'page' && tag === FALLBACK_LOCALE)) return true;
  try {
    const texts = await PARTS[part][`../../locales/${tag}.json`]?.();
    if (!texts) throw new Error(`there are no texts for ${tag}`);
    i18next.addResourceBundle(tag, 'translation', texts, true, true);
    plain.clear();
    fetched.add(part + tag);
    return true;
  } catch (error) {
    logError('localeFailed', tag, error);
    return false;
  }
}

async function fetchOrEnglish(part: Part, tag: Locale): Promise<void> {
  if (!(await fetchPart(part, tag)) && tag !== FALLBACK_LOCALE) await fetchPart(part, FALLBACK_LOCALE);
}

/** Fetches a part of the texts, now and after language changes. Never fails: a column without a name shows its id. */
export async function wantTexts(part: Exclude<Part, 'page'>): Promise<void> {
  wanted.add(part);
  await started;
  await fetchOrEnglish(part, language());
}

async function fetchTexts(tag: Locale): Promise<boolean> {
  const others = [...wanted].filter((part) => part !== 'page');
  const [page] = await Promise.all([fetchPart('page', tag), ...others.map((part) => fetchOrEnglish(part, tag))]);
  return page;
}

async function show(tag: Locale): Promise<void> {
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
  document.documentElement.dir = i18next.dir(tag);
}

/** Fallback texts without a page, for prerendering. */
export function startTexts(): void {
  void i18next.use(initReactI18next).init({
    resources: { [FALLBACK_LOCALE]: { translation: english } },
    lng: FALLBACK_LOCALE,
    fallbackLng: FALLBACK_LOCALE,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
}

/** Uses the chosen language, by default the browser's preferred one. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  startTexts();
  const tag = localeOf(readCookie(LANGUAGE_COOKIE)) ?? preferredLocale(navigator.languages);
  await show((await fetchTexts(tag)) ? tag : FALLBACK_LOCALE);
  tellStarted();
}

/** Changes the page's language and remembers the choice. */
export async function chooseLocale(tag: Locale): Promise<void> {
  writeCookie(LANGUAGE_COOKIE, tag, isEmbeddedElsewhere() ? 'none' : 'lax');
  if (await fetchTexts(tag)) await show(tag);
}

/** Texts without placeholders, cached: an edit of a step reads hundreds. */
const plain = new Map<string, string>();
/** Asking the library takes 10 µs. */
let isFromRight = false;
i18next.on('languageChanged', () => {
  plain.clear();
  isFromRight = i18next.dir() === 'rtl';
});
i18next.on('initialized', () => plain.clear());

const lookUp = i18next.t.bind(i18next) as (key: string, holes?: Holes) => string;

const LATIN = /\p{Script=Latin}/u;
/** First strong isolate and its end. */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Isolates names such as `Apple Inc.`, so that their full stop stays in place in right-to-left texts. */
function isolated(holes: Holes): Holes {
  const kept = Object.entries(holes).map(([name, value]) => [
    name,
    typeof value === 'string' && LATIN.test(value) ? ISOLATE + value + END : value,
  ]);
  return Object.fromEntries(kept);
}

function untyped(key: string, given?: Holes): string {
  const holes = given && isFromRight ? isolated(given) : given;
  const known = holes ? undefined : plain.get(key);
  if (known !== undefined) return known;
  const own = ownText(key);
  const text = (own === undefined ? undefined : filled(own, holes)) ?? lookUp(key, holes);
  if (!holes) plain.set(key, text);
  return text;
}

/** The text in the language's file or the fallback's. A lookup through the library takes 30 µs instead of 0.3 µs, and the first paint reads a thousand texts. */
function ownText(key: string): string | undefined {
  const of = (tag: string): unknown => i18next.getResource(tag, 'translation', key);
  const own = of(i18next.language) ?? of(FALLBACK_LOCALE);
  return typeof own === 'string' ? own : undefined;
}

const HOLE = /\{\{(\w+)\}\}/g;

/** Fills the placeholders; undefined where the library is needed: plurals, nested texts, formats, missing values. */
function filled(text: string, holes: Holes = {}): string | undefined {
  if ('count' in holes || text.includes('$t(')) return undefined;
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name);
  if (names.some((name) => !Object.hasOwn(holes, name)) || text.split('{{').length - 1 !== names.length) return undefined;
  return names.length === 0 ? text : text.replaceAll(HOLE, (_, name: string) => String(holes[name]));
}

/** Texts outside of components. */
export const t: Translate = (key, holes) => untyped(key, holes);

/** The text of a composed key. Falls back from definition to column name to id. */
export function textOf(prefix: 'column' | 'definition' | 'group' | 'sector' | 'type' | 'isAdr', id: string): string {
  const key = `${prefix}.${id}`;
  if (plain.has(key) || ownText(key) !== undefined) return untyped(key);
  return prefix === 'definition' ? textOf('column', id) : id;
}

export function language(): Locale {
  return localeOf(i18next.language) ?? FALLBACK_LOCALE;
}

/** BCP 47 tag for Intl. */
export function locale(): string {
  return formatOf(language());
}

const Language = createContext<string>(FALLBACK_LOCALE);

/** Provides the language once for the page: the library's hook costs 20 µs in each of about a hundred components. */
export function InLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  const { i18n } = useTranslation();
  return createElement(Language, { value: i18n.language }, children);
}

const translators = new Map<string, Translate>();

/** Texts for a component; re-renders it when the language changes. One function per language, so that it can be a dependency. */
export function useT(): Translate {
  const tag = useContext(Language);
  const known = translators.get(tag) ?? ((key, holes) => untyped(key, holes));
  translators.set(tag, known);
  return known;
}
