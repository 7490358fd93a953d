/** The SEC's files of companies: companyfacts, submissions and company_tickers.json, in bulk archives or in folders. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { STATEMENT_IDS } from '../../figures/period.ts';
import type { Progress } from '../../report/progress.ts';
import type { MakerOptions, Source } from '../source.ts';
import { type Company, cikText, rowsOfKept, statementLines } from './company.ts';
import { type CompanyFacts, readCompanyFacts } from './companyfacts.ts';
import { cellsOf, type Security, securitiesOf, writeTables } from './output.ts';
import { Parts, type Record } from './parts.ts';
import { Remarks } from './remarks.ts';
import { scratchFolder } from './scratch.ts';
import { openShelf, type Shelf, type ShelfFile } from './shelf.ts';
import { statementsOf } from './statements.ts';
import { type Filing, readPage, readSubmissions, type Submissions } from './submissions.ts';
import { DEBT, INVESTMENTS, TAG_LEVELS } from './tags.ts';
import { readTickers } from './tickers.ts';

const COMPANY_FILE = /^CIK(\d{10})\.json$/;
const PAGE_FILE = /^CIK(\d{10})-submissions-\d{3}\.json$/;
/** Changes with what is made of the files, so that older parts don't count. */
const FORMAT = 4;
const VERSION = `${FORMAT} ${createHash('sha256')
  .update(JSON.stringify([TAG_LEVELS, DEBT, INVESTMENTS, STATEMENT_IDS]))
  .digest('hex')}`;
/** Companies whose files are read and inflated while another is computed. */
const AHEAD = 3;
const PROGRESS_COMPANIES = 50;

/** The files of one company. */
interface Unit {
  readonly cik: number;
  readonly input: string;
  readonly facts: ShelfFile | undefined;
  readonly submissions: ShelfFile | undefined;
  readonly pages: readonly ShelfFile[];
}

interface Companies {
  readonly securities: readonly Security[];
  readonly parts: Parts;
  readonly remarks: Remarks;
  /** What was read, as a line of the report. */
  readonly line: string;
}

/** Reads the SEC's files as far as they have changed. Throws with the name of an archive or list that can't be read. */
async function readCompanies({ from, work, asOfDay, report, progress }: MakerOptions): Promise<Companies> {
  const remarks = new Remarks();
  progress('sec: looking at the files');
  const tickers = await readTickers(join(from, 'company_tickers.json'), remarks);
  const facts = await openShelf(
    [join(from, 'companyfacts.zip'), join(from, 'companyfacts'), from],
    (name) => COMPANY_FILE.test(name),
    remarks,
  );
  if (!facts) throw new Error(`${from} has no companyfacts.zip, no folder companyfacts and no CIK##########.json`);
  const withFacts = new Set([...facts.files.keys()].map((name) => cikOf(name)));
  const listed = new Set(tickers?.values());
  let submissions: Shelf | null = null;
  try {
    submissions = await openShelf(
      [join(from, 'submissions.zip'), join(from, 'submissions')],
      (name) => isOfCompany(name) && (tickers === null || withFacts.has(cikOf(name)) || listed.has(cikOf(name))),
      remarks,
    );
    const units = unitsOf(facts, submissions);
    const parts = await Parts.open(join(work, 'sec'), asOfDay);
    await readUnits(units, parts, asOfDay, progress);
    const companies = new Map<string, Company>();
    for (const { input } of units) {
      const company = parts.company(input);
      if (!company) continue;
      for (const line of company.damaged) remarks.add('a file that can’t be read: left out', line);
      if (company.name === '' && company.rowCount === 0) continue;
      companies.set(input, company);
      for (const [reason, count] of Object.entries(company.remarks)) remarks.add(reason, placeOf(company.cik), count);
    }
    await parts.tidy(new Set(units.map(({ input }) => input)));
    const securities = securitiesOf(companies, tickers ?? new Map(), remarks);
    if (securities.length === 0) {
      report.notes.push(...remarks.lines('sec'));
      throw new Error(`${from}: no company has a ticker: add submissions.zip or company_tickers.json`);
    }
    progress(
      `sec: ${securities.length.toLocaleString('en-US')} listed shares of ${companies.size.toLocaleString('en-US')} companies`,
    );
    const line = `sec: ${units.length.toLocaleString('en-US')} companies in ${[facts.name, submissions?.name].filter(Boolean).join(' and ')}`;
    return { securities, parts, remarks, line };
  } finally {
    facts.close();
    submissions?.close();
  }
}

