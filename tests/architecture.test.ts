/** docs/architecture.md's path of one click, against the imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEXTS } from '../src/engine/steps/registry.ts';

/** Most files that a click may pass through until the rows are painted. */
const FILES_MAX = 18;
/** Most files that may know how a record says its kind. */
const KNOWING_MAX = 10;

const page = readFileSync('docs/architecture.md', 'utf8');
const walk = [...page.matchAll(/^\| `([^`]+)` \| (call|subscription|message) \| `([^`]+)` \|$/gm)].map(
  ([, from, by, to]) => [from!, by!, to!] as const,
);

/** Files that a file imports values from, not types alone. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const named = [
    ...source.matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gms),
    ...source.matchAll(/import\('(\.[^']+)'\)/g),
  ];
  return named.map(([, path]) => join(dirname(file), path!));
}

/** Files whose types a file speaks in. */
function typesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)';/g)].map(([, path]) => join(dirname(file), path!));
}

describe('the path of one click', () => {
  it(`passes through at most ${FILES_MAX} files, each reached from one before`, () => {
    expect(walk.length).toBeGreaterThan(10);
    const reached = new Set([walk[0]![0]]);
    for (const [from, , to] of walk) {
      expect(reached, `${from} has not been reached`).toContain(from);
      expect(existsSync(to), to).toBe(true);
      reached.add(to);
    }
    expect(reached.size).toBeLessThanOrEqual(FILES_MAX);
  });

  it.each(walk)('goes from %s by a %s to %s', (from, by, to) => {
    if (by === 'call') expect(importsOf(from)).toContain(to);
    if (by === 'subscription') expect(importsOf(to)).toContain(from);
    if (by === 'message') for (const file of [from, to]) expect(typesOf(file)).toContain('src/engine/worker/protocol.ts');
  });
});

describe('a kind of step', () => {
  const files = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

  it('is told by the guards of its module, not by the field of its record', () => {
    const sources = files('src').filter((name) => /\.tsx?$/.test(name));
    const knowing = sources.filter((name) => readFileSync(join('src', name), 'utf8').includes('operatorType'));
    expect(sources.length).toBeGreaterThan(100);
    expect(knowing.length).toBeLessThanOrEqual(KNOWING_MAX);
    expect(knowing).toContain('engine/steps/step.ts');
  });

  it('has a module in the engine and one on the page', () => {
    const kinds = Object.keys(TEXTS);
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) {
      expect(existsSync(`src/engine/steps/${kind}.ts`), kind).toBe(true);
      expect(
        ['ts', 'tsx'].some((ending) => existsSync(`src/screener/steps/${kind}.${ending}`)),
        kind,
      ).toBe(true);
    }
  });
});
