/** The source `sec`: companyfacts, submissions and company_tickers.json, in bulk archives or folders. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { contentHash } from '../../../contentHash.ts';
import { STATEMENT_IDS } from '../../figures/period.ts';
import { Threads } from '../../threads/threads.ts';
import type { MakerOptions, Source } from '../source.ts';
import { type Company, cikText, rowsOfKept } from './company.ts';
import { cellsOf, type Security, securitiesOf, writeTables } from './output.ts';
import { Parts } from './parts.ts';
import type { CompanyFiles, ReadFile } from './record.ts';
import { Remarks } from './remarks.ts';
import { scratchFolder } from './scratch.ts';
import { openShelf, type Shelf, type ShelfFile } from './shelf.ts';
import { DEBT, INVESTMENTS, TAG_LEVELS } from './tags.ts';
import { readTickers } from './tickers.ts';

const COMPANY_FILE = /^CIK(\d{10})\.json$/;
const PAGE_FILE = /^CIK(\d{10})-submissions-\d{3}\.json$/;
/** Increase when the conversion changes, to invalidate cached parts. */
const FORMAT = 5;
const VERSION = `${FORMAT} ${createHash('sha256')
  .update(JSON.stringify([TAG_LEVELS, DEBT, INVESTMENTS, STATEMENT_IDS]))
  .digest('hex')}`;
const PROGRESS_COMPANIES = 50;

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
  /** A line for the report. */
  readonly line: string;
}

/** Reads changed files. Throws with the name of an unreadable archive or list. */
async function readCompanies(options: MakerOptions): Promise<Companies> {
  const { from, work, asOfDay, report, progress } = options;
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
    await readUnits(units, parts, options);
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

function* linesOf({ securities, parts }: Companies): Generator<readonly [input: string, lines: string]> {
  for (const input of new Set(securities.map((security) => security.input)))
    yield [input, JSON.parse(parts.statements(input).toString('utf8')) as string];
}

/** Converts the SEC's files to a folder of tables. Throws with the name of an unreadable archive or list. */
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

/** Opens the SEC's files to be joined with other sources. Throws with the name of an unreadable archive or list. */
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
      const input = contentHash([VERSION, ...inputs].join('\n'));
      return { cik, input, facts: own.facts, submissions: own.submissions, pages };
    });
}

/** Converts companies that are not in any part, reading some files ahead. */
async function readUnits(units: readonly Unit[], parts: Parts, { asOfDay, progress, threads }: MakerOptions): Promise<void> {
  const open = units.filter(({ input }) => !parts.has(input));
  if (open.length < units.length) {
    progress(`sec: ${(units.length - open.length).toLocaleString('en-US')} companies are unchanged since they were read`);
  }
  const work = Threads.open(threads, open.length);
  try {
    let done = 0;
    const answers = work.inOrder(open, async (unit) => await work.ask('companyRecord', await filesOf(unit, asOfDay)));
    for await (const record of answers) {
      await parts.add(record);
      if (++done % PROGRESS_COMPANIES === 0 || done === open.length) {
        progress(`sec: ${done.toLocaleString('en-US')} of ${open.length.toLocaleString('en-US')} companies read`, {
          done,
          of: open.length,
        });
      }
    }
  } finally {
    await work.close();
  }
  await parts.flush();
}

async function filesOf({ cik, input, facts, submissions, pages }: Unit, asOfDay: number): Promise<CompanyFiles> {
  const read = async ({ name, read: bytes }: ShelfFile): Promise<ReadFile> => ({
    name,
    bytes: await bytes().catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
  });
  return {
    ...{ cik, input, asOfDay },
    facts: facts ? await read(facts) : null,
    submissions: submissions ? await read(submissions) : null,
    pages: await Promise.all(pages.map(read)),
  };
}
