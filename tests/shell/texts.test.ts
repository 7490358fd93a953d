import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../src/catalogue/catalogue.ts';
import { GROUPS } from '../../src/catalogue/codes.ts';
import { TEMPLATES } from '../../src/home/templates.ts';
import { LOCALES, localeOf, wishedLocale } from '../../src/shell/locales.ts';

type Texts = Record<string, string>;
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Marks, and names that are the same in every language, may stand in a component. */
const NO_WORDS = /^[^\p{L}]*$/u;
const SPOKEN_ATTRIBUTES = new Set(['title', 'aria-label', 'alt', 'placeholder', 'aria-description', 'label']);

const read = (tag: string): Texts => JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as Texts;
const english = read('en-US');
const stem = (key: string): string => key.replace(PLURAL, '');
const holes = (text: string): string[] => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].sort();
/** The counted texts: those with a key for one and for other. */
const counted = new Set(
  Object.keys(english)
    .filter((key) => `${stem(key)}_other` in english && PLURAL.test(key))
    .map(stem),
);
const stems = new Set(Object.keys(english).map((key) => (counted.has(stem(key)) ? stem(key) : key)));
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }));

/** Keys that a text of the program asks for by their full name, and patterns of those that it puts together. */
function usedKeys(): { literal: Set<string>; patterns: RegExp[] } {
  const literal = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { text } of sources) {
    for (const [, key] of text.matchAll(/['"]([A-Za-z]\w*(?:\.[\w.]+)?)['"]/g)) literal.add(key!);
    for (const [, made] of text.matchAll(/`([A-Za-z]\w*\.(?:[\w.]|\$\{[^}`]*\})*\$\{[^}`]*\}[\w.]*)`/g)) {
      const pieces = made!.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'));
      patterns.push(new RegExp(`^${pieces.join('[\\w.]+')}$`));
    }
  }
  return { literal, patterns };
}

describe('texts in the source', () => {
  it('are all used', () => {
    const { literal, patterns } = usedKeys();
    const derived = new Set([
      ...COLUMNS.flatMap(({ id }) => [`column.${id}`, `definition.${id}`]),
      ...[...GROUPS, 'Other'].map((group) => `group.${group}`),
      ...TEMPLATES.flatMap(({ id }) => [`template.${id}`, `template.${id}Text`]),
    ]);
    const own = /^(?:column|definition|group|template)\./;
    const unused = [...stems].filter((key) =>
      own.test(key) ? !derived.has(key) : !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
    expect([...derived].filter((key) => !stems.has(key))).toEqual([]);
  });

  it('are all in the locales, never in a component', () => {
    const found: string[] = [];
    const visit = (node: unknown, name: string): void => {
      if (Array.isArray(node)) for (const each of node) visit(each, name);
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
      const { type } = node as { type?: string };
      if (type === 'JSXText' && !NO_WORDS.test((node as { value: string }).value)) {
        found.push(`${name}: ${(node as { value: string }).value.trim()}`);
      }
      if (type === 'JSXAttribute') {
        const { name: attribute, value } = node as { name: { name?: unknown }; value: { type?: string; value?: unknown } | null };
        const text = value?.type === 'Literal' && typeof value.value === 'string' ? value.value : '';
        if (SPOKEN_ATTRIBUTES.has(String(attribute.name)) && !NO_WORDS.test(text)) found.push(`${name}: ${text}`);
      }
      for (const key of visitorKeys[type as keyof typeof visitorKeys] ?? []) visit((node as Record<string, unknown>)[key], name);
    };
    for (const { name, text } of sources) if (name.endsWith('.tsx')) visit(parseSync(name, text).program, name);
    expect(found).toEqual([]);
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

describe('the wished language', () => {
  it('is the first that the page has', () => {
    expect(['de-AT', 'pt-PT', 'zh-Hant-TW', 'EN-us', 'ar-EG'].map((wish) => wishedLocale([wish]))).toEqual([
      'de',
      'pt-BR',
      'zh-CN',
      'en-US',
      'ar',
    ]);
    expect([wishedLocale(['xx', 'ko-KR', 'de']), wishedLocale([])]).toEqual(['ko', 'en-US']);
    expect([localeOf('fr'), localeOf('__proto__'), localeOf(null)]).toEqual(['fr', null, null]);
  });
});