/** Per input the lines of its statements. */
function* linesOf({ securities, parts }: Companies): Generator<readonly [input: string, lines: string]> {
  for (const input of new Set(securities.map((security) => security.input)))
    yield [input, JSON.parse(parts.statements(input).toString('utf8')) as string];
}

/** Makes a folder of tables of the SEC's files. Throws with the name of an archive or list that can't be read. */
export async function secTables(options: MakerOptions): Promise<string> {
  const companies = await readCompanies(options);
  const { securities, parts, remarks, line } = companies;
  try {
    const folder = await scratchFolder(options.work, 'tables');
    await writeTables(folder, securities, linesOf(companies), remarks);
    options.report.notes.push(line, ...remarks.lines('sec'));
    return folder;
  } finally {
    parts.close();
  }
}

/** The SEC's files as one source of several. Throws with the name of an archive or list that can't be read. */
export async function openSec(options: MakerOptions): Promise<Source> {
  const { securities, parts, remarks, line } = await readCompanies(options);
  return {
    name: 'sec',
    path: options.from,
    files: [],
    async read(intake) {
      for (const security of securities) {
        const { input, listing, company } = security;
        if (company.filed > 0) intake.dated(company.filed);
        const cells = Object.entries(cellsOf(security, remarks)).map(([id, text]) => [
          id,
          text.replaceAll(/[\r\n]+/g, ' ').trim(),
        ]);
        intake.take('securities', { ...Object.fromEntries(cells), latestQuarter: company.latestPeriod });
        if (company.rowCount > 0)
          intake.takeStatements(listing.symbol, {
            place: `${placeOf(company.cik)} ${listing.symbol}`,
            rowCount: company.rowCount,
            read: () => rowsOfKept(parts.statements(input), company.rowCount),
          });
      }
      options.report.notes.push(line, ...remarks.lines('sec'));
    },
    close: () => parts.close(),
  };
}

const isOfCompany = (name: string): boolean => COMPANY_FILE.test(name) || PAGE_FILE.test(name);
const cikOf = (name: string): number => Number((COMPANY_FILE.exec(name) ?? PAGE_FILE.exec(name))?.[1]);
const placeOf = (cik: number): string => `CIK${cikText(cik)}`;

function unitsOf(facts: Shelf, submissions: Shelf | null): Unit[] {
  const files = new Map<number, { facts?: ShelfFile; submissions?: ShelfFile; pages: ShelfFile[] }>();
  const of = (cik: number): { facts?: ShelfFile; submissions?: ShelfFile; pages: ShelfFile[] } => {
    const own = files.get(cik) ?? { pages: [] };
    files.set(cik, own);
    return own;
  };
  for (const file of facts.files.values()) of(cikOf(file.name)).facts = file;
  for (const file of submissions?.files.values() ?? []) {
    if (PAGE_FILE.test(file.name)) of(cikOf(file.name)).pages.push(file);
    else of(cikOf(file.name)).submissions = file;
  }
  return [...files]
    .sort(([a], [b]) => a - b)
    .map(([cik, own]) => {
      const pages = own.pages.sort((a, b) => (a.name < b.name ? -1 : 1));
      const inputs = [own.facts?.input, own.submissions?.input, ...pages.map(({ input }) => input)];
      const input = createHash('sha256')
        .update([VERSION, ...inputs].join('\n'))
        .digest('hex')
        .slice(0, 32);
      return { cik, input, facts: own.facts, submissions: own.submissions, pages };
    });
}

