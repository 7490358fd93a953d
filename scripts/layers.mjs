// node scripts/layers.mjs: draws the imports between layers, as they are in the code, in docs/architecture.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const PAGE = 'docs/architecture.md';
const BEGIN = '<!-- diagram: layers -->';
const END = '<!-- end of diagram: layers -->';

/** Every module that a file imports, as written. */
export function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest }) => /^'([^']+)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1] ?? [],
    ),
  ];
}

const layerOf = (path) => /^(?:src\/(\w+)|(kernels))\//.exec(path)?.slice(1).find(Boolean);

/** Per layer, the layers that it imports. */
function importedLayers() {
  const layers = new Map();
  for (const root of ['src', 'kernels'])
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = posix.join(root, ...name.split(/[\\/]/));
      const own = layerOf(file);
      if (own === undefined || !/\.tsx?$/.test(file)) continue;
      const imported = layers.get(own) ?? new Set();
      layers.set(own, imported);
      for (const path of importsOf(file).filter((each) => each.startsWith('.'))) {
        const other = layerOf(posix.join(posix.dirname(file), path));
        if (other !== undefined && other !== own) imported.add(other);
      }
    }
  return layers;
}

/** The page with an arrow for each import between layers that doesn't also lead through another layer. */
export function withDiagram(page) {
  const layers = importedLayers();
  const reaches = (from, to) => [...layers.get(from)].some((next) => next === to || reaches(next, to));
  const arrows = [...layers].flatMap(([from, imported]) =>
    [...imported]
      .filter((to) => ![...imported].some((next) => next !== to && reaches(next, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  const drawn = `\n\n\`\`\`mermaid\nflowchart TB\n${arrows.sort().join('\n')}\n\`\`\`\n\n`;
  return page.slice(0, page.indexOf(BEGIN) + BEGIN.length) + drawn + page.slice(page.indexOf(END));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, withDiagram(readFileSync(PAGE, 'utf8')));
