import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../../src/ingest/formats/zip.ts';
import { ingestSource } from '../../../src/ingest/ingest.ts';
import { Report } from '../../../src/ingest/report/report.ts';
import { datasetsTables } from '../../../src/ingest/sources/datasets.ts';
import { readRule } from '../../../src/ingest/sources/sec/rule.ts';
import { TAG_LEVELS } from '../../../src/ingest/sources/sec/tags.ts';
import { readManifest } from '../../../src/wire/manifest.ts';
import { beside } from '../../support/beside.ts';
import { writeZip } from '../../zip.ts';
import { parquetWriteFile } from '../parquet.ts';
import { type PublishedRow, publishedRows } from '../published.ts';

const QUARTER = beside('sec/financial-statement-data-sets/2010q2.zip');

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

const run = (from = folder, asOf = '2010-12-31') => ingestSource(datasetsTables, { from, out, asOf, progress: () => {} });
const buildOf = (): string => readManifest(readFileSync(join(out, 'manifest.json'), 'utf8')).build;

const SUB_HEADER = 'adsh\tcik\tname\tsic\tcountryba\tfye\tform\tperiod\tfiled';
const NUM_HEADER = 'adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote';
const OLD_HEADER = 'adsh\ttag\tversion\tcoreg\tddate\tqtrs\tuom\tvalue\tfootnote';
const SUB = [SUB_HEADER, 'a-1\t7\tSEVEN "Q" INC\t3571\tUS\t1231\t10-K\t20091231\t20100210'];
const NUM = [
  NUM_HEADER,
  'a-1\tAssets\tus-gaap/2009\t20091231\t0\tUSD\t\t\t1000\t"a quote that never ends',
  'a-1\tAssets\tus-gaap/2009\t20091231\t0\tUSD\tBusinessSegments=A;\t\t1\t',
  'a-1\tAssets\tus-gaap/2009\t20091231\t0\tUSD\t\tSubsidiary\t2\t',
  'a-1\tAssets\ta-1\t20091231\t0\tUSD\t\t\t3\t',
  'a-1\tNetIncomeLoss\tus-gaap/2009\t20091231\t4\tUSD\t\t\t80\t',
  'a-1\tNetIncomeLoss\tus-gaap/2009\t20090930\t3\tUSD\t\t\t50\t',
  'a-1\tNetIncomeLoss\tus-gaap/2009\t20091231\t4\tUSD\t\t\t80\t',
  'a-1\tEarningsPerShareDiluted\tus-gaap/2009\t20091231\t4\tUSD\t\t\t1.6\t',
  'a-1\tLiabilities\tus-gaap/2009\t20111231\t0\tUSD\t\t\t5\t',
  'a-1\tLiabilities\tus-gaap/2009\t20091231\t0\tUSD\t\t\t\t',
];
/** The layout before November 2024: other order, no segments, and so no rows that have them. */
const OLD_NUM = [
  OLD_HEADER,
  ...NUM.slice(1)
    .map((line) => line.split('\t'))
    .filter(([, , , , , , segments]) => segments === '')
    .map(([adsh, tag, version, ddate, qtrs, uom, , coreg, value, footnote]) =>
      [adsh, tag, version, coreg, ddate, qtrs, uom, value, footnote].join('\t'),
    ),
];

function texts(num: readonly string[], before = ''): void {
  writeFileSync(join(folder, `${before}sub.txt`), `${SUB.join('\n')}\n`);
  writeFileSync(join(folder, `${before}num.txt`), `${num.join('\n')}\n`);
}

describe('quarterly data sets', () => {
  it('reads values of the whole company with standard tags, with quoting off', async () => {
    texts(NUM);
    const report = await run();
    const row = publishedRows(out).get('CIK0000000007')!;
    expect(row.field('name')).toBe('SEVEN "Q" INC');
    expect(row.field('sector')).toBe('Information Technology');
    expect(row.value('totalAssets')).toBe(1000);
    expect(row.value('netIncome')).toBe(80);
    expect(row.value('dilutedEPSTTM')).toBeCloseTo(1.6, 6);
    expect(row.value('totalLiabilities')).toBeNaN();
    expect(report.lines().join('\n')).toMatch(
      /1 × a value of a period that ends after it was filed: not read \(a-1 Liabilities 20111231\)/,
    );
  });

  it('gives the same for an archive, text and Parquet, and for both layouts', async () => {
    texts(NUM);
    await run();
    const build = buildOf();
    const others: (() => Promise<void> | void)[] = [
      () => texts(OLD_NUM),
      () => writeZip(join(folder, '2010q1.zip'), { 'sub.txt': `${SUB.join('\r\n')}\r\n`, 'num.txt': `${NUM.join('\r\n')}\r\n` }),
      () => parquetWriteFile(join(folder, '2010q1_sub.parquet'), SUB, []),
      () => parquetWriteFile(join(folder, '2010q1_num.parquet'), OLD_NUM, ['ddate', 'qtrs', 'value']),
    ];
    for (const [index, write] of others.entries()) {
      if (index < 3) {
        folder = join(scratch, `other-${index}`);
        mkdirSync(folder);
      }
      await write();
      if (index === 2) continue;
      out = join(folder, 'out');
      await run();
      expect(buildOf()).toBe(build);
    }
  });

  it('uses the symbols of an adjacent company_tickers.json', async () => {
    texts(NUM);
    writeFileSync(join(folder, 'company_tickers.json'), JSON.stringify([{ cik_str: 7, ticker: 'SVN' }]));
    await run();
    expect([...publishedRows(out).keys()]).toEqual(['SVN']);
  });

  it('names file and position of unreadable input, and leaves the old data as they are', async () => {
    texts(NUM);
    await run();
    const build = buildOf();
    texts([NUM_HEADER.replace('ddate', 'day'), ...NUM.slice(1)]);
    await expect(run()).rejects.toThrow(/num\.txt has no column ddate/);
    texts([NUM_HEADER, 'a-1\tAssets\tus-gaap/2009']);
    await expect(run()).rejects.toThrow(/num\.txt: .*[Ll]ine: 2/);
    writeFileSync(join(folder, '2010q1.zip'), 'no archive');
    await expect(run()).rejects.toThrow(/^2010q1\.zip: /);
    writeZip(join(folder, '2010q1.zip'), { 'sub.txt': SUB.join('\n'), '../num.txt': NUM.join('\n') });
    await expect(run()).rejects.toThrow('2010q1.zip has no num.txt');
    rmSync(join(folder, '2010q1.zip'));
    rmSync(join(folder, 'sub.txt'));
    await expect(run()).rejects.toThrow(/no pair of sub and num.*num\.txt/);
    expect(buildOf()).toBe(build);
    expect(existsSync(join(scratch, 'num.txt'))).toBe(false);
  });
});

