/** docs/recipes.md, carried out: its examples go into a copy of the sources, which has to have right types and pass its tests. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COPIED = ['src', 'kernels', 'locales', 'tests', 'scripts', 'bench', 'docs', 'package.json', 'tsconfig.json', 'index.html'];
const COPIED_TOO = ['vite.config.ts', 'vitest.config.ts', 'examples', 'public'];
const MINUTES = 60_000;

interface Block {
  readonly file: string;
  /** Before or after which line it is inserted; null for a new file. */
  readonly place: { readonly isAfter: boolean; readonly line: string } | null;
  readonly text: string;
}

const BLOCKS: readonly Block[] = [
  ...readFileSync('docs/recipes.md', 'utf8').matchAll(/^```ts\n\/\/ ([^,\n]+)(?:, (before|after): (.*))?\n([\s\S]*?)^```$/gm),
].map(([, file = '', side, line = '', text = '']) => ({
  file,
  place: side ? { isAfter: side === 'after', line } : null,
  text,
}));

let folder: string;
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

function carryOut({ file, place, text }: Block): void {
  if (!place) {
    expect(existsSync(join(folder, file)), `${file} is not there yet`).toBe(false);
    write(file, text);
    return;
  }
  const files = file === 'locales/*.json' ? readdirSync(join(folder, 'locales')).map((name) => `locales/${name}`) : [file];
  for (const each of files) {
    const lines = read(each).split('\n');
    const at = lines.findIndex((line) => line.trim() === place.line);
    expect(at, `${each} has the line ${place.line}`).toBeGreaterThanOrEqual(0);
    lines.splice(place.isAfter ? at + 1 : at, 0, text.trimEnd());
    write(each, lines.join('\n'));
  }
}

/** Every text in another writing, as a translation would be: the holes stay, and each plural category of the language has its key. */
function translate(tag: string): void {
  const english = JSON.parse(read('locales/en-US.json')) as Record<string, string>;
  const strange = (text: string): string =>
    text.replace(/\{\{\w+\}\}|[a-z]/g, (part) => (part.length > 1 ? part : `${part}\u0301`));
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const texts = Object.entries(english).flatMap(([key, text]) => {
    const stem = key.replace(/_(?:one|other)$/, '');
    if (stem === key || !(`${stem}_other` in english)) return [[key, strange(text)]];
    return key.endsWith('_other') ? pluralCategories.map((category) => [`${stem}_${category}`, strange(text)]) : [];
  });
  write(`locales/${tag}.json`, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
}

const run = async (...args: string[]): Promise<string> =>
  await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PANSCREEN_BROWSER: 'none', CI: '' },
  }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.slice(-4000),
  );

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'panscreen-recipes-'));
  for (const name of [...COPIED, ...COPIED_TOO]) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const block of BLOCKS) carryOut(block);
  // All of them run on the sources themselves.
  for (const file of ['tests/sql/screens.ts', 'tests/engine/run/apply.test.ts']) {
    const [before, after] = read(file).split('SCREENS = 1000;') as [string, string];
    write(file, `${before}SCREENS = 300;${after}`);
  }
  translate('da');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('has an example of a ratio, a language and a step', () => {
  expect(new Set(BLOCKS.map(({ file }) => file)).size).toBeGreaterThanOrEqual(7);
});

it(
  'the sources that its examples make have right types',
  async () => expect(await run('node_modules/typescript/bin/tsc', '-p', '.')).toBe(''),
  10 * MINUTES,
);

it(
  'and pass their tests',
  async () => {
    const tests = [
      'tests/engine/steps/everyOther.test.ts',
      'tests/engine/run/apply.test.ts',
      'tests/screener/kinds.test.ts',
      'tests/sql/duckdb.test.ts',
      'tests/catalogue',
      'tests/shell/texts.test.ts',
      'tests/shell/i18n.test.ts',
    ];
    // Beside the workers of the run that this is one of.
    const args = ['run', '--project', 'unit', '--project', 'alone', '--maxWorkers', '2', ...tests, 'tests/layers.test.ts'];
    expect(await run('node_modules/vitest/vitest.mjs', ...args)).toBe('');
  },
  10 * MINUTES,
);
