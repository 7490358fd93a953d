/** The source `sec-datasets`: quarterly Financial Statement Data Sets, in both layouts of num, as archives, text or Parquet. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DAY_MS, dayOfDigits } from '../formats/day.ts';
import { type Cell, Database, quoteName, quoteText } from '../formats/duckdb.ts';
import { filesIn, folderAt } from '../formats/files.ts';
import { placed } from '../formats/placed.ts';
import { Archive } from '../formats/zip.ts';
import { listedCountry } from '../join/codes/domiciles.ts';
import { type Company, cikText, statementLines } from './sec/company.ts';
import type { Fact } from './sec/fact.ts';
import { securitiesOf, writeTables } from './sec/output.ts';
import { Remarks } from './sec/remarks.ts';
import { TAGS } from './sec/rule.ts';
import { scratchFolder } from './sec/scratch.ts';
import { sectorOf } from './sec/sectors.ts';
import { statementsOf } from './sec/statements.ts';
import { yearEndOf } from './sec/submissions.ts';
import { readTickers } from './sec/tickers.ts';
import type { MakerOptions } from './source.ts';

const ARCHIVE = /\.zip$/;
const TABLE = /^(?<before>.*?)(?<table>sub|num)\.(?<kind>txt|tsv|parquet)$/;
const SUB_COLUMNS = ['adsh', 'cik', 'name', 'form', 'filed'];
const SUB_OPTIONAL = ['sic', 'countryba', 'fye', 'period'];
const NUM_COLUMNS = ['adsh', 'tag', 'version', 'ddate', 'qtrs', 'uom', 'value'];
/** Columns that are filled for parts of a company; the older layout has only the second. */
const NUM_PARTS = ['segments', 'coreg'];
const QUARTER_MONTHS = 3;

const isRead = (name: string): boolean => ARCHIVE.test(name) || TABLE.test(name);

interface Quarter {
  readonly name: string;
  readonly sub: string;
  readonly num: string;
}

