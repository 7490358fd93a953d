/** Files of the sources: archives, tables, figures of companies, prices and rates. Each input is written to a file and read by the source itself. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Database } from '../../src/ingest/formats/duckdb.ts';
import { Archive, entriesOf } from '../../src/ingest/formats/zip.ts';
import { openAlphaVantage } from '../../src/ingest/sources/alphavantage.ts';
import { openFinanceDatabase } from '../../src/ingest/sources/financedatabase.ts';
import { readReferenceRates } from '../../src/ingest/sources/rates.ts';
import { readCompanyFacts } from '../../src/ingest/sources/sec/companyfacts.ts';
import { Remarks } from '../../src/ingest/sources/sec/remarks.ts';
import { TAGS } from '../../src/ingest/sources/sec/rule.ts';
import { statementsOf } from '../../src/ingest/sources/sec/statements.ts';
import { readPage, readSubmissions } from '../../src/ingest/sources/sec/submissions.ts';
import { readTickers } from '../../src/ingest/sources/sec/tickers.ts';
import { HAS_OPEN, type KeptSeries } from '../../src/ingest/sources/series.ts';
import type { Intake, Source, SourceRow } from '../../src/ingest/sources/source.ts';
import { openStooq } from '../../src/ingest/sources/stooq/source.ts';
import { openTables } from '../../src/ingest/sources/tables.ts';
import { parquetWriteFile } from '../ingest/parquet.ts';
import { companyFacts, fact } from '../ingest/sources/sec/facts.ts';
import { zipOf } from '../ingest/zips.ts';
import { type Parser, Wrong } from './fuzz.ts';
import { mutateBytes } from './mutate.ts';
import { json, textParser } from './text.ts';

/** In memory where the system has such a folder: small files by the thousand. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'panscreen-fuzz-'));
/** After the last input; the worker of a test may be killed instead of exiting. */
export function removeFuzzedFiles(): void {
  rmSync(folder, { recursive: true, force: true });
}
process.on('exit', removeFuzzedFiles);
const AS_OF_DAY = 20_000;

/** A file of the folder with this in it; the same path every time. */
function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

interface Taken {
  readonly table: string;
  readonly row: SourceRow;
}

/** Opens and reads a source. Figures that are no numbers, and places without a file, are wrong. */
async function taken(
  opening: Promise<Source>,
  database: Database | null = null,
): Promise<{
  rows: Taken[];
  series: (readonly [symbol: string, kept: KeptSeries])[];
  dropCount: number;
}> {
  const source = await opening;
  const rows: Taken[] = [];
  const series: (readonly [string, KeptSeries])[] = [];
  let dropCount = 0;
  const intake: Intake = {
    get database(): Database {
      if (!database) throw new Error('this source asks no database');
      return database;
    },
    asOfDay: AS_OF_DAY,
    progress: () => {},
    take: (table, row) => rows.push({ table, row }),
    takeQuery: async () => {},
    takeStatements: () => {},
    takeSeries: (symbol, kept) => series.push([symbol, kept]),
    drop: (_table, reason, place, count = 1) => {
      if (reason === '' || place === '') throw new Wrong('dropped without a reason or a place');
      dropCount += count;
    },
    unmapped: () => {},
    dated: () => {},
    note: () => {},
  };
  await source.read(intake);
  for (const { table, row } of rows)
    for (const [id, value] of Object.entries(row))
      if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
        throw new Wrong(`${table}: ${id} is ${value}`);
  return { rows, series, dropCount };
}

