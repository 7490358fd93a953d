/** Contents and dependencies of the package, and that it runs in an empty folder. Dependencies are linked instead of installed: no network. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../src/catalogue/catalogue.ts';
import { pack, tryOut } from './packed.ts';
import { temporaryFolder } from './product.ts';

const SHIPPED_LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Unlicense'];
/** Nearly a third is texts of 14 languages. */
const UNPACKED_BYTES_MAX = 6_500_000;
const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> };

/** A package that a built file imports or requires. */
const IMPORTED = /(?:^import (?:[^'"\n]* from )?|\b(?:import|require|createRequire\(import\.meta\.url\))\()"([^".][^"]*)"/gm;

const folder = temporaryFolder();
const packed = pack(folder);

describe('the package', () => {
  it('contains the built product and its docs, and nothing else', () => {
    const folders = new Set(
      packed.files.map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('dist/') ? 2 : 1)
          .join('/'),
      ),
    );
    expect([...folders].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/app',
      'dist/node',
      'docs',
      'package.json',
      'scripts',
    ]);
    expect(packed.files.filter((path) => /\.(?:ts|tsx|map)$|\.test\.|(?:^|\/)(?:tests|fixtures)\//.test(path))).toEqual([]);
    expect(packed.unpackedBytes).toBeLessThan(UNPACKED_BYTES_MAX);
  });

  it('depends on exactly what the program imports', () => {
    const program = packed.files.filter((path) => /^dist\/node\/.*\.js$/.test(path)).map((path) => readFileSync(path, 'utf8'));
    const names = [...program.join('\n').matchAll(IMPORTED)]
      .map(([, name]) => name!)
      .filter((name) => !isBuiltin(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    const asked = Object.keys({ ...own.dependencies, ...own.optionalDependencies });
    expect([...new Set(names)].sort()).toEqual(asked.sort());
  });

  it('includes the licences of what is bundled into the page and its worker', () => {
    const text = readFileSync('dist/app/licenses.md', 'utf8');
    const sections = [...text.matchAll(/^## (\S+) \d[\w.-]* \(([^)]+)\)$/gm)].map(([, name, licence]) => [name, licence]);
    for (const name of ['react', '@glideapps/glide-data-grid', 'gpu.js', 'hyparquet-writer'])
      expect(sections.map(([found]) => found)).toContain(name);
    // Installed dependencies have the same list: tests/supply.test.ts.
    expect(sections.filter(([, licence]) => !SHIPPED_LICENCES.includes(licence!))).toEqual([]);
  });

  it('runs when installed: columns, demo, screen, ingest, serve', async () => {
    const home = join(folder, 'home');
    const modules = join(home, 'node_modules');
    mkdirSync(modules, { recursive: true });
    execFileSync('tar', ['-xzf', packed.archive, '-C', modules]);
    renameSync(join(modules, 'package'), join(modules, 'panscreen'));
    for (const [path, { dev }] of Object.entries(lock.packages)) {
      if (!/^node_modules\/[^/]+(\/[^/]+)?$/.test(path) || dev || !existsSync(path)) continue;
      mkdirSync(dirname(join(home, path)), { recursive: true });
      symlinkSync(resolve(path), join(home, path), 'junction');
    }
    const done = await tryOut(home, [process.execPath, join(modules, 'panscreen/dist/node/cli.js')]);
    expect(done).toEqual([
      `columns: ${COLUMNS.length}`,
      'demo and screen: 5 rows',
      'ingest and screen: AAA at 21.5',
      'serve: home, screener, licences and a call',
    ]);
  });
});
