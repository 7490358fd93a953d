/** The sole adapter of the translation library: texts by key, the language of the page. */
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

type Texts = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, () => Promise<Texts>>>;

/** The build cuts each file in parts: what every page shows, what the screener shows at once, and what its rooms show when they are opened. */
const PARTS: Readonly<Record<'page' | 'columns' | 'rooms', Files>> = {
  page: import.meta.glob<Texts>(['../../locales/*.json', '!../../locales/en-US.json'], { import: 'default' }),
  columns: import.meta.glob<Texts>('../../locales/*.json', { import: 'default', query: '?columns' }),
  rooms: import.meta.glob<Texts>('../../locales/*.json', { import: 'default', query: '?rooms' }),
};
type Part = keyof typeof PARTS;
const fetched = new Set<string>();
const wanted = new Set<Part>(['page']);
let tellStarted = (): void => {};
const started = new Promise<void>((resolve) => {
  tellStarted = resolve;
});

/** Fetches one part of a language's texts. False, and one line in the log, when it can't be had. */
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

/** Fetches a part of the texts too, from now on. Never fails: a column without a name is called by its id. */
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

/** Texts in the fallback language, without a page: for what is written at build time. */
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

/** The chosen language, at first the one that the browser prefers. Called once, before the first render. */
export async function startLanguage(): Promise<void> {
  startTexts();
  const tag = localeOf(readCookie(LANGUAGE_COOKIE)) ?? preferredLocale(navigator.languages);
  await show((await fetchTexts(tag)) ? tag : FALLBACK_LOCALE);
  tellStarted();
}

/** Changes the language of the page, and keeps the choice. */
export async function chooseLocale(tag: Locale): Promise<void> {
  writeCookie(LANGUAGE_COOKIE, tag, isEmbeddedElsewhere() ? 'none' : 'lax');
  if (await fetchTexts(tag)) await show(tag);
}

/** Texts without holes, looked up once: an edit of a step asks for hundreds. */
const plain = new Map<string, string>();
i18next.on('languageChanged', () => plain.clear());
i18next.on('initialized', () => plain.clear());

const lookUp = i18next.t.bind(i18next) as (key: string, holes?: Holes) => string;

function untyped(key: string, holes?: Holes): string {
  const known = holes ? undefined : plain.get(key);
  if (known !== undefined) return known;
  const own = ownText(key);
  const text = (own === undefined ? undefined : filled(own, holes)) ?? lookUp(key, holes);
  if (!holes) plain.set(key, text);
  return text;
}

/**
 * The text as it stands in the file of the language, or of the fallback. The library's own way to it takes a hundred times as long (30 against
 * 0.3 µs), and the first picture of a desk asks for a thousand texts.
 */
function ownText(key: string): string | undefined {
  const of = (tag: string): unknown => i18next.getResource(tag, 'translation', key);
  const own = of(i18next.language) ?? of(FALLBACK_LOCALE);
  return typeof own === 'string' ? own : undefined;
}

const HOLE = /\{\{(\w+)\}\}/g;

/** The text with its holes filled; undefined where it takes the library: plurals, nested texts, formats, and holes without a value. */
function filled(text: string, holes: Holes = {}): string | undefined {
  if ('count' in holes || text.includes('$t(')) return undefined;
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name);
  if (names.some((name) => !Object.hasOwn(holes, name)) || text.split('{{').length - 1 !== names.length) return undefined;
  return names.length === 0 ? text : text.replaceAll(HOLE, (_, name: string) => String(holes[name]));
}

/** The text of a key, outside of components. */
export const t: Translate = (key, holes) => untyped(key, holes);

/** The text of a key that is put together from an id or a stored category. Without a definition a column's name says it; without a name, the id. */
export function textOf(prefix: 'column' | 'definition' | 'group' | 'sector' | 'type', id: string): string {
  const key = `${prefix}.${id}`;
  if (plain.has(key) || ownText(key) !== undefined) return untyped(key);
  return prefix === 'definition' ? textOf('column', id) : id;
}

/** The language of the page. */
export function language(): Locale {
  return localeOf(i18next.language) ?? FALLBACK_LOCALE;
}

/** The language of the page as Intl gets it, a BCP 47 tag. */
export function locale(): string {
  return formatOf(language());
}

const Language = createContext<string>(FALLBACK_LOCALE);

/** Tells all that it contains of another language. Once for the page: the library's own hook costs 20 µs in each of a desk's hundred components. */
export function InLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  const { i18n } = useTranslation();
  return createElement(Language, { value: i18n.language }, children);
}

/** Texts for a component, which renders again when the language changes. */
export function useT(): Translate {
  useContext(Language);
  return t;
}
