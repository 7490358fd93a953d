/** No rule of a stylesheet is without an element, and no class of an element without a use or with the rules of a sheet that may not be there. */
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

  it('of a feature are not needed by another, which may be open without it', () => {
    const shared = new Set(
      [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `src\/screener\/(\w+)` \|/gm)].map(([, folder]) => folder!),
    );
    expect(shared).toContain('views');
    const featureOf = (file: string): string | null => {
      const folder = /src\/screener\/(\w+)\//.exec(file)?.[1];
      return folder === undefined || folder === 'frame' || shared.has(folder) ? null : folder;
    };
    const stylers = new Map<string, Set<string | null>>();
    for (const file of filesBelow('src', /\.css$/))
      for (const [, name] of readFileSync(file, 'utf8').matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g))
        stylers.set(name!, (stylers.get(name!) ?? new Set()).add(featureOf(file)));
    const foreign = filesBelow('src', /\.tsx$/).flatMap((file) => {
      const own = featureOf(file);
      const names = [...readFileSync(file, 'utf8').matchAll(/className="([^"]+)"/g)].flatMap(([, given]) => given!.split(' '));
      const isForeign = (name: string): boolean => {
        const by = stylers.get(name);
        return by !== undefined && !by.has(null) && !by.has(own);
      };
      return names.filter(isForeign).map((name) => `${file}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });
});
