/** The SEC's files as a folder of tables, each row of `statements` with the day and the filing that made it known. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STATEMENT_IDS } from '../figures/period.ts';
import { fileAt } from '../formats/files.ts';
import { writeDurably } from '../publish/durable.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { cikText, STATEMENT_COLUMNS, statementLines } from '../sources/sec/company.ts';
import { readCompanyFacts } from '../sources/sec/companyfacts.ts';
import { Remarks } from '../sources/sec/remarks.ts';
import { openShelf, type ShelfFile } from '../sources/sec/shelf.ts';
import { secTables } from '../sources/sec/source.ts';
import { filedRows } from './secFilings.ts';

/** Changes with what is made of the files, so that older parts don't count. */
const FORMAT = 2;
const COMPANY_FILE = /^CIK(\d{10})\.json$/;
const PROGRESS_COMPANIES = 50;
const COLUMNS = ['accession', ...STATEMENT_COLUMNS];

export interface SecOptions {
  readonly from: string;
  readonly work: string;
  readonly report: Report;
  readonly progress: Progress;
}

/** Makes the folder, which the caller removes. What was made of a company's file is kept in the work folder until the file changes. */
export async function secHistoryTables(options: SecOptions): Promise<string> {
  const { from, work, progress } = options;
  const folder = await secTables({ ...options, asOfDay: Number.MAX_SAFE_INTEGER });
  const symbols = await symbolsOf(join(folder, 'securities.csv'));
  const remarks = new Remarks();
  const shelf = await openShelf(
    [join(from, 'companyfacts.zip'), join(from, 'companyfacts'), from],
    (name) => symbols.has(COMPANY_FILE.exec(name)?.[1] ?? ''),
    remarks,
  );
  const parts = join(work, 'sec-filings');
  await mkdir(parts, { recursive: true });
  const file = createWriteStream(join(folder, 'statements.csv'));
  try {
    file.write(`${COLUMNS.join(',')}\n`);
    const files = [...(shelf?.files.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const [at, each] of files.entries()) {
      const lines = await linesOf(each, parts, remarks);
      for (const symbol of symbols.get(COMPANY_FILE.exec(each.name)![1]!)!) {
        // The accession stands before the symbol: it is the company's own, the symbol one of several.
        const text = lines.replaceAll(/^([^,]*),/gm, (_, accession: string) => `${accession},${symbol},`);
        if (!file.write(text)) await once(file, 'drain');
      }
      if ((at + 1) % PROGRESS_COMPANIES === 0 || at + 1 === files.length)
        progress(`sec: the filings of ${at + 1} of ${files.length} companies`, { done: at + 1, of: files.length });
    }
  } finally {
    file.end();
    shelf?.close();
  }
  await once(file, 'finish');
  options.report.notes.push(...remarks.lines('sec'));
  return folder;
}

/** Number of each company, ten digits → its symbols. */
async function symbolsOf(path: string): Promise<Map<string, string[]>> {
  const [header = '', ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const [symbolAt, cikAt] = ['symbol', 'CIK'].map((name) => header.split(',').indexOf(name)) as [number, number];
  const symbols = new Map<string, string[]>();
  for (const line of lines) {
    const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!.replaceAll('""', '"'));
    const cik = cikText(Number(cells[cikAt]));
    symbols.set(cik, [...(symbols.get(cik) ?? []), cells[symbolAt]!]);
  }
  return symbols;
}

/** The rows of a company behind the accession; of a file that can't be read none. */
async function linesOf(file: ShelfFile, parts: string, remarks: Remarks): Promise<string> {
  const key = createHash('sha256')
    .update([FORMAT, file.input, ...STATEMENT_IDS].join('\n'))
    .digest('hex')
    .slice(0, 32);
  const path = join(parts, `${key}.csv`);
  if (await fileAt(path)) return await readFile(path, 'utf8');
  try {
    const { facts } = readCompanyFacts((await file.read()).toString('utf8'));
    const lines = Array.from(filedRows(facts), ({ row, accession }) => `${accession},${statementLines([row])}\n`).join('');
    await writeDurably(path, Buffer.from(lines));
    return lines;
  } catch (error) {
    remarks.add('a file that can’t be read: left out', `${file.name}: ${error instanceof Error ? error.message : error}`);
    return '';
  }
}