const FACTS = companyFacts(320_193, 'Apple Inc.', [
  fact('Assets 2023-09-30 352583000000 USD 2023-11-03 10-K'),
  fact('Revenues 2022-10-01..2023-09-30 383285000000 USD 2023-11-03 10-K'),
  fact('NetIncomeLoss 2022-10-01..2022-12-31 29998000000 USD 2023-02-03'),
  fact('dei:EntityCommonStockSharesOutstanding 2023-10-20 15552752000 shares 2023-11-03 10-K'),
]);
const companyfacts = textParser({
  name: 'companyfacts',
  seeds: [
    JSON.stringify(FACTS),
    '{"cik":1,"facts":{}}',
    // Were refused with words of the language instead of a place.
    '{"cik":{"toString":1},"facts":{}}',
    '{"cik":1,"facts":{"us-gaap":{"Assets":{"units":{"USD":[{"end":"2023-09-30","val":1,"filed":"2023-11-03","accn":{"toString":1}}]}}}}}',
    '{"cik":1,"facts":{"us-gaap":{"__proto__":{"units":{"polluted":[1]}}}}}',
  ],
  words: [
    '"us-gaap"',
    '"ifrs-full"',
    '"Assets"',
    '"units"',
    '"USD"',
    '"val":',
    '"end":"2023-09-30"',
    '"filed":',
    '{',
    '}',
    '[',
    ']',
    ',',
    'null',
  ],
  refusal: /is not an object$|is not a company number$|is not an array$/,
  read: (text) => {
    const root = json(text);
    if (root === undefined) return;
    const { cik, facts, dropped } = readCompanyFacts(text);
    if (!Number.isSafeInteger(cik) || cik <= 0) throw new Wrong(`company ${cik}`);
    let count = 0;
    const { facts: taxonomies } = root as { facts: Record<string, Record<string, { units: Record<string, unknown[]> }>> };
    for (const taxonomy of ['us-gaap', 'ifrs-full', 'dei'])
      for (const [name, { units }] of Object.entries(taxonomies[taxonomy] ?? {}))
        if (TAGS.has(taxonomy === 'us-gaap' ? name : `${taxonomy}:${name}`))
          for (const entries of Object.values(units)) count += entries.length;
    const droppedCount = [...dropped.values()].reduce((sum, each) => sum + each, 0);
    if (facts.length + droppedCount !== count) throw new Wrong(`${facts.length} facts and ${droppedCount} dropped of ${count}`);
    for (const { value, start, end, filed } of facts)
      if (!Number.isFinite(value) || start > end || end > filed) throw new Wrong('a fact that can not be');
    for (const { values } of statementsOf(facts).rows)
      if (values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)) throw new Wrong('an infinite figure');
  },
});

const SUBMISSIONS = {
  cik: '320193',
  name: 'Apple Inc.',
  tickers: ['AAPL'],
  exchanges: ['Nasdaq'],
  sic: '3571',
  fiscalYearEnd: '0930',
  addresses: { business: { street1: 'One Apple Park Way', stateOrCountry: 'CA', zipCode: '95014' }, mailing: null },
  filings: {
    recent: {
      form: ['10-K', '8-K'],
      accessionNumber: ['1', '2'],
      filingDate: ['2023-11-03', ''],
      reportDate: ['2023-09-30', ''],
    },
    files: [{ name: 'CIK0000320193-submissions-001.json' }],
  },
};
const submissions = textParser({
  name: 'submissions',
  seeds: [
    JSON.stringify(SUBMISSIONS),
    '{"cik":1}',
    '{"cik":1,"sic":{"valueOf":1,"toString":1}}',
    '{"cik":{"valueOf":1,"toString":1}}',
    '{"form":["10-Q"]}',
  ],
  words: [
    '"filings":',
    '"recent":',
    '"tickers":',
    '"addresses":',
    '"business":',
    '"fiscalYearEnd":',
    '"0229"',
    '{',
    '}',
    '[',
    ']',
    ',',
    'null',
  ],
  refusal: /is not an object$|is not a company number$/,
  read: (text) => {
    if (json(text) === undefined) return;
    for (const { filed, period } of readPage(text)) if (!(period <= filed)) throw new Wrong('filed before its period');
    const { cik, listings, filings, fiscalYearEnd, country } = readSubmissions(text);
    if (!Number.isSafeInteger(cik)) throw new Wrong(`company ${cik}`);
    if (listings.some(({ symbol, exchange }) => typeof symbol !== 'string' || typeof exchange !== 'string'))
      throw new Wrong('a listing that is none');
    for (const { filed, period } of filings) if (!(period <= filed)) throw new Wrong('filed before its period');
    if (fiscalYearEnd !== null && !(fiscalYearEnd >= 1 && fiscalYearEnd <= 12)) throw new Wrong(`month ${fiscalYearEnd}`);
    if (country !== null && !/^[A-Z]{2}$/.test(country)) throw new Wrong(`country ${country}`);
  },
});

