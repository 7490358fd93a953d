/** The figures in the docs are those of bench/results. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tablesOf, withTables } from '../bench/tables.ts';
import { PARSERS } from './fuzz/parsers.ts';

describe('the tables of the docs', () => {
  const pages = Object.entries(tablesOf());

  it.each(pages)('%s has what `npm run bench -- tables` generates from the results', (path, tables) => {
    const page = readFileSync(path, 'utf8');
    expect(Object.keys(tables).length).toBeGreaterThan(1);
    expect(withTables(page, tables)).toBe(page);
  });

  it('have a row for each fuzzed parser', () => {
    const { fuzz = '' } = tablesOf()['docs/robustness.md'] ?? {};
    const rows = fuzz.split('\n').slice(2);
    expect(rows.map((row) => row.split(' | ')[0]?.slice(2)).sort()).toEqual(PARSERS.map(({ name }) => name).sort());
  });

  it('show missed goals in bold', () => {
    const { results } = JSON.parse(readFileSync('bench/results/goals.json', 'utf8')) as {
      results: { workload: string; contender: string; vsLimit: number | null }[];
    };
    const cold = results.find(({ workload, contender }) => workload === 'load cold: all' && contender === 'panscreen')!.vsLimit!;
    const { page = '' } = tablesOf()['docs/speed.md'] ?? {};
    const shown = cold > 2 ? `**${cold.toFixed(2)}**` : cold.toFixed(2);
    expect(page).toContain(`| All countries, cold, as a multiple of fetching the responses of the five calls | ≤ 2 | ${shown} |`);
  });

  it('name what was not measured, such as a peer that does not run', () => {
    const withoutPeer = <Kept>(name: string): Kept => {
      const kept = JSON.parse(readFileSync(`bench/results/${name}.json`, 'utf8'));
      for (const result of kept.results ?? []) if (result.contender === 'Perspective alone') result.medianMs = null;
      return kept;
    };
    const { page = '' } = tablesOf(withoutPeer)['docs/speed.md'] ?? {};
    expect(page).toContain('| Scrolling down, as a share of Perspective | ≤ 0.1 | not measured |');
  });

  it('need their markers', () => {
    expect(() => withTables('no markers', { engine: 'x' })).toThrow('no markers for the table engine');
    expect(withTables('a <!-- table: t -->old<!-- end of table: t --> b', { t: 'new' })).toBe(
      'a <!-- table: t -->\n\nnew\n\n<!-- end of table: t --> b',
    );
  });
});
