/** No rule of a stylesheet is without an element, and no class of an element without a use. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './filesBelow.ts';

const textOf = (files: readonly string[]): string => files.map((file) => readFileSync(file, 'utf8')).join('\n');
const rules = textOf(filesBelow('src', /\.css$/)).replace(/\/\*[\s\S]*?\*\//g, '');
const code = textOf([...filesBelow('src', /\.tsx?$/), 'index.html']);
const words = new Set(code.match(/[A-Za-z_-][\w-]*/g));
/** Names that the page puts together: what stands before a hole. */
const beginnings = [...code.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning]) => beginning!);
const isNamed = (name: string): boolean => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
const styled = new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name!));

describe('the stylesheets', () => {
  it('name no class and no variable that the page does not', () => {
    expect(styled.size).toBeGreaterThan(300);
    expect([...styled].filter((name) => !isNamed(name))).toEqual([]);
    const variables = new Set([...rules.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
    expect([...variables].filter((name) => !rules.includes(`var(${name})`) && !isNamed(name))).toEqual([]);
  });

  it('or the code, or a test, know each class of an element', () => {
    const sought = new Set(
      [...`${code}\n${textOf(filesBelow('tests', /\.tsx?$/))}`.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!),
    );
    const given = [...code.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
    expect(given.length).toBeGreaterThan(300);
    expect([...new Set(given)].filter((name) => !styled.has(name) && !sought.has(name))).toEqual([]);
  });
});