const tickers = textParser({
  name: 'company_tickers.json',
  share: 0.3,
  seeds: [
    '{"0":{"cik_str":320193,"ticker":"AAPL"},"1":{"cik_str":"789019","ticker":"msft"}}',
    '{"0":{"cik_str":{"valueOf":1,"toString":1},"ticker":"A"}}',
    '{"a":null}',
  ],
  words: ['"cik_str":', '"ticker":', '"A"', '{', '}', ',', '-1', '1e3', 'null'],
  refusal: /^company_tickers\.json/,
  read: async (text) => {
    const found = await readTickers(file('company_tickers.json', text), new Remarks());
    for (const [symbol, cik] of found ?? [])
      if (symbol === '' || !Number.isSafeInteger(cik) || cik <= 0) throw new Wrong(`${symbol} of company ${cik}`);
  },
});

const alphavantage = textParser({
  name: 'alphavantage',
  share: 0.3,
  seeds: [
    '{"Symbol":"ABC","AssetType":"Common Stock","Name":"Abc","Currency":"USD","PEGRatio":"None","ForwardPE":"-","SharesOutstanding":"1000","LastSplitFactor":"4:1","LastSplitDate":"2020-08-31"}',
    '{"symbol":"ABC","annualReports":[{"fiscalDateEnding":"2023-12-31","reportedCurrency":"USD","totalAssets":"100","treasuryStock":"-5"}],"quarterlyReports":[{"fiscalDateEnding":"2023-12-31","totalRevenue":"7"}]}',
    '{"Meta Data":{"2. Symbol":"ABC"},"Time Series (Daily)":{"2024-10-31":{"1. open":"1","2. high":"2","3. low":"1","4. close":"1.5","5. adjusted close":"1.4","6. volume":"10"}}}',
    '{"Global Quote":{"01. symbol":"ABC","05. price":"1.5","07. latest trading day":"2024-10-31"}}',
    '{"symbol":"ABC","quarterlyEarnings":[{"fiscalDateEnding":"2023-12-31","reportedDate":"2024-02-01"}]}',
    '{"Note":"slow down"}',
    // Were taken for infinite, and for 16.
    '{"symbol":"ABC","annualReports":[{"fiscalDateEnding":"2023-12-31","totalAssets":"1e999","netIncome":"0x10"}]}',
  ],
  words: [
    '"annualReports":',
    '"fiscalDateEnding":"2023-12-31"',
    '"totalAssets":',
    '"None"',
    '"Infinity"',
    '"4. close":',
    '{',
    '}',
    '[',
    ']',
    ',',
    'null',
  ],
  refusal: /^answer\.json is not complete JSON/,
  read: async (text) => {
    await taken(openAlphaVantage(file('alphavantage/answer.json', text)));
  },
});

const HEADER = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';
const DAYS = ['20241023', '20241024', '20241025'];
const prices = (ticker: string): string =>
  `${HEADER}\r\n${DAYS.map((day, index) => `${ticker},D,${day},000000,1,2,1,${1 + index},1000.25,0\r\n`).join('')}`;
