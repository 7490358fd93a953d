/** The form of the pages; and every file that a page or a comment names is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './filesBelow.ts';

const sources = ['src', 'kernels', 'tests', 'scripts', 'bench'].flatMap((folder) => filesBelow(folder, /\.(?:tsx?|mjs|css)$/));
const top = readdirSync('.').filter((name) => name.includes('.'));
const pages = [...top, ...filesBelow('docs', /./), ...filesBelow('examples', /./)].filter((name) => name.endsWith('.md'));
const names = new Set([...sources, ...pages, ...top].map((file) => basename(file)));

/** What the recipes would make, and a page of the release. */
const TO_BE_MADE = /KIND|NAME|TAG|everyOther|licenses\.md/;
const PATH = /(?<![\w./@-])(?:src|kernels|tests|docs|scripts|bench|locales|examples)\/[\w./-]*\.(?:tsx?|mjs|md|css|json|csv)\b/g;
const NAME = /(?<![\w./-])[\w-]+\.(?:tsx?|mjs|md|css)\b/g;

function commentsOf(file: string): string {
  return [...readFileSync(file, 'utf8').matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([text]) => text).join('\n');
}

function absent(text: string): string[] {
  const paths = (text.match(PATH) ?? []).filter((path) => !existsSync(path));
  return [...paths, ...(text.match(NAME) ?? []).filter((name) => !names.has(name))].filter((each) => !TO_BE_MADE.test(each));
}

describe('the files', () => {
  it('that comments name are there', () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.flatMap((file) => absent(commentsOf(file)).map((each) => `${file}: ${each}`))).toEqual([]);
  });

  it.each(pages)('that %s names and links to are there', (page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(page), link)));
    expect([...broken, ...(page === 'CHANGELOG.md' ? [] : absent(text))]).toEqual([]);
  });
});

it.each(filesBelow('docs/decisions', /[a-z]\.md$/).filter((page) => !page.endsWith('README.md')))(
  '%s says of each decision context, decision and consequence',
  (page) => {
    const [, ...entries] = readFileSync(page, 'utf8').split(/^## /m);
    expect(entries.length).toBeGreaterThan(2);
    for (const entry of entries)
      expect(entry.match(/(?<=^\*\*)\w+(?=\.\*\*)/gm), entry.split('\n')[0]).toEqual(['Context', 'Decision', 'Consequence']);
  },
);

it('each page of the documentation stands in the contents once, by its kind', () => {
  const contents = readFileSync('docs/README.md', 'utf8');
  expect(contents.match(/(?<=^## ).*$/gm)).toEqual(['Tutorials', 'How to', 'Reference', 'Explanation']);
  const own = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  for (const name of own) expect(contents.split(`](${name})`).length - 1, name).toBe(1);
});

it('the changelog begins with the version of the package, and its kinds of change come in one order', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  expect(/^## \[(?!Unreleased)(\S+)\] - \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1]).toBe(version);
  const order = ['Added', 'Changed', 'Fixed', 'Removed'];
  for (const section of changelog.split(/^## /m).slice(1)) {
    const kinds: readonly string[] = section.match(/(?<=^### ).*$/gm) ?? [];
    expect(kinds).toEqual(order.filter((kind) => kinds.includes(kind)));
  }
});

it('the README fits a page', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(91);
});
