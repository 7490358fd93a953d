import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, createDeflateRaw, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { SourceName } from '../../../src/ingest/sources/sourceName.ts';
import { ZipWriter } from '../../zip.ts';
import { publishedRows } from '../published.ts';
import { zipOf } from '../zips.ts';
import { companyFacts, fact } from './sec/facts.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-places-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let count = 0;
let folder = '';
let out = '';
beforeEach(() => {
  folder = join(scratch, `from${count}`);
  out = join(scratch, `out${count++}`);
  mkdirSync(folder);
});

const FACTS = JSON.stringify(companyFacts(7, 'Seven', ['Assets 2023-12-31 1000 USD 2024-02-01 10-K'].map(fact)));
const TICKERS = '{"0": {"cik_str": 7, "ticker": "SVN", "title": "Seven"}}';
const CIK = 'CIK0000000007.json';
const SUB = 'adsh\tcik\tname\tform\tfiled\na-1\t7\tSEVEN\t10-K\t20240201\n';
const NUM = 'adsh\ttag\tversion\tddate\tqtrs\tuom\tvalue\na-1\tAssets\tus-gaap/2023\t20231231\t0\tUSD\t1000\n';
const STOOQ = `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\r\nSVN.US,D,20241030,000000,7,7,7,7,7,0\r\n`;
const SECURITIES = 'symbol,country\nSVN,US\n';
const RATES = 'Date,USD,JPY\n2024-10-30,1.1,160\n';
const OVERVIEW = JSON.stringify({ Symbol: 'SVN', AssetType: 'Common Stock', Name: 'Seven', Country: 'USA', Currency: 'USD' });
const MASTER = 'symbol,name,exchange,country,currency\nSVN,Seven,NMS,United States,USD\n';

type Files = Readonly<Record<string, string | Buffer>>;
const TABLES: Files = { 'securities.csv': SECURITIES };

/** A source, its files, and the one that is replaced. */
const CASES: readonly (readonly [source: SourceName, files: Files, place: string])[] = [
  ...['statements', 'prices', 'forecasts', 'rates'].flatMap((table) =>
    ['csv', 'csv.gz', 'parquet'].map((kind) => ['tables', TABLES, `${table}.${kind}`] as const),
  ),
  ['tables', {}, 'securities.csv'],
  ['tables', TABLES, 'mapping.json'],
  ['tables', { ...TABLES, 'mapping.json': '{"files": {"prices": "p.csv"}}' }, 'p.csv'],
  ['tables', { ...TABLES, 'mapping.json': '{"symbols": {"file": "list.csv", "column": "symbol"}}' }, 'list.csv'],
  ['sec', { [`companyfacts/${CIK}`]: FACTS, 'company_tickers.json': TICKERS }, 'companyfacts.zip'],
  ['sec', { 'companyfacts.zip': zipOf({ [CIK]: FACTS }), 'company_tickers.json': TICKERS }, 'submissions.zip'],
  ['sec', { 'companyfacts.zip': zipOf({ [CIK]: FACTS }), 'submissions/x': '' }, 'company_tickers.json'],
  ['sec', { [`companyfacts/${CIK}`]: FACTS, 'company_tickers.json': TICKERS }, 'companyfacts/CIK0000000008.json'],
  ['sec', { 'companyfacts.zip': zipOf({ [CIK]: FACTS }), 'company_tickers.json': TICKERS }, `submissions/${CIK}`],
  ['sec-datasets', { '2024q1.zip': zipOf({ 'sub.txt': SUB, 'num.txt': NUM }) }, '2024q2.zip'],
  ['sec-datasets', { '2024q1/sub.txt': SUB, '2024q1/num.txt': NUM }, '2024q2/num.txt'],
  ['stooq', { 'us/nasdaq stocks/svn.us.txt': STOOQ }, 'us/nasdaq stocks/abc.us.txt'],
  ['stooq', { 'us/nasdaq stocks/svn.us.txt': STOOQ }, 'd_jp_txt.zip'],
  ['alphavantage', { 'svn/overview.json': OVERVIEW }, 'svn/prices.json'],
  ['financedatabase', { 'equities.csv': MASTER }, 'etfs.csv'],
  ['financedatabase', { 'equities.csv': MASTER }, 'etfs.csv.gz'],
];

const KINDS = ['a link that leads nowhere', 'a folder', 'a pipe'] as const;

function put(path: string, kind: (typeof KINDS)[number]): void {
  mkdirSync(dirname(path), { recursive: true });
  if (kind === 'a folder') mkdirSync(path);
  else if (kind === 'a pipe') execFileSync('mkfifo', [path]);
  else symlinkSync(join(folder, 'nowhere'), path);
}