const stooq = textParser({
  name: 'stooq',
  share: 0.3,
  seeds: [
    prices('AAPL.US'),
    prices('5.HK'),
    `${HEADER}\n`,
    // An empty cell was a volume of 0, 0x10 was 16.
    `${HEADER}\nAAPL.US,D,20241023,000000,,0x10,1e999,1,,0\n`,
  ],
  words: ['\r\n', ',', 'AAPL.US', 'D', '20240230', '-1', '0x10', '1e999', HEADER],
  refusal: /^.*(?:none of \d+ files|holds no \.txt)/,
  read: async (text) => {
    const path = file('stooq/us/nasdaq stocks/aapl.us.txt', text);
    const work = join(folder, 'stooq.work');
    rmSync(work, { recursive: true, force: true });
    const { series } = await taken(openStooq([join(path, '../../..')], { trustsLastClose: true, work }));
    const lines = text.split('\n').map((line) => line.trimEnd().split(','));
    for (const [, kept] of series) {
      let before = Number.NEGATIVE_INFINITY;
      const { days, closes, volumes, flags } = kept.read();
      for (const [at, day] of days.entries()) {
        if (!(day >= before)) throw new Wrong('days that go back');
        before = day;
        if (!(closes[at]! > 0)) throw new Wrong(`a close of ${closes[at]}`);
        const iso = new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
        const own = lines.filter((cells) => cells[2] === iso && cells.length === 10);
        const numbers = own.map((cells) =>
          cells.map((cell) => (cell.trim() === '' || /x|b|o/i.test(cell) ? Number.NaN : Number(cell))),
        );
        if (!numbers.some((cells) => cells[7] === closes[at])) throw new Wrong(`close ${closes[at]} is on no line of ${iso}`);
        if (!Number.isNaN(volumes[at]!) && !numbers.some((cells) => cells[8] === volumes[at]))
          throw new Wrong(`volume ${volumes[at]} is on no line of ${iso}`);
        if ((flags[at]! & HAS_OPEN) !== 0 && numbers.every((cells) => !Number.isFinite(cells[4])))
          throw new Wrong(`there is no open on a line of ${iso}`);
      }
    }
  },
});

const rates = textParser({
  name: 'ECB rates',
  share: 0.3,
  seeds: [
    'Date,USD,JPY,BGN,\n2024-10-31,1.0882,165.25,N/A,\n2024-10-30,1.0815,165.62,1.9558,\n',
    'Date, USD, JPY, \n29 October 2024, 1.0797, 165.55, \n',
    '\ufeffDate,USD\n2024-10-31,1',
    // Made a rate of 0, and an infinite one.
    'Date,USD,JPY\n2024-10-31,1.1,1e999\n',
    'Date,USD,JPY\n2024-10-31,Infinity,0x10\n',
  ],
  words: ['USD', 'JPY', ',', '\n', 'N/A', '2024-02-30', '30 February 2024', '1e999', '0x10'],
  refusal: /^rates\.csv(?:,| has)/,
  read: async (text) => {
    const { rates: read } = await readReferenceRates(file('rates.csv', text), AS_OF_DAY);
    const cells = new Set(text.split(/[,\r\n]/).map((cell) => Number(cell.trim() === '' ? Number.NaN : cell)));
    for (const { currency, usdRate, day } of read) {
      if (!(usdRate > 0 && usdRate < Number.POSITIVE_INFINITY)) throw new Wrong(`${currency}: ${usdRate}`);
      if (day > AS_OF_DAY || !Number.isInteger(day)) throw new Wrong(`a rate of day ${day}`);
      if (currency === 'EUR' && !cells.has(usdRate)) throw new Wrong(`${usdRate} dollars per euro are not in the file`);
    }
  },
});

const COLUMNS = ['symbol', 'name', 'type', 'country', 'currency', 'exchange'];
const LINES = ['symbol\tname\ttype\tcountry\tcurrency\texchange', 'A\tAgilent\tEquity\tUS\tUSD\tNYSE', 'B\t"Q"\tEtf\tDE\tEUR\t'];
const csv = (separator: string): string =>
  `${LINES.map((line) =>
    line
      .split('\t')
      .map((cell) => (/["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(separator),
  ).join('\n')}\n`;
const databases = new Map<string, Promise<Database>>();

/** One database that may read the file, for all inputs: opening one takes longer than reading the file. */
function databaseOf(path: string): Promise<Database> {
  const open = databases.get(path) ?? Database.open([path]);
  databases.set(path, open);
  return open;
}

