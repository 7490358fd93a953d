/** Converts the SEC's files to a folder of tables; each row of `statements` has its filing and filing day. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash } from '../../contentHash.ts';
import { makeFolder } from '../../folder.ts';
import { STATEMENT_IDS } from '../figures/period.ts';
import { fileAt } from '../formats/files.ts';
import { writeDurably } from '../publish/durable.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { cikText, STATEMENT_COLUMNS } from '../sources/sec/company.ts';
import { Remarks } from '../sources/sec/remarks.ts';
import { openShelf, type ShelfFile } from '../sources/sec/shelf.ts';
import { secTables } from '../sources/sec/source.ts';
import { type ThreadOptions, Threads } from '../threads/threads.ts';

/** Increase when the conversion changes, to invalidate cached parts. */
const FORMAT = 3;
const COMPANY_FILE = /^CIK(\d{10})\.json$/;
const PROGRESS_COMPANIES = 50;
const COLUMNS = ['accession', ...STATEMENT_COLUMNS];

export interface SecOptions {
  readonly from: string;
  readonly work: string;
  readonly report: Report;
  readonly progress: Progress;
  readonly threads?: ThreadOptions | undefined;
}

/** Creates the folder, which the caller removes. The work folder caches each company's result until its file changes. */
export async function secHistoryTables(options: SecOptions): Promise<string> {
  const { from, progress } = options;
  const folder = await secTables({ ...options, asOfDay: Number.MAX_SAFE_INTEGER });
  const symbols = await symbolsOf(join(folder, 'securities.csv'));
  const remarks = new Remarks();
  const shelf = await openShelf(
    [join(from, 'companyfacts.zip'), join(from, 'companyfacts'), from],
    (name) => symbols.has(COMPANY_FILE.exec(name)?.[1] ?? ''),
    remarks,
  );
  const parts = join(options.work, 'sec-filings');
  await makeFolder(parts);
  const files = [...(shelf?.files.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  const work = Threads.open(options.threads, files.length);
  const file = createWriteStream(join(folder, 'statements.csv'));
  try {
    file.write(`${COLUMNS.join(',')}\n`);
    let done = 0;
    for await (const { name, lines, fault } of work.inOrder(files, (each) => linesOf(each, parts, work))) {
      if (fault !== undefined) remarks.add('a file that can’t be read: left out', `${name}: ${fault}`);
      for (const symbol of symbols.get(COMPANY_FILE.exec(name)![1]!)!) {
        // The accession precedes the symbol: a company has several symbols.
        const text = lines.replaceAll(/^([^,]*),/gm, (_, accession: string) => `${accession},${symbol},`);
        if (!file.write(text)) await once(file, 'drain');
      }
      if (++done % PROGRESS_COMPANIES === 0 || done === files.length)
        progress(`sec: the filings of ${done} of ${files.length} companies`, { done, of: files.length });
    }
  } finally {
    await work.close();
    file.end();
    shelf?.close();
  }
  await once(file, 'finish');
  options.report.notes.push(...remarks.lines('sec'));
  return folder;
}

/** Symbols by ten-digit CIK. */
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

interface FilingLines {
  readonly name: string;
  /** Empty if the file can't be read. */
  readonly lines: string;
  readonly fault?: string;
}

async function linesOf(file: ShelfFile, parts: string, work: Threads): Promise<FilingLines> {
  const { name, input } = file;
  const key = contentHash([FORMAT, input, ...STATEMENT_IDS].join('\n'));
  const path = join(parts, `${key}.csv`);
  if (await fileAt(path)) return { name, lines: await readFile(path, 'utf8') };
  try {
    const lines = await work.ask('filingLines', await file.read());
    await writeDurably(path, Buffer.from(lines));
    return { name, lines };
  } catch (error) {
    return { name, lines: '', fault: error instanceof Error ? error.message : String(error) };
  }
}
