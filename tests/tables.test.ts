/** The figures of the docs are those of the results that are kept. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tablesOf, withTables } from '../bench/tables.ts';
import { PARSERS } from './fuzz/parsers.ts';

describe('the tables of the docs', () => {
  const pages = Object.entries(tablesOf());

  it.each(pages)('%s has those that `npm run bench -- tables` makes of the results', (path, tables) => {
    const page = readFileSync(path, 'utf8');
    expect(Object.keys(tables).length).toBeGreaterThan(1);
    expect(withTables(page, tables)).toBe(page);
  });

  it('have a row for each parser that is fuzzed', () => {
    const { fuzz = '' } = tablesOf()['docs/robustness.md'] ?? {};
    const rows = fuzz.split('\n').slice(2);
    expect(rows.map((row) => row.split(' | ')[0]?.slice(2)).sort()).toEqual(PARSERS.map(({ name }) => name).sort());
  });

  it('say what misses its goal in bold, by the results themselves', () => {
    const { results } = JSON.parse(readFileSync('bench/results/goals.json', 'utf8')) as {
      results: { workload: string; contender: string; vsLimit: number | null }[];
    };
    const cold = results.find(({ workload, contender }) => workload === 'load cold: all' && contender === 'panscreen')!.vsLimit!;
    const { page = '' } = tablesOf()['docs/speed.md'] ?? {};
    const shown = cold > 2 ? `**${cold.toFixed(2)}**` : cold.toFixed(2);
    expect(page).toContain(`| All countries, cold: time of fetching the answers of the five calls | ≤ 2 | ${shown} |`);
  });

  it('say what was not measured, such as a peer that does not run', () => {
    const withoutPeer = <Kept>(name: string): Kept => {
      const kept = JSON.parse(readFileSync(`bench/results/${name}.json`, 'utf8'));
      for (const result of kept.results ?? []) if (result.contender === 'Perspective alone') result.medianMs = null;
      return kept;
    };
    const { page = '' } = tablesOf(withoutPeer)['docs/speed.md'] ?? {};
    expect(page).toContain('| Scrolling down, of Perspective | ≤ 0.1 | not measured |');
  });

  it('need their places', () => {
    expect(() => withTables('no place', { engine: 'x' })).toThrow('there is no place for the table engine');
    expect(withTables('a <!-- table: t -->old<!-- end of table: t --> b', { t: 'new' })).toBe(
      'a <!-- table: t -->\n\nnew\n\n<!-- end of table: t --> b',
    );
  });
});
