import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Archive } from '../../../../src/ingest/formats/zip.ts';
import { countryOfPlace } from '../../../../src/ingest/sources/sec/places.ts';
import { isSymbol, readPage, readSubmissions, yearEndOf } from '../../../../src/ingest/sources/sec/submissions.ts';
import { beside } from '../../../support/beside.ts';

const ARCHIVE = beside('sec/submissions.zip');

describe('places and symbols', () => {
  it('are the SEC’s', () => {
    expect(['CA', 'A6', '2M', 'E9', 'K3', 'X0', 'V8', 'L3'].map(countryOfPlace)).toEqual([
      'US',
      'CA',
      'DE',
      'KY',
      'HK',
      'GB',
      'CH',
      'IL',
    ]);
    expect(['XX', '', 'Z9'].map(countryOfPlace)).toEqual([null, null, null]);
    expect(['BRK-B', 'A', 'BF.B', 'FNMAS'].every(isSymbol)).toBe(true);
    expect(['', '../A', 'A/B', 'A B', 'A\\B', '.A', 'A..B', 'A\n', 'A,B', 'A"'].some(isSymbol)).toBe(false);
  });
});

describe('the end of a fiscal year', () => {
  it('is the previous month if a 52-week year ends in the first days of one', () => {
    expect(['1231', '0130', '0102', '0203', '0001', '1301', ''].map(yearEndOf)).toEqual([12, 1, 12, 1, null, null, null]);
  });
});

describe.skipIf(!ARCHIVE.isThere)('real submissions', () => {
  let archive: Archive;
  beforeAll(async () => {
    archive = await Archive.open(ARCHIVE.path, () => true);
  });
  afterAll(() => archive.close());

  it('are read, with pages of older filings, and punctuation in a name', async () => {
    const companies = new Map<string, ReturnType<typeof readSubmissions>>();
    let pageCount = 0;
    for (const entry of archive.entries) {
      const text = (await archive.read(entry)).toString('utf8');
      if (!entry.name.includes('submissions')) companies.set(entry.name, readSubmissions(text));
      else {
        pageCount++;
        const filings = readPage(text);
        expect(filings.length).toBeGreaterThan(0);
        expect(filings.every(({ filed, period }) => period <= filed)).toBe(true);
      }
    }
    const of = (cik: string) => companies.get(`CIK${cik}.json`)!;
    expect([companies.size, pageCount]).toEqual([archive.entries.length - 4, 4]);
    expect(of('0000310522').listings).toHaveLength(16);
    expect(of('0000310522').listings[1]).toEqual({ symbol: 'FNMAS', exchange: 'OTC' });
    expect(of('0000350001').name).toContain('`!#$(),:;=.-;\\|@/{}&');
    expect(of('0000940418')).toMatchObject({ listings: [], country: 'DE' });
    expect(of('0001835632').fiscalYearEnd).toBe(1);
    expect(of('0001847577').sector).toBe('Miscellaneous');
  });
});
