import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ingestSource } from '../../../../src/ingest/ingest.ts';
import { secTables } from '../../../../src/ingest/sources/sec/source.ts';
import { readManifest } from '../../../../src/wire/manifest.ts';
import { writeZip } from '../../../zip.ts';
import { publishedRows } from '../../published.ts';
import { companyFacts, fact } from './facts.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let folder = '';
let out = '';
let count = 0;
beforeEach(() => {
  folder = join(scratch, String(count++));
  out = join(folder, 'out');
  mkdirSync(folder);
});

const nameOf = (cik: number): string => `CIK${String(cik).padStart(10, '0')}.json`;

/** The facts of a company with two years; assets of the later one can be given. */
function factsOf(cik: number, assets = 1000): string {
  const facts = [
    'Assets 2022-12-31 900 USD 2023-02-01 10-K',
    `Assets 2023-12-31 ${assets} USD 2024-02-01 10-K`,
    'StockholdersEquity 2023-12-31 400 USD 2024-02-01 10-K',
    'NetIncomeLoss 2022-01-01..2022-12-31 70 USD 2023-02-01 10-K',
    'NetIncomeLoss 2023-01-01..2023-12-31 80 USD 2024-02-01 10-K',
    'CommonStockSharesOutstanding 2023-12-31 50 shares 2024-02-01 10-K',
  ];
  return JSON.stringify(companyFacts(cik, `Company ${cik}`, facts.map(fact)));
}

function submissionsOf(cik: number, tickers: readonly string[], more: object = {}): string {
  return JSON.stringify({
    cik: String(cik).padStart(10, '0'),
    name: `Company ${cik}`,
    sic: '3571',
    fiscalYearEnd: '1231',
    tickers,
    exchanges: tickers.map(() => 'Nasdaq'),
    addresses: { business: { stateOrCountry: 'CA', street1: '1 Main Street', city: 'Springfield' } },
    filings: { recent: { accessionNumber: [], filingDate: [], reportDate: [], form: [] }, files: [] },
    ...more,
  });
}

/** Writes both archives. */
function archives(facts: Readonly<Record<string, string>>, submissions: Readonly<Record<string, string>> = {}): void {
  writeZip(join(folder, 'companyfacts.zip'), facts);
  writeZip(join(folder, 'submissions.zip'), submissions);
}

const run = (asOf = '2024-06-30', progress: (line: string) => void = () => {}) =>
  ingestSource(secTables, { from: folder, out, asOf, progress });
const buildOf = (): string => readManifest(readFileSync(join(out, 'manifest.json'), 'utf8')).build;

