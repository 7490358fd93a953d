/** docs/architecture.md against the code: its table of layers is the rule for every import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript
import * as layers from '../scripts/layers.mjs';
import { filesBelow } from './filesBelow.ts';

const { importsOf, withDiagram } = layers as {
  readonly importsOf: (file: string) => string[];
  readonly withDiagram: (page: string) => string;
};
const PAGE = readFileSync('docs/architecture.md', 'utf8');
const names = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

interface Layer {
  readonly folder: string;
  readonly layers: readonly string[];
  readonly libraries: readonly string[];
}

/** The rows `| folder | contents | may import | libraries |`. */
const LAYERS: readonly Layer[] = PAGE.split('\n').flatMap((line) => {
  const [, folder = '', , layers = '', libraries = ''] = line.split('|').map((cell) => cell.trim());
  return /^`(?:src\/\w+|kernels)`$/.test(folder)
    ? [{ folder: names(folder)[0]!, layers: names(layers), libraries: names(libraries) }]
    : [];
});

/** Sole adapters, as the page names them: the library and the file or folder that alone imports it. */
const ADAPTERS: readonly (readonly [library: string, path: string])[] = [
  ...PAGE.matchAll(/`([^`]+)`\s\(`((?:src|kernels)[^`]*)`\)/g),
].map(([, library, path]) => [library!, path!]);

const CORE = ['src/catalogue', 'src/wire', 'src/engine', 'kernels'];
const FILES = ['src', 'kernels'].flatMap((root) => filesBelow(root, /\.tsx?$/));
const layerOf = (path: string): string | undefined => LAYERS.find(({ folder }) => path.startsWith(`${folder}/`))?.folder;

const libraryOf = (name: string): string =>
  name.startsWith('node:') ? 'node' : name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** What is wrong with the import of one file; null when the page allows it. */
function faultOf(file: string, name: string): string | null {
  const own = LAYERS.find(({ folder }) => folder === layerOf(file));
  if (!own) return null;
  if (!name.startsWith('.'))
    return own.libraries.includes(libraryOf(name)) ? null : `${file}: ${name} is no library of ${own.folder}`;
  const path = posix.join(posix.dirname(file), name);
  const other = layerOf(path);
  if (other === own.folder || (other !== undefined && own.layers.includes(other))) return null;
  // Files of src itself belong to no layer; the core knows one of them.
  if (other === undefined && (path === 'src/assert.ts' || !CORE.includes(own.folder))) return null;
  return `${file}: ${own.folder} may not import ${path}`;
}

it('every folder is a layer of the page, and every path that it names is there', () => {
  const folders = readdirSync('src', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`src/${entry.name}`] : [],
  );
  expect(LAYERS.map(({ folder }) => folder).sort()).toEqual([...folders, 'kernels'].sort());
  const paths = names(PAGE).filter((name) => /^(?:src|kernels|tests)\b[^<]*$/.test(name));
  expect(paths.filter((path) => !existsSync(join(path)))).toEqual([]);
});

it('the diagram is drawn from the imports: `node scripts/layers.mjs` redraws it', () => {
  expect(withDiagram(PAGE)).toBe(PAGE);
});

it('every import is one that the page allows', () => {
  const faults = FILES.flatMap((file) => importsOf(file).flatMap((name) => faultOf(file, name) ?? []));
  expect(faults).toEqual([]);
});

const SCREENER = 'src/screener';
const ABOVE = ['state', 'frame'];
/** The shared folders of the page and which others each may import: rows `| shared folder | contents | may import |`. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map(
  PAGE.split('\n').flatMap((line) => {
    const [, folder, others = ''] = /^\| `src\/screener\/(\w+)` \|[^|]*\|([^|]*)\|$/.exec(line) ?? [];
    return folder ? [[folder, names(others)] as const] : [];
  }),
);
const folderOf = (path: string): string | undefined => new RegExp(`^${SCREENER}/(\\w+)/`).exec(path)?.[1];

it('features of the page import shared folders alone, and these what the page says', () => {
  expect(SHARED.size).toBeGreaterThan(5);
  const faults = FILES.flatMap((file) => {
    const own = folderOf(file);
    if (!own || ABOVE.includes(own)) return [];
    const allowed = [own, ...ABOVE, ...(SHARED.get(own) ?? SHARED.keys())];
    return importsOf(file).flatMap((name) => {
      const path = posix.join(posix.dirname(file), name);
      const other = name.startsWith('.') ? folderOf(path) : undefined;
      return other === undefined || allowed.includes(other) ? [] : [`${file}: ${own} may not import ${path}`];
    });
  });
  expect(faults).toEqual([]);
});

it('each heavy library is imported by its adapter alone', () => {
  expect(ADAPTERS.length).toBeGreaterThan(0);
  const importers = FILES.flatMap((file) => importsOf(file).map((name) => [libraryOf(name), file] as const));
  for (const [library, path] of ADAPTERS) {
    const files = importers.filter(([name]) => name === library).map(([, file]) => file);
    expect(files.length, library).toBeGreaterThan(0);
    expect(
      files.filter((file) => !file.startsWith(path)),
      library,
    ).toEqual([]);
  }
});
