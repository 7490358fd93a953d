import { describe, expect, it } from 'vitest';
import { type Coverage, mergeCoverage, readCoverage } from '../../src/wire/coverage.ts';
import { readIndexing, writeIndexing } from '../../src/wire/indexing.ts';

const US: Coverage = {
  sources: [
    { name: 'sec', day: '2026-11-20' },
    { name: 'financedatabase', day: null },
  ],
  exchanges: [
    { exchange: 'NYSE', rowCount: 2, pricedCount: 2, statedCount: 1 },
    { exchange: '', rowCount: 4, pricedCount: 0, statedCount: 4 },
  ],
};
const CA: Coverage = {
  sources: [
    { name: 'sec', day: '2026-11-19' },
    { name: 'fails', day: '2026-10-30' },
  ],
  exchanges: [{ exchange: 'NYSE', rowCount: 3, pricedCount: 1, statedCount: 0 }],
};

describe('the coverage of the data', () => {
  it('is sent next to the rows of a country', () => {
    const indexing = { rows: [], header: {}, note: null, coverage: US };
    expect(readIndexing(JSON.parse(JSON.stringify(writeIndexing(indexing))), {})).toEqual(indexing);
  });

  it('is absent if a server sends something else', () => {
    const day = (value: unknown): unknown => ({ ...US, sources: [{ name: 'sec', day: value }] });
    const count = (value: unknown): unknown => ({ ...US, exchanges: [{ ...US.exchanges[0], statedCount: value }] });
    const others = [undefined, null, 'text', {}, { ...US, sources: {} }, { ...US, exchanges: [null] }];
    const wrong = [day(7), day('yesterday'), count(-1), count(0.5), count('1'), { ...US, sources: [{ day: null }] }];
    const long = { ...US, sources: Array.from({ length: 51 }, () => US.sources[0]) };
    expect([...others, ...wrong, long].map(readCoverage)).toEqual(Array(13).fill(null));
  });

  it('of several countries adds up: the newest day of a source, the sums of an exchange, the largest first', () => {
    const both = mergeCoverage([US, CA]);
    expect(both.sources).toEqual([
      { name: 'sec', day: '2026-11-20' },
      { name: 'financedatabase', day: null },
      { name: 'fails', day: '2026-10-30' },
    ]);
    expect(both.exchanges).toEqual([
      { exchange: 'NYSE', rowCount: 5, pricedCount: 3, statedCount: 1 },
      { exchange: '', rowCount: 4, pricedCount: 0, statedCount: 4 },
    ]);
    expect(mergeCoverage([CA, US]).exchanges).toEqual(both.exchanges);
  });
});