/** Converts the data sets to a folder of tables. Throws with the name of a file that can't be read. */
export async function datasetsTables({ from, work, asOfDay, report, progress }: MakerOptions): Promise<string> {
  const remarks = new Remarks();
  const tickers = await readTickers(join(from, 'company_tickers.json'), remarks);
  const unpacked = await scratchFolder(work, 'unpacked');
  try {
    const quarters = await quartersOf(from, unpacked, remarks, progress);
    const database = await Database.open(
      quarters.flatMap(({ sub, num }) => [sub, num]),
      work,
    );
    try {
      return await tablesOf(database, quarters, tickers, { from, work, asOfDay, report, progress }, remarks);
    } finally {
      await database.close();
    }
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Finds the quarters in a folder and its subfolders; unpacks archives. */
async function quartersOf(
  from: string,
  unpacked: string,
  remarks: Remarks,
  progress: (line: string) => void,
): Promise<Quarter[]> {
  const quarters: Quarter[] = [];
  const folders = [from];
  if (!(await folderAt(from))) throw new Error(`${from} is not there`);
  for (const name of (await readdir(from)).sort())
    if (!isRead(name) && (await stat(join(from, name)).catch(() => null))?.isDirectory()) folders.push(join(from, name));
  for (const folder of folders) {
    const tables = new Map<string, { sub?: string; num?: string }>();
    for (const path of await filesIn(folder, isRead)) {
      const name = basename(path);
      const groups = TABLE.exec(name)?.groups;
      if (groups) {
        const key = folder === from ? groups.before! : `${basename(folder)}/${groups.before}`;
        tables.set(key, { ...tables.get(key), [groups.table!]: path });
      } else {
        progress(`sec-datasets: unpacking ${name}`);
        quarters.push(await unpack(path, join(unpacked, String(quarters.length)), remarks));
      }
    }
    for (const [key, { sub, num }] of tables) {
      if (sub && num) quarters.push({ name: key || basename(folder), sub, num });
      else remarks.add(`a table without the other one (${sub ? 'num' : 'sub'}): not read`, basename(sub ?? num ?? ''));
    }
  }
  if (quarters.length > 0) return quarters;
  throw new Error(
    [`${from} has no archive and no pair of sub and num as .txt, .tsv or .parquet`, ...remarks.lines('sec-datasets')].join('; '),
  );
}

async function unpack(path: string, folder: string, remarks: Remarks): Promise<Quarter> {
  const archive = await Archive.open(path, (name) => name === 'sub.txt' || name === 'num.txt');
  try {
    for (const { name, reason } of archive.refused) remarks.add(`${archive.name}: ${reason}: not read`, name);
    await mkdir(folder);
    for (const name of ['sub.txt', 'num.txt']) {
      const entry = archive.entries.find((other) => other.name === name);
      if (!entry) throw new Error(`${archive.name} has no ${name}`);
      await archive.extract(entry, join(folder, name)).catch((error: Error) => {
        throw new Error(error.message.startsWith(archive.name) ? error.message : `${archive.name}: ${name}: ${error.message}`, {
          cause: error,
        });
      });
    }
  } finally {
    archive.close();
  }
  return { name: archive.name, sub: join(folder, 'sub.txt'), num: join(folder, 'num.txt') };
}

/** SQL of a file for a FROM clause, with text columns. Quotes in the file are ordinary characters. */
async function openTable(
  database: Database,
  path: string,
  place: string,
  required: readonly string[],
): Promise<{ sql: string; columns: ReadonlySet<string> }> {
  const isParquet = path.endsWith('.parquet');
  const names = isParquet
    ? (await database.rows(`DESCRIBE SELECT * FROM read_parquet(${quoteText(path)})`)).map(([name]) => String(name))
    : (await firstLine(path)).split('\t').map((name) => name.trim());
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`${place} has no column ${missing}; it has ${names.join(', ').slice(0, 200)}`);
  const types = names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  return {
    columns: new Set(names),
    sql: isParquet
      ? `read_parquet(${quoteText(path)})`
      : `read_csv(${quoteText(path)}, columns = {${types}}, auto_detect = false, header = true, delim = '\t', quote = '', escape = '')`,
  };
}

async function firstLine(path: string): Promise<string> {
  const file = createReadStream(path, 'utf8');
  try {
    for await (const line of createInterface({ input: file })) return line;
    return '';
  } finally {
    file.destroy();
  }
}

const textSql = (name: string): string => `CAST(${quoteName(name)} AS VARCHAR)`;

/** Stages all quarters: the filings, and company-wide values of known tags. */
async function stage(database: Database, quarters: readonly Quarter[], remarks: Remarks): Promise<void> {
  await database.run(
    'CREATE TABLE filings (adsh VARCHAR, cik BIGINT, name VARCHAR, form VARCHAR, filed VARCHAR, sic VARCHAR, countryba VARCHAR, fye VARCHAR, period VARCHAR)',
  );
  await database.run('CREATE TABLE figures (adsh VARCHAR, tag VARCHAR, ddate VARCHAR, qtrs INTEGER, uom VARCHAR, value DOUBLE)');
  const plain = [...TAGS]
    .filter((tag) => !tag.includes(':'))
    .map(quoteText)
    .join(', ');
  const ofTaxonomy = (taxonomy: string): string =>
    [...TAGS].flatMap((tag) => (tag.startsWith(`${taxonomy}:`) ? [quoteText(tag.slice(taxonomy.length + 1))] : [])).join(', ');
  for (const { name, sub, num } of quarters) {
    const place = (path: string): string => `${name}: ${basename(path)}`;
    const filings = await openTable(database, sub, place(sub), SUB_COLUMNS);
    const optional = SUB_OPTIONAL.map((id) => (filings.columns.has(id) ? textSql(id) : 'NULL'));
    await placed(
      place(sub),
      database.run(
        `INSERT INTO filings SELECT ${textSql('adsh')}, TRY_CAST(cik AS BIGINT), ${['name', 'form', 'filed'].map(textSql).join(', ')}, ${optional.join(', ')} FROM ${filings.sql}`,
      ),
    );
    const figures = await openTable(database, num, place(num), NUM_COLUMNS);
    const whole = NUM_PARTS.filter((id) => figures.columns.has(id)).map((id) => `COALESCE(${textSql(id)}, '') = ''`);
    const tag = `CASE WHEN version LIKE 'us-gaap/%' AND tag IN (${plain}) THEN tag
      WHEN version LIKE 'ifrs%/%' AND tag IN (${ofTaxonomy('ifrs-full')}) THEN 'ifrs-full:' || tag
      WHEN version LIKE 'dei/%' AND tag IN (${ofTaxonomy('dei')}) THEN 'dei:' || tag END`;
    await placed(
      place(num),
      database.run(
        `INSERT INTO figures SELECT * FROM (SELECT ${textSql('adsh')}, ${tag} AS known, ${textSql('ddate')}, TRY_CAST(qtrs AS INTEGER), ${textSql('uom')}, TRY_CAST(value AS DOUBLE)
         FROM ${figures.sql} WHERE ${['value IS NOT NULL', ...whole].join(' AND ')}) WHERE known IS NOT NULL`,
      ),
    );
  }
  const [[strays = 0] = []] = await database.rows(
    "SELECT count(*) FROM filings WHERE adsh IS NULL OR cik IS NULL OR NOT regexp_full_match(COALESCE(filed, ''), '\\d{8}(\\.0)?')",
  );
  if (Number(strays) > 0) remarks.add('a filing without adsh, cik or filed: not read', `${strays} rows of sub`, Number(strays));
  const [[doubled = 0] = []] = await database.rows('SELECT count(*) - count(DISTINCT adsh) FROM filings');
  if (Number(doubled) > 0) remarks.add('a filing that an earlier row has: one counts', `${doubled} rows of sub`, Number(doubled));
}

/** Figures with their filings, sorted by company. Sorting by value as well makes the choice between duplicates reproducible. */
const FACTS_SQL = `
  SELECT cik, name, sic, countryba, fye, filed, form, adsh, tag, ddate, qtrs, uom, value
  FROM (SELECT * FROM filings WHERE cik IS NOT NULL QUALIFY row_number() OVER (PARTITION BY adsh ORDER BY cik, filed) = 1) AS filing
  JOIN (SELECT DISTINCT * FROM figures) AS figure USING (adsh)
  ORDER BY cik, filed, adsh, tag, ddate, qtrs, uom, value`;

async function tablesOf(
  database: Database,
  quarters: readonly Quarter[],
  tickers: ReadonlyMap<string, number> | null,
  { work, asOfDay, report, progress }: MakerOptions,
  remarks: Remarks,
): Promise<string> {
  progress(`sec-datasets: reading ${quarters.length} quarters`);
  await stage(database, quarters, remarks);
  const companies = new Map<string, Company>();
  const statements = new Map<string, string>();
  for await (const { company, lines } of companiesOf(database, asOfDay, tickers === null, remarks)) {
    const input = String(company.cik);
    companies.set(input, company);
    statements.set(input, lines);
    for (const [reason, count] of Object.entries(company.remarks)) remarks.add(reason, `CIK${cikText(company.cik)}`, count);
  }
  const securities = securitiesOf(companies, tickers ?? new Map(), remarks);
  if (securities.length === 0) throw new Error('the data sets have no filing that can be used');
  const folder = await scratchFolder(work, 'tables');
  const wanted = new Set(securities.map(({ input }) => input));
  const pairs = (async function* () {
    for (const input of wanted) yield [input, statements.get(input) ?? ''] as const;
  })();
  await writeTables(folder, securities, pairs, remarks);
  report.notes.push(
    `sec-datasets: ${companies.size.toLocaleString('en-US')} companies in ${quarters.map(({ name }) => name).join(', ')}`,
    ...(tickers === null ? ['sec-datasets: without company_tickers.json a symbol is the number of its company'] : []),
    ...remarks.lines('sec-datasets'),
  );
  return folder;
}

async function* companiesOf(
  database: Database,
  asOfDay: number,
  isByNumber: boolean,
  remarks: Remarks,
): AsyncGenerator<{ company: Company; lines: string }> {
  let facts: Fact[] = [];
  let last: readonly Cell[] | null = null;
  for await (const columns of database.stream(FACTS_SQL)) {
    for (let row = 0; row < columns[0]!.length; row++) {
      const cells = columns.map((column) => column[row] ?? null);
      if (last !== null && String(last[0]) !== String(cells[0])) {
        yield companyOf(last, facts, isByNumber);
        facts = [];
        last = null;
      }
      const fact = factOf(cells);
      if (typeof fact === 'string') remarks.add(fact, `${cells[7]} ${cells[8]} ${cells[9]}`);
      else if (fact.filed <= asOfDay) {
        facts.push(fact);
        last = cells;
      }
    }
  }
  if (last !== null) yield companyOf(last, facts, isByNumber);
}

/** First day of a period of that many quarters; the data sets round its end to the end of a month. */
function startOf(end: number, quarters: number): number {
  if (quarters === 0) return Number.NaN;
  const last = new Date(end * DAY_MS);
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1 - QUARTER_MONTHS * quarters, 1) / DAY_MS;
}

