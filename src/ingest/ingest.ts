/** From a folder of tables to a published folder. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { countriesOf, isoDay, type Joined } from './countries.ts';
import { Rates } from './currency.ts';
import type { Cell } from './duckdb.ts';
import { publish } from './publish.ts';
import { Report } from './report.ts';
import { FORECAST_IDS, SNAPSHOT_IDS } from './schema.ts';
import { readSecurity, type Security } from './securities.ts';
import { reportStatements } from './sources/checks.ts';
import type { Source } from './sources/source.ts';
import { type Folder, kindSql, openFolder, readTable, stageTable } from './sources/tables.ts';

const DAY_MS = 86_400_000;

export interface IngestOptions {
  /** Folder of the tables. */
  readonly from: string;
  /** Folder that `serve` reads; what is there is replaced in whole once everything is written, and left as it is on an error. */
  readonly out: string;
  /** ISO date; nothing later is used. Today (UTC) by default. */
  readonly asOf?: string;
  /** Path of a mapping.json elsewhere than in the folder. */
  readonly mapping?: string;
  /** Takes a line for every stage. */
  readonly progress: (line: string) => void;
}

export interface SourceIngestOptions extends IngestOptions {
  /** Folder in which finished parts are kept between runs; beside `out` by default. */
  readonly work?: string;
}

/**
 * Reads a folder of tables, joins them on symbol and publishes one vector per country.
 * @param report goes on with what is in it
 * @returns what was read, joined and dropped, and why
 * @throws when a file or the mapping can't be read, naming the file and the place, and when nothing is left to publish
 */
export async function ingestTables(
  { from, out, asOf, mapping, progress }: IngestOptions,
  report: Report = new Report(),
): Promise<Report> {
  const asOfDay = asOfDayOf(asOf);
  const folder = await openFolder(from, mapping, report);
  try {
    const joined = await join(folder, asOfDay, report, progress);
    progress('joining and publishing');
    const { build } = await publish(out, someOf(countriesOf(joined, report, progress)));
    report.build = build;
    return report;
  } finally {
    await folder.database.close();
  }
}

/** Reads the files of a source, makes tables of them and publishes those. As {@link ingestTables}, in all that it promises. */
export async function ingestSource(source: Source, options: SourceIngestOptions): Promise<Report> {
  const { from, out, asOf, progress } = options;
  const work = options.work ?? `${resolve(out)}.work`;
  const report = new Report();
  const folder = await source({ from, work, asOfDay: asOfDayOf(asOf), report, progress });
  try {
    return await ingestTables({ ...options, from: folder }, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The day as of which data are taken, in days since 1970-01-01. */
function asOfDayOf(asOf: string | undefined): number {
  return asOf === undefined ? Math.floor(Date.now() / DAY_MS) : dayOf(asOf);
}

function dayOf(date: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time) || isoDay(time / DAY_MS) !== date) throw new Error(`“${date}” is no ISO date such as 2016-12-31`);
  return time / DAY_MS;
}

/** Fails rather than publish an empty folder. */
async function* someOf<Country>(countries: AsyncIterable<Country>): AsyncGenerator<Country> {
  let count = 0;
  for await (const country of countries) {
    count++;
    yield country;
  }
  if (count === 0) throw new Error('no security is left to publish');
}

async function join(folder: Folder, asOfDay: number, report: Report, progress: (line: string) => void): Promise<Joined> {
  const { database, mapping } = folder;
  const later = `later than ${isoDay(asOfDay)}`;
  progress('reading securities');
  const securities = securitiesOf(await readTable(folder, 'securities', report), folder.symbols, report);
  await database.run('CREATE TABLE kept (symbol VARCHAR, securityIndex INTEGER)');
  await database.append(
    'kept',
    securities.map(({ symbol }, index) => [symbol, index]),
  );
  const known = new Set(securities.map(({ symbol }) => symbol));
  const forecasts = forecastsOf(await readTable(folder, 'forecasts', report), known, report);
  const rates = ratesOf(await readTable(folder, 'rates', report), asOfDay, later, report);
  progress('reading statements');
  const statements = await stageTable(
    folder,
    'statements',
    {
      'periodEnd is no ISO date': 'periodEnd IS NULL',
      'period is neither annual nor quarter': `${kindSql('period')} IS NULL`,
      [later]: `periodEnd > ${asOfDay}`,
    },
    report,
  );
  if (statements) await reportStatements(database, report);
  progress('reading prices');
  const prices = await stageTable(
    folder,
    'prices',
    { 'date is no ISO date': '"date" IS NULL', [later]: `"date" > ${asOfDay}` },
    report,
  );
  if (folder.files.has('forecasts')) report.note('forecasts', 'they carry no date and are taken as they are');
  if (securities.some(({ snapshot }) => !Object.values(snapshot).every(Number.isNaN))) {
    report.note('securities', `figures such as ${SNAPSHOT_IDS.join(', ')} carry no date here and are taken as they are`);
  }
  return { database, mapping, securities, forecasts, rates, has: { statements, prices }, asOfDay };
}

/** Securities that can be carried, by country and symbol. Of two of a symbol the first counts. */
function securitiesOf(rows: readonly (readonly Cell[])[], symbols: ReadonlySet<string> | null, report: Report): Security[] {
  const bySymbol = new Map<string, Security>();
  for (const row of rows) {
    const security = readSecurity(row);
    const place = `row ${row[0]} ${row[1] ?? ''}`.trim();
    if (typeof security === 'string') report.drop('securities', security, [place]);
    else if (symbols && !symbols.has(security.symbol)) report.drop('securities', 'not in the list of symbols', [place]);
    else if (bySymbol.has(security.symbol)) report.drop('securities', 'an earlier row has the same symbol', [place]);
    else bySymbol.set(security.symbol, security);
  }
  const key = ({ country, symbol }: Security): string => `${country}\0${symbol}`;
  return [...bySymbol.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function forecastsOf(rows: readonly (readonly Cell[])[], known: ReadonlySet<string>, report: Report): Map<string, number[]> {
  const forecasts = new Map<string, number[]>();
  for (const [line, symbol, ...cells] of rows) {
    const reason =
      symbol === null || symbol === undefined
        ? 'no symbol'
        : known.has(String(symbol))
          ? null
          : 'symbol is not among the securities';
    if (reason !== null) report.drop('forecasts', reason, [`row ${line} ${symbol ?? ''}`.trim()]);
    else {
      if (forecasts.has(String(symbol))) report.drop('forecasts', 'a later row has the same symbol', [`${symbol}`]);
      forecasts.set(
        String(symbol),
        FORECAST_IDS.map((_, index) => Number(cells[index] ?? Number.NaN)),
      );
    }
  }
  return forecasts;
}

function ratesOf(rows: readonly (readonly Cell[])[], asOfDay: number, later: string, report: Report): Rates {
  const usable = rows.flatMap(([line, currency, usdRate, date]) => {
    const drop = (reason: string): never[] => {
      report.drop('rates', reason, [`row ${line} ${currency ?? ''}`.trim()]);
      return [];
    };
    if (currency === null || currency === undefined) return drop('no currency');
    if (!(Number(usdRate) > 0)) return drop('usdRate is not above 0');
    const day = date === null || date === undefined ? Number.NEGATIVE_INFINITY : Number(date);
    return day > asOfDay ? drop(later) : [{ currency: String(currency), usdRate: Number(usdRate), day }];
  });
  return new Rates(usable);
}
