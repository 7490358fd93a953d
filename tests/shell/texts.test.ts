import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PARTS_OF_TEXTS } from '../../scripts/page-files.ts';
import { COLUMNS } from '../../src/catalogue/catalogue.ts';
import { GROUPS, SECTORS, SECURITY_TYPES } from '../../src/catalogue/codes.ts';
import { TEMPLATES } from '../../src/catalogue/templates.ts';
import { HOLDING_COLUMNS } from '../../src/engine/table/holdings.ts';
import { FALLBACK_LOCALE, LOCALES, localeOf, preferredLocale } from '../../src/shell/locales.ts';
import { literalTexts, missingKeys, type Source, unusedKeys } from './texts.ts';

type Texts = Record<string, string>;
const PLURAL = /_(zero|one|two|few|many|other)$/;

const read = (tag: string): Texts => JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as Texts;
const english = read('en-US');
const stem = (key: string): string => key.replace(PLURAL, '');
const holes = (text: string): string[] => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].sort();
/** Texts with plural forms. */
const counted = new Set(
  Object.keys(english)
    .filter((key) => `${stem(key)}_other` in english && PLURAL.test(key))
    .map(stem),
);
const stems = new Set(Object.keys(english).map((key) => (counted.has(stem(key)) ? stem(key) : key)));
const sources: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }));

describe('texts in the source', () => {
  it('are all used', () => {
    const derived = new Set([
      ...[...COLUMNS, ...HOLDING_COLUMNS].map(({ id }) => `column.${id}`),
      // Columns with self-explanatory names have none.
      ...COLUMNS.flatMap(({ id }) => (stems.has(`definition.${id}`) ? [`definition.${id}`] : [])),
      ...[...GROUPS, 'Other', 'Screen'].map((group) => `group.${group}`),
      ...SECTORS.map((sector) => `sector.${sector}`),
      ...SECURITY_TYPES.map((type) => `type.${type}`),
      'isAdr.true',
      'isAdr.false',
      ...TEMPLATES.flatMap(({ id }) => [`template.${id}`, `template.${id}Text`]),
    ]);
    const own = /^(?:column|definition|group|isAdr|sector|template|type)\./;
    const unused = [
      ...[...stems].filter((key) => own.test(key) && !derived.has(key)),
      ...unusedKeys(
        [...stems].filter((key) => !own.test(key)),
        sources,
      ),
    ];
    expect(unused).toEqual([]);
    expect([...derived].filter((key) => !stems.has(key))).toEqual([]);
  });

  it('are all there', () => {
    expect(missingKeys(stems, sources)).toEqual([]);
  });

  it('are all in the locales, never in a component', () => {
    const found = sources.filter(({ name }) => name.endsWith('.tsx')).flatMap(literalTexts);
    expect(found).toEqual([]);
  });
});

it.each(Object.entries(PARTS_OF_TEXTS))('every first word of the part %s begins a key', (_, pattern) => {
  const words = pattern.source.match(/[a-zA-Z]{2,}/g) ?? [];
  expect(words.filter((word) => !Object.keys(english).some((key) => key.startsWith(`${word}.`)))).toEqual([]);
});

/** Visible and accessible names of buttons. */
const BUTTONS = [
  ...['addFilter', 'addSort', 'addRows', 'addPercent', 'up', 'down', 'remove'].map((name) => [
    `steps.${name}`,
    `steps.${name}Label`,
  ]),
  ['columns.reset', 'columns.resetLabel'],
  ['columns.all', 'columns.allOf'],
  ['columns.none', 'columns.noneOf'],
  ['members.wrap', 'members.wrapLabel'],
  ['saved.rename', 'saved.renameLabel'],
  ['failed.retry', 'failed.retryOne'],
] as const;

it.each(LOCALES.map(({ tag }) => tag))('a button is called by the words on it, for those who speak to it in %s', (tag) => {
  const texts = JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as Record<string, string>;
  const lower = (key = ''): string => texts[key]!.toLocaleLowerCase(tag).normalize('NFD').replaceAll(/\p{M}/gu, '');
  expect(BUTTONS.filter(([words, name]) => !lower(name).includes(lower(words)))).toEqual([]);
});