/** Returns a row's fact, or the reason why it can't be used. */
function factOf(cells: readonly Cell[]): Fact | string {
  const [filed, form, adsh, tag, ddate, qtrs, uom, value] = cells.slice(5);
  const [end, day] = [ddate, filed].map((date) => dayOfDigits(String(date).replace(/\.0$/, ''))) as [number, number];
  if (Number.isNaN(end) || Number.isNaN(day)) return 'a value without a date: not read';
  if (end > day) return 'a value of a period that ends after it was filed: not read';
  if (qtrs === null || typeof value !== 'number' || !Number.isFinite(value)) return 'a value without a number: not read';
  const unit = String(uom);
  return {
    tag: String(tag),
    start: startOf(end, Number(qtrs)),
    end,
    value,
    // The data sets state per-share amounts in the currency alone.
    unit: String(tag).includes('PerShare') && /^[A-Z]{3}$/.test(unit) ? `${unit}/shares` : unit,
    filed: day,
    accession: String(adsh),
    form: String(form ?? ''),
  };
}

/** @param latest cells of the company's latest filing */
function companyOf(latest: readonly Cell[], facts: readonly Fact[], isByNumber: boolean): { company: Company; lines: string } {
  const [cik, name, sic, country, fye] = latest;
  const { rows, corrected } = statementsOf(facts);
  const filed = facts.reduce((last, fact) => Math.max(last, fact.filed), 0);
  const sector = sectorOf(Number(sic ?? Number.NaN));
  return {
    lines: statementLines(rows),
    company: {
      cik: Number(cik),
      name: String(name ?? ''),
      listings: isByNumber ? [{ symbol: `CIK${cikText(Number(cik))}`, exchange: '' }] : [],
      country: listedCountry(String(country)),
      sector: sector?.sector ?? null,
      industry: sector?.industry ?? null,
      fiscalYearEnd: fye === null ? null : yearEndOf(String(fye).padStart(4, '0')),
      website: null,
      address: null,
      latestPeriod: rows.at(-1)?.day ?? null,
      filed,
      rowCount: rows.length,
      damaged: [],
      remarks: Object.fromEntries(corrected),
    },
  };
}