async function readSecurities(path: string): Promise<void> {
  const { rows } = await taken(openTables(join(path, '..'), undefined), await databaseOf(path));
  for (const { row } of rows)
    for (const id of COLUMNS) {
      const value = row[id];
      if (typeof value === 'string' && (value === '' || value !== value.trim()))
        throw new Wrong(`${id}: blanks around “${value}”`);
      if (typeof value !== 'string' && value !== null && value !== undefined) throw new Wrong(`${id} is ${typeof value}`);
    }
}

const tablesCsv = textParser({
  name: 'securities.csv',
  share: 0.03,
  seeds: [
    csv(','),
    csv(';'),
    csv('\t'),
    'symbol,country\n',
    'symbol\n',
    '',
    '"symbol","country"\n"A","US\n',
    '\ufeffsymbol,country\nA,US\n',
  ],
  words: ['symbol', 'country', ',', ';', '\t', '\n', '\r\n', '"', '""', 'US', "'", ') --'],
  refusal: /^securities\.csv/,
  read: async (text) => readSecurities(file('csv/securities.csv', text)),
});

const financedatabase = textParser({
  name: 'financedatabase',
  share: 0.03,
  seeds: [
    'symbol,name,currency,sector,industry,exchange,country,isin,delisted\nAAPL,Apple Inc.,USD,Information Technology,Technology Hardware,NMS,United States,US0378331005,False\n',
    'symbol,long_name,category_group,family,exchange\nSPY,SPDR,Equities,SSGA,PCX\n',
    'symbol,exchange\n',
  ],
  words: ['symbol', 'exchange', 'name', ',', '\n', '"', 'NMS', 'United States', 'True'],
  refusal: /^master\.csv/,
  read: async (text) => {
    const path = file('financedatabase/master.csv', text);
    const { rows } = await taken(openFinanceDatabase(path), await databaseOf(path));
    const symbols = rows.map(({ row }) => row.symbol);
    if (new Set(symbols).size !== symbols.length) throw new Wrong('a symbol twice');
  },
});

function parquetSeed(): Uint8Array {
  const path = file('seed.parquet', '');
  parquetWriteFile(path, LINES, []);
  return readFileSync(path);
}

const bytes = (parser: Omit<Parser<Uint8Array>, 'mutate' | 'show'>): Parser<Uint8Array> => ({
  ...parser,
  mutate: mutateBytes,
  show: (input) => Buffer.from(input).toString('hex'),
});

const parquet = bytes({
  name: 'securities.parquet',
  share: 0.03,
  seeds: [parquetSeed(), new Uint8Array(0), Buffer.from('PAR1PAR1')],
  refusal: /^securities\.parquet/,
  read: async (input) => readSecurities(file('parquet/securities.parquet', input)),
});

const ENTRY_BYTES_MAX = 1e9;

const zip = bytes({
  name: 'zip',
  share: 0.2,
  seeds: [
    zipOf({ 'CIK0000320193.json': JSON.stringify(FACTS), 'a.csv': 'a,b\n1,2\n' }),
    zipOf({ '../up.txt': 'x', '/etc/passwd': 'y', __proto__: 'z' }),
    zipOf({}),
    Buffer.from('PK\x05\x06'),
  ],
  refusal: /^fuzz\.zip: /,
  read: async (input) => {
    const path = file('fuzz.zip', input);
    for await (const entry of entriesOf(path, ENTRY_BYTES_MAX)) {
      if (/^\/|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(entry.name)) throw new Wrong(`a way out: ${entry.name}`);
      const content = await entry.read();
      if (content.length !== entry.bytes) throw new Wrong(`${content.length} bytes for ${entry.bytes}`);
    }
    const archive = await Archive.open(path, () => true);
    try {
      for (const entry of archive.entries) {
        if (/[\\/]/.test(entry.name)) throw new Wrong(`a path: ${entry.name}`);
        const content = await archive.read(entry);
        if (crc32(content) !== entry.crc32 || content.length !== entry.bytes)
          throw new Wrong('other bytes than the archive says');
      }
    } finally {
      archive.close();
    }
  },
});

export const FILE_PARSERS = {
  texts: [companyfacts, submissions, tickers, alphavantage, stooq, rates, tablesCsv, financedatabase],
  bytes: [zip, parquet],
};