describe('the SEC’s files of companies', () => {
  it('gives the columns of statements without a price, and the company’s identity', async () => {
    archives({ [nameOf(7)]: factsOf(7) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    await run();
    const row = publishedRows(out).get('SVN')!;
    expect(row.value('totalAssets')).toBe(1000);
    expect(row.value('totalAssetsPriorYear')).toBe(900);
    expect(row.value('returnOnEquity')).toBeCloseTo(80 / 400, 6);
    expect(row.value('close')).toBeNaN();
    expect(['name', 'country', 'currency', 'exchange', 'sector', 'fiscalYearEnd', 'CIK'].map(row.field)).toEqual([
      'Company 7',
      'US',
      'USD',
      'NASDAQ',
      'Information Technology',
      'December',
      '0000000007',
    ]);
  });

  it('reads folders like archives, to the same build', async () => {
    archives({ [nameOf(7)]: factsOf(7) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    await run();
    const build = buildOf();
    rmSync(join(folder, 'companyfacts.zip'));
    rmSync(join(folder, 'submissions.zip'));
    for (const [place, text] of [
      ['companyfacts', factsOf(7)],
      ['submissions', submissionsOf(7, ['SVN'])],
    ] as const) {
      mkdirSync(join(folder, place));
      writeFileSync(join(folder, place, nameOf(7)), text);
    }
    out = join(folder, 'other');
    await run();
    expect(buildOf()).toBe(build);
  });

  it('has a row per listed share of a company, and one company per symbol', async () => {
    archives(
      { [nameOf(7)]: factsOf(7), [nameOf(8)]: factsOf(8, 2000), [nameOf(9)]: factsOf(9) },
      {
        [nameOf(7)]: submissionsOf(7, ['SVN', 'SVN-PA', 'OLD']),
        [nameOf(8)]: submissionsOf(8, ['OLD']),
        [nameOf(9)]: submissionsOf(9, []),
      },
    );
    writeFileSync(join(folder, 'company_tickers.json'), JSON.stringify({ 0: { cik_str: 8, ticker: 'OLD', title: '' } }));
    const report = await run();
    const rows = publishedRows(out);
    expect([...rows.keys()].sort()).toEqual(['OLD', 'SVN', 'SVN-PA']);
    expect(rows.get('SVN-PA')?.value('totalAssets')).toBe(1000);
    expect(rows.get('OLD')?.value('totalAssets')).toBe(2000);
    expect(report.lines().join('\n')).toMatch(/a ticker of two companies.*OLD: CIK0000000007/);
    expect(report.lines().join('\n')).toMatch(/no ticker: not carried \(CIK0000000009/);
  });

  it('uses nothing filed after the as-of day', async () => {
    archives({ [nameOf(7)]: factsOf(7) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    await run('2024-01-31');
    expect(publishedRows(out).get('SVN')?.value('totalAssets')).toBe(900);
    await run('2024-02-01');
    expect(publishedRows(out).get('SVN')?.value('totalAssets')).toBe(1000);
    await run('2024-01-31');
    expect(publishedRows(out).get('SVN')?.value('totalAssets')).toBe(900);
  });

  it('finds the period of a filing on a page of older filings', async () => {
    const cover = 'dei:EntityCommonStockSharesOutstanding 2024-01-20 51 shares 2024-02-01 10-K';
    const facts = [
      'NetIncomeLoss 2023-01-01..2023-12-31 80 USD 2024-02-01 10-K',
      'AssetsCurrent 2023-12-31 10 USD 2024-02-01 10-K',
      cover,
    ].map(fact);
    const page = 'CIK0000000007-submissions-001.json';
    const filings = { recent: { accessionNumber: [], filingDate: [], reportDate: [], form: [] }, files: [{ name: page }] };
    archives(
      { [nameOf(7)]: JSON.stringify(companyFacts(7, 'Seven', facts)) },
      {
        [nameOf(7)]: submissionsOf(7, ['SVN'], { filings }),
        [page]: JSON.stringify({
          accessionNumber: [facts[0]!.accession],
          filingDate: ['2024-02-01'],
          reportDate: ['2023-12-31'],
          form: ['10-K'],
        }),
      },
    );
    await run();
    expect(publishedRows(out).get('SVN')?.value('commonStockSharesOutstanding')).toBe(51);
  });

  it('reads only changes, and gives the same as a run from scratch', async () => {
    const facts = Object.fromEntries(Array.from({ length: 140 }, (_, index) => [nameOf(index + 1), factsOf(index + 1)]));
    const submissions = Object.fromEntries(
      Array.from({ length: 140 }, (_, index) => [nameOf(index + 1), submissionsOf(index + 1, [`S${index + 1}`])]),
    );
    archives(facts, submissions);
    await run();
    archives({ ...facts, [nameOf(5)]: factsOf(5, 5000) }, submissions);
    const lines: string[] = [];
    await run('2024-07-01', (line) => lines.push(line));
    expect(lines.join('\n')).toContain('139 companies are unchanged');
    expect(publishedRows(out).get('S5')?.value('totalAssets')).toBe(5000);
    const build = buildOf();
    const parts = join(`${out}.work`, 'sec');
    const [part = ''] = readdirSync(parts);
    truncateSync(join(parts, part), 100);
    writeFileSync(join(parts, `${part}.77-0.part`), 'half');
    mkdirSync(join(`${out}.work`, 'tables-99999999-abc123'));
    await run('2024-07-01');
    expect(buildOf()).toBe(build);
    expect(readdirSync(`${out}.work`)).toEqual(['sec']);
    rmSync(`${out}.work`, { recursive: true });
    await run('2024-07-01');
    expect(buildOf()).toBe(build);
  });
});

describe('the work folder', () => {
  const inputs = () =>
    readdirSync(join(`${out}.work`, 'sec')).flatMap((name) =>
      readFileSync(join(`${out}.work`, 'sec', name), 'utf8')
        .trimEnd()
        .split('\n'),
    );

  it('keeps today’s parts during a run of a past day, and drops unused ones', async () => {
    const ciks = [1, 2, 3, 4, 5];
    const all = (of: (cik: number) => string) => Object.fromEntries(ciks.map((cik) => [nameOf(cik), of(cik)]));
    archives(
      all(factsOf),
      all((cik) => submissionsOf(cik, [`S${cik}`])),
    );
    await run();
    await run('2024-01-31');
    expect(inputs()).toHaveLength(10);
    const lines: string[] = [];
    await run('2024-07-01', (line) => lines.push(line));
    expect(lines.join('\n')).toContain('5 companies are unchanged');
    expect(inputs()).toHaveLength(5);
    archives(
      all((cik) => factsOf(cik, cik > 1 ? 3000 : 1000)),
      all((cik) => submissionsOf(cik, [`S${cik}`])),
    );
    await run('2024-07-01');
    expect(inputs()).toHaveLength(5);
    expect(publishedRows(out).get('S1')?.value('totalAssets')).toBe(1000);
    expect(publishedRows(out).get('S2')?.value('totalAssets')).toBe(3000);
  });
});

describe('files of the SEC that can’t be read', () => {
  it('names a damaged company and continues', async () => {
    archives(
      {
        [nameOf(7)]: factsOf(7),
        [nameOf(8)]: factsOf(8).slice(0, 300),
        [nameOf(9)]: '{"cik": 9, "facts": []}',
        [nameOf(10)]: factsOf(11),
      },
      { [nameOf(7)]: submissionsOf(7, ['SVN']), [nameOf(8)]: submissionsOf(8, ['EGT']) },
    );
    for (let time = 0; time < 2; time++) {
      const text = (await run()).lines().join('\n');
      expect(text).toMatch(/3 × a file that can’t be read: left out/);
      expect(text).toMatch(/CIK0000000008\.json: .*JSON/);
      expect(text).toContain('CIK0000000009.json: facts is not an object');
      expect(text).toContain('CIK0000000010.json: it is of company 11');
    }
    expect(publishedRows(out).get('SVN')?.value('totalAssets')).toBe(1000);
    expect(publishedRows(out).get('EGT')?.value('totalAssets')).toBeNaN();
  });

  it('leaves the old data as they are if an archive is damaged, truncated or missing', async () => {
    archives({ [nameOf(7)]: factsOf(7) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    await run();
    const files = () => readdirSync(out, { recursive: true }).sort().map(String);
    const [before, build] = [files(), buildOf()];
    const archive = join(folder, 'companyfacts.zip');
    const whole = readFileSync(archive);
    for (const bytes of [Buffer.from('no archive'), whole.subarray(0, whole.length - 30)]) {
      writeFileSync(archive, bytes);
      await expect(run()).rejects.toThrow(/^companyfacts\.zip: /);
    }
    rmSync(archive);
    await expect(run()).rejects.toThrow('has no companyfacts.zip');
    writeFileSync(archive, whole);
    writeFileSync(join(folder, 'company_tickers.json'), '{"0": {"cik_str": 7');
    await expect(run()).rejects.toThrow(/^company_tickers\.json: /);
    expect(files()).toEqual(before);
    expect(buildOf()).toBe(build);
  });

  it('names a damaged entry', async () => {
    archives({ [nameOf(7)]: factsOf(7), [nameOf(8)]: factsOf(8) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    const archive = join(folder, 'companyfacts.zip');
    const bytes = readFileSync(archive);
    bytes[bytes.indexOf(nameOf(8)) + nameOf(8).length + 40]! ^= 255;
    writeFileSync(archive, bytes);
    expect((await run()).lines().join('\n')).toMatch(/1 × a file that can’t be read: left out \(CIK0000000008\.json: /);
  });

  it('skips entries and symbols that contain a path', async () => {
    archives(
      { [nameOf(7)]: factsOf(7), [`../${nameOf(8)}`]: factsOf(8), [`a\\..\\${nameOf(9)}`]: factsOf(9) },
      { [nameOf(7)]: submissionsOf(7, ['SVN', '../../SVN', 'A B', 'X,Y']) },
    );
    const text = (await run()).lines().join('\n');
    expect(text).toContain('2 × companyfacts.zip: a path in its name: not read');
    expect(text).toContain('3 × a ticker that is not a valid symbol: skipped');
    expect([...publishedRows(out).keys()]).toEqual(['SVN']);
    expect(existsSync(join(folder, nameOf(8)))).toBe(false);
  });

  it('counts impossible facts', async () => {
    const root = JSON.parse(factsOf(7)) as { facts: { 'us-gaap': { Assets: { units: { USD: object[] } } } } };
    const entry = { val: 5, accn: 'x', form: '10-K', filed: '2024-02-01' };
    root.facts['us-gaap'].Assets.units.USD.push(
      { ...entry, end: '2029-12-31' },
      { ...entry, end: '2023-02-30' },
      { ...entry, end: '2023-12-31', val: 'many' },
      { ...entry, start: '2023-12-31', end: '2023-01-01' },
      { ...entry, end: '2023-12-31', val: 1000 },
      { ...entry, end: '2023-12-31', val: 1000 },
    );
    archives({ [nameOf(7)]: JSON.stringify(root) }, { [nameOf(7)]: submissionsOf(7, ['SVN']) });
    const text = (await run()).lines().join('\n');
    for (const reason of ['ends after it was filed', 'without a date', 'without a number', 'ends before it begins']) {
      expect(text).toMatch(new RegExp(`1 × a fact .*${reason} \\(CIK0000000007\\)`));
    }
    expect(publishedRows(out).get('SVN')?.value('totalAssets')).toBe(1000);
  });

  it('reads a changed file of a folder again', async () => {
    writeFileSync(join(folder, nameOf(7)), '{"cik": 7');
    writeFileSync(join(folder, nameOf(8)), factsOf(8));
    writeFileSync(
      join(folder, 'company_tickers.json'),
      JSON.stringify([
        { cik_str: 7, ticker: 'SVN' },
        { cik_str: 8, ticker: 'EGT' },
      ]),
    );
    await run();
    expect([...publishedRows(out).keys()]).toEqual(['EGT']);
    writeFileSync(join(folder, nameOf(7)), factsOf(7));
    utimesSync(join(folder, nameOf(7)), 1, 1);
    await run();
    expect([...publishedRows(out).keys()].sort()).toEqual(['EGT', 'SVN']);
  });
});