describe('the check itself', () => {
  const component = (inside: string): Source => ({ name: 'A.tsx', text: `export const A = () => ${inside};` });

  it.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>{"Hello"}</p>', 'Hello'],
    ['<p>{`Hello $'.concat('{name}`}</p>'), 'Hello'],
    ['<><b>1</b> of 2</>', 'of 2'],
    ['<p>日本</p>', '日本'],
    ['<button title="Close">×</button>', 'Close'],
    ['<button aria-label={"Close"} />', 'Close'],
    ['<input placeholder={`Search`} />', 'Search'],
    ['<img alt="A picture" src="a.png" />', 'A picture'],
  ])('finds the words in %s', (inside, words) => {
    expect(literalTexts(component(inside))).toEqual([`A.tsx: ${words}`]);
  });

  it.each([
    '<p>{t("a.b")}</p>',
    '<p className="warn" id={"top"}>×  ·  1 %</p>',
    '<a href="https://example.org" title={t("a.b")}>{name}</a>',
    '<option value="de" key={`row $'.concat('{name}`}>{name}</option>'),
  ])('finds none in %s', (inside) => {
    expect(literalTexts(component(inside))).toEqual([]);
  });

  it('finds a key that nobody uses, and one that is not there', () => {
    const source = component('<p title={t("a.used")}>{t(`b.$'.concat('{kind}`)}{counted("c.count", 2)}</p>'));
    expect(unusedKeys(['a.used', 'b.one', 'b.two', 'c.count', 'a.unused', 'd.one'], [source])).toEqual(['a.unused', 'd.one']);
    expect(missingKeys(new Set(['a.used']), [source])).toEqual(['A.tsx: c.count']);
    expect(missingKeys(new Set(['a.used', 'c.count']), [source])).toEqual([]);
  });
});

describe.each(LOCALES.map(({ tag }) => tag))('the texts of %s', (tag) => {
  const texts = read(tag);
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;

  it('are all there, and no more than those', () => {
    const expected = [...stems].flatMap((key) => (counted.has(key) ? categories.map((category) => `${key}_${category}`) : [key]));
    const keys = new Set(Object.keys(texts));
    expect(expected.filter((key) => !keys.has(key))).toEqual([]);
    expect([...keys].filter((key) => !expected.includes(key))).toEqual([]);
  });

  it('have the same holes, and say something', () => {
    for (const [key, text] of Object.entries(texts)) {
      const source = english[key] ?? english[`${stem(key)}_other`]!;
      expect(holes(text), key).toEqual(holes(source));
      if (source !== '') expect(text.trim(), key).not.toBe('');
    }
  });
});

/** Share of texts that may equal the English ones: names, units, codes. */
const ENGLISH_SHARE_MAX = 0.1;
const englishShare = (texts: Texts): number => {
  const entries = Object.entries(texts);
  return entries.filter(([key, text]) => text === english[key]).length / entries.length;
};

it.each(LOCALES.map(({ tag }) => tag).filter((tag) => tag !== FALLBACK_LOCALE))(
  'the texts of %s are not the English ones',
  (tag) => {
    expect(englishShare(read(tag))).toBeLessThan(ENGLISH_SHARE_MAX);
  },
);

describe('the preferred language', () => {
  it('is the first that the page has', () => {
    expect(['de-AT', 'pt-PT', 'zh-Hant-TW', 'EN-us', 'ar-EG'].map((preferred) => preferredLocale([preferred]))).toEqual([
      'de',
      'pt-BR',
      'zh-CN',
      'en-US',
      'ar',
    ]);
    expect([preferredLocale(['xx', 'ko-KR', 'de']), preferredLocale([])]).toEqual(['ko', 'en-US']);
    expect([localeOf('fr'), localeOf('__proto__'), localeOf(null)]).toEqual(['fr', null, null]);
  });
});

/** Wordings replaced by standard terms. */
const REPLACED =
  /sets the rows that are left|where is a security|is nothing yet|does nothing yet|smallest \d+ % by|rows that come in|^rows without a value|keep too|keep only these|having no flags|take one of these screens apart|no lens|save again with the data|delete all that is stored|filter by it|panel of columns, row|map of correlations|mend the text|exactly, in 32 bits|press a cell|less 1 months|\bcpu\b|^sheet$|rows left\b/i;

it('no English text has a wording that was replaced, but for the processor in diagnostics', () => {
  const found = Object.entries(english).filter(([key, text]) => REPLACED.test(text) && !key.startsWith('diagnostics.'));
  expect(found).toEqual([]);
});