function write(files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const run = (source: SourceName, more: { rates?: string; mapping?: string } = {}): Promise<unknown> =>
  ingest({ from: [{ source, path: folder }], out, asOf: '2024-12-31', progress: () => {}, ...more });

describe('something else instead of a file', () => {
  for (const kind of KINDS) {
    it.each(CASES.map(([source, files, place]) => ({ source, files, place })))(
      `is an error that names it: ${kind} for $place of $source`,
      async ({ source, files, place }) => {
        write(files);
        put(join(folder, place), kind);
        await expect(run(source)).rejects.toThrow(
          `${join(folder, place)} is ${kind === 'a pipe' ? 'neither a file nor a folder' : kind === 'a folder' ? 'a folder, not a file' : kind}`,
        );
        expect(existsSync(out)).toBe(false);
      },
    );

    it(`is an error that names it: ${kind} for the rates or the mapping of an option`, async () => {
      write(TABLES);
      for (const option of ['rates', 'mapping'] as const) {
        const place = join(folder, `given.${option}`);
        put(place, kind);
        await expect(run('tables', { [option]: place })).rejects.toThrow(place);
        await expect(run('tables', { [option]: `${place}.none` })).rejects.toThrow(`${place}.none is not there`);
      }
      expect(existsSync(out)).toBe(false);
    });
  }

  it.each(['tables', 'sec', 'sec-datasets', 'stooq', 'alphavantage', 'financedatabase'] as const)(
    'is an error: a path of %s that is not there, a link that leads nowhere, a pipe',
    async (source) => {
      rmSync(folder, { recursive: true });
      await expect(run(source)).rejects.toThrow(folder);
      for (const kind of ['a pipe', 'a link that leads nowhere'] as const) {
        put(folder, kind);
        await expect(run(source)).rejects.toThrow(
          new RegExp(`${folder}.* is (?:neither a file nor a folder|a link that leads nowhere)`),
        );
        rmSync(folder);
      }
      mkdirSync(folder);
    },
  );

  it('can be a link, in every source', async () => {
    for (const [source, files] of CASES) {
      rmSync(folder, { recursive: true });
      rmSync(`${folder}.real`, { recursive: true, force: true });
      mkdirSync(folder);
      const names = Object.keys(files);
      if (names.length === 0 || names.includes('mapping.json') || names.includes('submissions/x')) continue;
      write(files);
      // Each file, and each folder in the folder, becomes a link.
      for (const name of new Set(names.map((each) => each.split('/')[0]!))) {
        mkdirSync(`${folder}.real`, { recursive: true });
        renameSync(join(folder, name), join(`${folder}.real`, name));
        symlinkSync(join(`${folder}.real`, name), join(folder, name));
      }
      await run(source);
      expect([...publishedRows(out).keys()], source).toEqual(source === 'sec-datasets' ? ['CIK0000000007'] : ['SVN']);
      rmSync(out, { recursive: true });
    }
  });

  it('ends if links form a cycle', async () => {
    write({ 'us/nasdaq stocks/svn.us.txt': STOOQ });
    symlinkSync(folder, join(folder, 'us/again'));
    await run('stooq');
    expect([...publishedRows(out).keys()]).toEqual(['SVN']);
  });
});

/** An archive with an entry of that many zeros, compressed to about a thousandth. */
async function writeBomb(path: string, gigabytes: number): Promise<void> {
  const zeros = Buffer.alloc(1 << 24);
  const packer = createDeflateRaw({ level: 1 });
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  let checksum = 0;
  const rounds = Math.ceil((gigabytes * 1e9) / zeros.length);
  for (let round = 0; round < rounds; round++) {
    checksum = crc32(zeros, checksum);
    if (!packer.write(zeros)) await new Promise((resolve) => packer.once('drain', resolve));
  }
  packer.end();
  await new Promise((resolve) => packer.once('end', resolve));
  const zip = new ZipWriter(path);
  zip.addPacked(CIK, Buffer.concat(chunks), checksum, rounds * zeros.length);
  zip.close();
}

describe('a file that is too large', () => {
  it.each(['companyfacts.zip', 'submissions.zip'])(
    'is refused before it is unpacked: a gigabyte in %s',
    async (archive) => {
      write({ 'companyfacts.zip': zipOf({ [CIK]: FACTS }), 'company_tickers.json': TICKERS });
      await writeBomb(join(folder, archive), 1);
      const before = process.memoryUsage().rss;
      await expect(run('sec')).rejects.toThrow(
        /^\S+\.zip: CIK0000000007\.json unpacks to 10\d{8} bytes, more than the 128000000 that are read$/,
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
      expect(existsSync(out)).toBe(false);
    },
    60_000,
  );

  it('is refused if the archive understates its length', async () => {
    const zip = new ZipWriter(join(folder, 'companyfacts.zip'));
    const long = Buffer.from(FACTS + ' '.repeat(50e6));
    const packed = gzipSync(long).subarray(10, -8);
    zip.addPacked(CIK, packed, crc32(long), FACTS.length);
    zip.close();
    write({ 'company_tickers.json': TICKERS });
    await expect(run('sec')).rejects.toThrow('no company has a ticker');
  });

  it.each([
    ['company_tickers.json', 'sec', { 'companyfacts.zip': zipOf({ [CIK]: FACTS }) }],
    ['companyfacts/CIK0000000008.json', 'sec', { [`companyfacts/${CIK}`]: FACTS }],
    ['mapping.json', 'tables', TABLES],
    ['long.json', 'alphavantage', { 'a.json': OVERVIEW }],
  ] as const)('is refused by its length: %s', async (place, source, files) => {
    write(files);
    const path = join(folder, place);
    writeFileSync(path, '');
    truncateSync(path, 2 ** 30);
    await expect(run(source)).rejects.toThrow(/ has 1073741824 bytes, more than the \d+ that are read/);
    expect(existsSync(out)).toBe(false);
  });

  it('is refused: reference rates in an archive', async () => {
    write(TABLES);
    const path = join(folder, 'eurofxref-hist.zip');
    writeFileSync(path, zipOf({ 'eurofxref-hist.csv': `${RATES}${'\n'.repeat(65e6)}` }));
    await expect(run('tables', { rates: path })).rejects.toThrow(
      /eurofxref-hist\.csv unpacks to 650\d+ bytes, more than the 64000000/,
    );
    writeFileSync(path, zipOf({ 'eurofxref-hist.csv': RATES }));
    await run('tables', { rates: path });
  });
});
