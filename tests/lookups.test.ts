import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Names of objects that any text may be a key of: `constructor` is one of everything's. */
const DECLARED = [
  /(?:const|let|readonly)\s+#?(\w+)\s*:\s*(?:Readonly<)?(?:Partial<)?Record<string,/g,
  /(?:const|let)\s+(\w+)\s*=\s*[^;]*?\bas\s+(?:Readonly<)?Record<string,/g,
  /[(,]\s*(\w+)\s*:\s*(?:Readonly<)?Record<string,/g,
];
/** Tables that are only asked for the product's own words, and those whose keys all begin with a sign. */
const OWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  // A path, and an extension.
  'server/page.ts': ['ROUTES', 'TYPES'],
  // The five names of the expression that finds them.
  'bucket.ts': ['ENTITIES'],
  // Ids of the catalogue, names of our calls.
  'ingest/join/join.ts': ['filled'],
  'ingest/figures/nil.ts': ['FLOW_HABITS'],
  'ingest/join/securities.ts': ['read'],
  'ingest/publish/publish.ts': ['answers'],
  'ingest/sources/alphavantage.ts': ['lines'],
};
/** The demo universe is made of the product's own words alone. */
const OWN_WORDS = /^demo\//;

/** Lookups in such an object by a key that is not written out, where nothing asks whether the key is its own. */
function bareLookups(source: string): string[] {
  const names = new Set(DECLARED.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name!)));
  return source
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/(\w+)\[([a-z][\w.]*(?:\(\))?)\](?!\s*=[^=])/g)].flatMap(([text, name = '']) =>
        names.has(name) && !line.includes(`Object.hasOwn(${name}, `) && !/^\s*(?:for|readonly)\b/.test(line) ? [text] : [],
      ),
    );
}

it('no table is asked for a key that may be inherited', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const found = files.flatMap((file) =>
    bareLookups(readFileSync(join('src', file), 'utf8'))
      .filter((text) => !OWN_WORDS.test(file) && !OWN_KEYS[file]?.some((name) => text.startsWith(`${name}[`)))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('finds such a lookup', () => {
  const table = 'const WIDTHS: Readonly<Record<string, number>> = {};';
  expect(bareLookups(`${table}\nreturn WIDTHS[column.id] ?? 0;`)).toEqual(['WIDTHS[column.id]']);
  expect(bareLookups(`${table}\nreturn Object.hasOwn(WIDTHS, id) ? WIDTHS[id] : 0;`)).toEqual([]);
  expect(bareLookups(`${table}\nWIDTHS[id] = 1;`)).toEqual([]);
});