/**
 * Main lines and the least share of the filers reporting a tag of theirs that get the column. Cash flows are stated from the year's
 * start: of a filer whose second or third quarter is the only one in the data sets no quarter can be told.
 */
const FLOORS: Readonly<Record<string, number>> = {
  totalAssets: 0.99,
  totalLiabilities: 0.95,
  totalShareholderEquity: 0.95,
  cash: 0.95,
  totalRevenue: 0.95,
  netIncome: 0.95,
  operatingIncome: 0.95,
  incomeBeforeTax: 0.95,
  incomeTaxExpense: 0.95,
  operatingCashflow: 0.87,
  capitalExpenditures: 0.86,
  cashflowFromInvestment: 0.87,
  cashflowFromFinancing: 0.87,
  dilutedEPSTTM: 0.95,
};

describe.skipIf(!QUARTER.isThere)('the data sets of 2010q2', () => {
  let rows: ReadonlyMap<string, PublishedRow>;
  /** Columns that a row of a company's statements fills, by symbol. */
  const filledIds = new Map<string, Set<string>>();
  /** Per number of a company its form and the tags it reports of the whole company. */
  const filers = new Map<string, { form: string; tags: Set<string> }>();

  beforeAll(async () => {
    const at = join(scratch, 'real');
    mkdirSync(at);
    const archive = await Archive.open(QUARTER.path, () => true);
    for (const name of ['sub.txt', 'num.txt']) {
      await archive.extract(archive.entries.find((entry) => entry.name === name)!, join(at, name));
    }
    archive.close();
    out = join(at, 'out');
    await run(at, '2010-07-15');
    rows = publishedRows(out);
    const tables = await datasetsTables({
      from: at,
      work: join(at, 'work'),
      asOfDay: Date.parse('2010-07-15') / 864e5,
      report: new Report(),
      progress: () => {},
    });
    const [header = '', ...lines] = readFileSync(join(tables, 'statements.csv'), 'utf8').trimEnd().split('\n');
    const names = header.split(',');
    for (const line of lines) {
      const cells = line.split(',');
      const ids = filledIds.get(cells[0] ?? '') ?? new Set();
      filledIds.set(cells[0] ?? '', ids);
      for (const [index, id] of names.entries()) if (cells[index] !== '') ids.add(id);
    }
    const sub = readFileSync(join(at, 'sub.txt'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const ofFiling = new Map<string, { form: string; tags: Set<string> }>();
    for (const cells of sub) {
      const filer = { form: cells[25] ?? '', tags: new Set<string>() };
      ofFiling.set(cells[0] ?? '', filer);
      if (filer.form === '10-K' || !filers.has(cells[1] ?? '')) filers.set(cells[1] ?? '', filer);
    }
    for (const line of readFileSync(join(at, 'num.txt'), 'utf8').split('\n')) {
      const [adsh = '', tag = '', version = '', , , , segments, coreg, value] = line.split('\t');
      if (version.startsWith('us-gaap/') && segments === '' && coreg === '' && value !== '') ofFiling.get(adsh)?.tags.add(tag);
    }
  });

  it('has total assets for the filers of annual reports that state them', () => {
    const annual = [...filers].filter(([, { form, tags }]) => form === '10-K' && tags.has('Assets'));
    const filled = annual.filter(([cik]) => (rows.get(`CIK${cik.padStart(10, '0')}`)?.value('totalAssets') ?? 0) > 0);
    console.log(`total assets: ${filled.length} of ${annual.length} filers of a 10-K`);
    expect(annual.length).toBeGreaterThan(10);
    expect(filled.length / annual.length).toBeGreaterThanOrEqual(0.9);
  });

  it('fills the main lines of nearly all filers that report one of their tags', () => {
    const table = Object.entries(FLOORS).map(([id, floor]) => {
      const tags = (TAG_LEVELS[id] ?? [])
        .flat()
        .flatMap((rule) =>
          readRule(rule)
            .terms.filter(({ isOptional }) => !isOptional)
            .slice(0, 1),
        )
        .flatMap((term) => term.tags);
      const reporting = [...filers].filter(([, filer]) => tags.some((tag) => filer.tags.has(tag)));
      const filled = reporting.filter(([cik]) => filledIds.get(`CIK${cik.padStart(10, '0')}`)?.has(id));
      return { id, reporting: reporting.length, filled: filled.length, share: filled.length / reporting.length, floor };
    });
    console.table(table);
    for (const { id, share, floor } of table) expect(share, id).toBeGreaterThanOrEqual(floor);
  });
});