/** Reads the files of all companies that no part has yet, some of them ahead. */
async function readUnits(units: readonly Unit[], parts: Parts, asOfDay: number, progress: Progress): Promise<void> {
  const open = units.filter(({ input }) => !parts.has(input));
  if (open.length < units.length) {
    progress(`sec: ${(units.length - open.length).toLocaleString('en-US')} companies are unchanged since they were read`);
  }
  const ahead: Promise<Buffer | null>[] = [];
  const fetchOf = (unit: Unit | undefined): Promise<Buffer | null> => {
    const reading = unit?.facts?.read() ?? Promise.resolve(null);
    reading.catch(() => undefined);
    return reading;
  };
  for (const unit of open.slice(0, AHEAD)) ahead.push(fetchOf(unit));
  for (const [index, unit] of open.entries()) {
    const bytes = ahead.shift()!;
    ahead.push(fetchOf(open[index + AHEAD]));
    await parts.add(await recordOf(unit, bytes, asOfDay));
    if ((index + 1) % PROGRESS_COMPANIES === 0 || index + 1 === open.length) {
      progress(`sec: ${(index + 1).toLocaleString('en-US')} of ${open.length.toLocaleString('en-US')} companies read`, {
        done: index + 1,
        of: open.length,
      });
    }
  }
  await parts.flush();
}

/** What a company's files give. A file that can't be read is named and left out. */
async function recordOf(unit: Unit, bytes: Promise<Buffer | null>, asOfDay: number): Promise<Record> {
  const damaged: string[] = [];
  const attempt = async <Answer>(file: ShelfFile | undefined, read: (text: string) => Answer, ready?: Promise<Buffer | null>) => {
    if (!file) return null;
    try {
      const content = (await (ready ?? file.read())) ?? Buffer.alloc(0);
      return read(content.toString('utf8'));
    } catch (error) {
      damaged.push(`${file.name}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
  const facts = await attempt(unit.facts, (text) => sameCompany(readCompanyFacts(text), unit.cik), bytes);
  const submissions = await attempt(unit.submissions, (text) => sameCompany(readSubmissions(text), unit.cik));
  const filings: Filing[] = [...(submissions?.filings ?? [])];
  for (const page of unit.pages) filings.push(...((await attempt(page, readPage)) ?? []));
  return companyRecord(unit, facts, submissions, filings, asOfDay, damaged);
}

function sameCompany<Read extends { readonly cik: number }>(read: Read, cik: number): Read {
  if (read.cik !== cik) throw new Error(`it is of company ${read.cik}`);
  return read;
}

function companyRecord(
  unit: Unit,
  facts: CompanyFacts | null,
  submissions: Submissions | null,
  filings: readonly Filing[],
  asOfDay: number,
  damaged: readonly string[],
): Record {
  const known = (facts?.facts ?? []).filter(({ filed }) => filed <= asOfDay);
  const reported = filings.filter(({ filed }) => filed <= asOfDay);
  const { rows, corrected } = statementsOf(known, new Map(reported.map(({ accession, period }) => [accession, period])));
  const latestOf = (days: Iterable<number>): number => {
    let latest = Number.NEGATIVE_INFINITY;
    for (const day of days) latest = Math.max(latest, day);
    return latest;
  };
  const latest = latestOf([...(facts?.facts ?? []), ...filings].map(({ filed }) => filed));
  const latestPeriod = latestOf([...rows.map(({ day }) => day), ...reported.map(({ period }) => period)]);
  const missingPages = (submissions?.pages ?? []).filter((page) => !unit.pages.some(({ name }) => name === page));
  return {
    input: unit.input,
    asOf: latest > asOfDay ? asOfDay : null,
    latest: Number.isFinite(latest) ? latest : 0,
    statements: statementLines(rows),
    company: {
      cik: unit.cik,
      name: submissions?.name || (facts?.name ?? ''),
      listings: submissions?.listings ?? [],
      country: submissions?.country ?? null,
      sector: submissions?.sector ?? null,
      industry: submissions?.industry ?? null,
      fiscalYearEnd: submissions?.fiscalYearEnd ?? null,
      website: submissions?.website ?? null,
      address: submissions?.address ?? null,
      latestPeriod: Number.isFinite(latestPeriod) ? latestPeriod : null,
      filed: Math.max(latestOf([...known, ...reported].map(({ filed }) => filed)), 0),
      rowCount: rows.length,
      damaged,
      remarks: {
        ...Object.fromEntries(facts?.dropped ?? []),
        ...Object.fromEntries(corrected),
        ...(missingPages.length > 0 && { 'a page of older filings is not there': missingPages.length }),
      },
    },
  };
}
