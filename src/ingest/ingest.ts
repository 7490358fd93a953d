/** From the files of one source or several to a published folder. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBucketAddress } from '../bucket.ts';
import { countriesOf, type Joined } from './countries.ts';
import { type Rate, Rates } from './currency.ts';
import { DAY_MS, dayOfIso, isoDay } from './day.ts';
import { type Cell, Database } from './duckdb.ts';
import { StatementSigns } from './filed.ts';
import { gather, stageJoined } from './join.ts';
import { type Mapping, type Requirable, readMapping } from './mapping.ts';
import { placeKept } from './placed.ts';
import type { Progress } from './progress.ts';
import { dropFrom, LIMITS, type Limits, QualityError, tableOf } from './quality.ts';
import { Report } from './report.ts';
import { FORECAST_IDS, SNAPSHOT_IDS, TABLES } from './schema.ts';
import { readSecurity, type Security } from './securities.ts';
import { SOURCE_NAMES, type Source, type SourceName, type TablesMaker } from './source.ts';
import { openAlphaVantage } from './sources/alphavantage.ts';
import { reportBars, reportStatements, reportValues } from './sources/checks.ts';
import { datasetsTables } from './sources/datasets.ts';
import { openFinanceDatabase } from './sources/financedatabase.ts';
import { readReferenceRates } from './sources/rates.ts';
import { openSec, secTables } from './sources/sec.ts';
import { openStooq } from './sources/stooq.ts';
import { type Folder, kindSql, openFolder, openTables, readTable, stageTable } from './sources/tables.ts';
import { publishedRowCount, publishTo } from './target.ts';

/** Sources that make a folder of tables of their files. */
const MAKERS: Readonly<Partial<Record<SourceName, TablesMaker>>> = { sec: secTables, 'sec-datasets': datasetsTables };

export interface From {
  readonly source: SourceName;
  /** Folder or file. */
  readonly path: string;
}

export interface IngestOptions {
  /** What is read; several sources are joined. A path alone is a folder of tables. */
  readonly from: string | readonly From[];
  /** Folder or s3:// address that `serve` reads; what is there is replaced in whole once everything is written, and left as it is on an error. */
  readonly out: string;
  /** ISO date; nothing later is used. Today (UTC) by default. */
  readonly asOf?: string;
  /** Path of a mapping.json of the tables elsewhere than in their folder. */
  readonly mapping?: string;
  /** The ECB's reference rates: a .csv or its .zip. */
  readonly rates?: string;
  /** Securities without any row there are dropped, besides those that a mapping requires. */
  readonly require?: readonly Requirable[];
  /** See {@link LIMITS}. */
  readonly limits?: Partial<Limits>;
  /** Publishes whatever the limits say. */
  readonly publishesAnyway?: boolean;
  /** Takes the last close of a Stooq file for an unadjusted one. */
  readonly trustsLastClose?: boolean;
  /** Folder in which finished parts of a source are kept between runs; beside `out` by default. */
  readonly work?: string;
  /** Takes a line for every stage. */
  readonly progress: Progress;
  /** Takes the report when a limit has stopped the publication; the error follows. */
  readonly refused?: (report: Report) => Promise<void>;
}

/**
 * Reads the sources, joins them on symbol and publishes one vector per country.
 * @returns what was read, joined and dropped, and why
 * @throws when something can't be read, naming the file and the place; when nothing is left to publish; and QualityError when a limit
 *   is exceeded: then the old data stay
 */
export async function ingest(options: IngestOptions): Promise<Report> {
  const from = typeof options.from === 'string' ? [{ source: 'tables' as const, path: options.from }] : options.from;
  const [only] = from;
  if (from.length === 1 && only?.source === 'tables') return await ingestTables({ ...options, from: only.path });
  const maker = from.length === 1 && only ? MAKERS[only.source] : undefined;
  if (maker && only) return await ingestSource(maker, { ...options, from: only.path });
  return await publishJoined(options, new Report(), async (reference, asOfDay, report) =>
    joinSources(await openSources(from, asOfDay, report, options), reference, asOfDay, report, options),
  );
}

/** As {@link ingest}, of one folder of tables. The report goes on with what is in it. */
export async function ingestTables(
  options: IngestOptions & { readonly from: string },
  report: Report = new Report(),
): Promise<Report> {
  return await publishJoined(options, report, async (reference, asOfDay) =>
    joinTables(
      await openFolder(options.from, options.mapping, report, workFolder(options)),
      options.from,
      reference,
      asOfDay,
      report,
      options,
    ),
  );
}

/** As {@link ingest}, of one source that makes a folder of tables. */
export async function ingestSource(maker: TablesMaker, options: IngestOptions & { readonly from: string }): Promise<Report> {
  const { from, asOf, progress } = options;
  const report = new Report();
  const folder = await maker({ from, work: workFolder(options), asOfDay: asOfDayOf(asOf), report, progress });
  try {
    return await ingestTables({ ...options, from: folder }, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function workFolder({ work, out }: IngestOptions): string {
  return work ?? (isBucketAddress(out) ? join(tmpdir(), 'panscreen.work') : `${resolve(out)}.work`);
}

/** The day as of which figures are taken, in days since 1970-01-01. */
function asOfDayOf(asOf: string | undefined): number {
  const day = asOf === undefined ? Math.floor(Date.now() / DAY_MS) : dayOfIso(asOf);
  if (Number.isNaN(day)) throw new Error(`“${asOf}” is no ISO date such as 2016-12-31`);
  return day;
}

async function publishJoined(
  options: IngestOptions,
  report: Report,
  joinAll: (reference: readonly Rate[], asOfDay: number, report: Report) => Promise<Joined>,
): Promise<Report> {
  const { out, progress } = options;
  const asOfDay = asOfDayOf(options.asOf);
  const reference = options.rates === undefined ? [] : await referenceRates(options.rates, asOfDay, report);
  const joined = await joinAll(reference, asOfDay, report);
  try {
    progress('joining and publishing');
    const before = await publishedRowCount(out);
    const countries = judged(countriesOf(joined, report, progress), report, before, options);
    const { build } = await publishTo(out, countries, progress);
    report.build = build;
    return report;
  } finally {
    await joined.close();
  }
}

/** Passes the countries on and, when all of them are there, compares with the limits: the manifest is swapped in after that only. */
async function* judged<Country>(
  countries: AsyncIterable<Country>,
  report: Report,
  before: number | null,
  { limits, publishesAnyway, refused }: IngestOptions,
): AsyncGenerator<Country> {
  yield* someOf(countries);
  for (const source of report.quality.sources) {
    if (source.tables.size > 0 || report.quality.sources.length > 1) continue;
    for (const table of TABLES) {
      const known = report.tables.get(table);
      if (!known) continue;
      const quality = tableOf(source, table);
      quality.readCount = known.readCount;
      quality.joinedCount = known.readCount - [...known.dropped.values()].reduce((sum, { count }) => sum + count, 0);
      for (const [reason, { count, examples }] of known.dropped) dropFrom(source, table, reason, examples, count);
    }
  }
  report.quality.judge({ ...LIMITS, ...limits }, report.rowCount, before);
  const [stop] = report.quality.stops;
  if (stop === undefined || publishesAnyway) return;
  await refused?.(report);
  throw new QualityError(`not published: ${stop}; --publish-anyway publishes whatever the limits say`);
}

async function referenceRates(path: string, asOfDay: number, report: Report): Promise<readonly Rate[]> {
  const { rates, newestDay, ended, laterCount } = await readReferenceRates(path, asOfDay);
  const { size } = new Set(rates.map(({ currency }) => currency));
  report.notes.push(
    `reference rates of ${size} currencies up to ${isoDay(newestDay)}${laterCount > 0 ? `, ${laterCount} later days left out` : ''}`,
  );
  if (ended.size > 0)
    report.notes.push(`no rate any more: ${[...ended].map(([currency, day]) => `${currency} since ${isoDay(day)}`).join(', ')}`);
  return rates;
}

async function openSource(
  { source, path }: From,
  asOfDay: number,
  report: Report,
  made: string[],
  options: IngestOptions,
): Promise<Source & { readonly mapping?: Mapping }> {
  const { mapping, progress } = options;
  if (source === 'sec') return await openSec({ from: path, work: workFolder(options), asOfDay, report, progress });
  const maker = MAKERS[source];
  if (maker) {
    const folder = await maker({ from: path, work: workFolder(options), asOfDay, report, progress });
    made.push(folder);
    return await openTables(folder, undefined, source, path);
  }
  switch (source) {
    case 'tables':
      return await openTables(path, mapping);
    case 'alphavantage':
      return await openAlphaVantage(path);
    case 'financedatabase':
      return await openFinanceDatabase(path);
    default:
      throw new Error(`there is no source ${source}; known: ${SOURCE_NAMES.join(', ')}`);
  }
}

interface Opened {
  readonly sources: readonly Source[];
  readonly mapping: Mapping;
  /** Folders of tables that were made, to be removed when they are read. */
  readonly made: readonly string[];
}

/** Several paths of one kind of source are one source. */
async function openSources(from: readonly From[], asOfDay: number, report: Report, options: IngestOptions): Promise<Opened> {
  const all: (Source & { readonly mapping?: Mapping })[] = [];
  const made: string[] = [];
  try {
    const archives = from.flatMap(({ source, path }) => (source === 'stooq' ? [path] : []));
    for (const one of from) {
      if (one.source !== 'stooq') all.push(await openSource(one, asOfDay, report, made, options));
      else if (archives.length > 0)
        all.push(
          await openStooq(archives.splice(0), { trustsLastClose: options.trustsLastClose ?? false, work: workFolder(options) }),
        );
    }
  } catch (error) {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const mappings = all.flatMap(({ mapping }) => mapping ?? []);
  const sources = [...new Set(all.map(({ name }) => name))].map((name): Source => {
    const same = all.filter((source) => source.name === name);
    return {
      name,
      path: same.map(({ path }) => path).join(', '),
      files: same.flatMap(({ files }) => files),
      async read(intake) {
        for (const source of same) await source.read(intake);
      },
      close() {
        for (const source of same) source.close?.();
      },
    };
  });
  const none = readMapping('{}');
  return {
    sources,
    made,
    mapping: {
      ...none,
      require: mappings.flatMap(({ require }) => require),
      note: mappings.map(({ note }) => note).find((note) => note !== null) ?? null,
    },
  };
}

const withRequired = (mapping: Mapping, required: readonly Requirable[] = []): Mapping => ({
  ...mapping,
  require: [...new Set([...mapping.require, ...required])],
});

async function joinSources(
  { sources, mapping, made }: Opened,
  reference: readonly Rate[],
  asOfDay: number,
  report: Report,
  options: IngestOptions,
): Promise<Joined> {
  const { progress, require } = options;
  const database = await Database.open(
    sources.flatMap(({ files }) => files),
    workFolder(options),
  );
  const close = async (): Promise<void> => {
    for (const source of sources) source.close?.();
    await database.close();
  };
  try {
    const { quality } = report;
    const gathered = await gather(sources, database, asOfDay, report, quality, progress);
    const names = sources.map(({ name }) => name);
    for (const table of ['securities', 'forecasts', 'rates'] as const) {
      if (gathered[table].length > 0 && !report.tables.has(table)) report.open(table, 'all sources');
    }
    const securities = securitiesOf(gathered.securities, null, report);
    await keep(database, securities);
    const known = new Set(securities.map(({ symbol }) => symbol));
    const series = placeKept('prices', gathered.series, ({ sessionCount }) => sessionCount, securities, names, report, quality);
    const statements = placeKept(
      'statements',
      gathered.statements,
      ({ rowCount }) => rowCount,
      securities,
      names,
      report,
      quality,
    );
    const signs = new StatementSigns();
    const has = await stageJoined(database, asOfDay, names, report, quality);
    if (has.prices) await reportBars(database, quality);
    await reportValues(database, has, quality);
    return {
      database,
      mapping: withRequired(mapping, require),
      securities,
      forecasts: forecastsOf(gathered.forecasts, known, report),
      rates: ratesOf(gathered.rates, reference, asOfDay, report),
      sources: names,
      divisorOf: (index, place) =>
        gathered.divisors.get(securities[index]!.symbol)?.get(place) ?? securities[index]!.priceDivisor,
      series,
      statements,
      signs,
      currencyOf: (index, place) => gathered.currencies.get(securities[index]!.symbol)?.get(place) ?? null,
      quality,
      has,
      asOfDay,
      async finish() {
        if (has.statements || statements.size > 0) await reportStatements(database, report, signs);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  }
}

/** Symbols of the securities that are carried, for the joins in the database. */
async function keep(database: Database, securities: readonly Security[]): Promise<void> {
  await database.run('CREATE TABLE kept (symbol VARCHAR, securityIndex INTEGER)');
  await database.append(
    'kept',
    securities.map(({ symbol }, index) => [symbol, index]),
  );
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

async function joinTables(
  folder: Folder,
  path: string,
  reference: readonly Rate[],
  asOfDay: number,
  report: Report,
  { progress, require }: IngestOptions,
): Promise<Joined> {
  const { database, mapping } = folder;
  try {
    const { quality } = report;
    quality.open('tables', path);
    const later = `later than ${isoDay(asOfDay)}`;
    progress('reading securities');
    const securities = securitiesOf(await readTable(folder, 'securities', report), folder.symbols, report);
    await keep(database, securities);
    const known = new Set(securities.map(({ symbol }) => symbol));
    const forecasts = forecastsOf(await readTable(folder, 'forecasts', report), known, report);
    const rates = ratesOf(await readTable(folder, 'rates', report), reference, asOfDay, report);
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
    if (prices) await reportBars(database, quality);
    await reportValues(database, { statements, prices }, quality);
    if (folder.files.has('forecasts')) report.note('forecasts', 'they carry no date and are taken as they are');
    if (securities.some(({ snapshot }) => !Object.values(snapshot).every(Number.isNaN))) {
      report.note('securities', `figures such as ${SNAPSHOT_IDS.join(', ')} carry no date here and are taken as they are`);
    }
    return {
      database,
      mapping: withRequired(mapping, require),
      securities,
      forecasts,
      rates,
      sources: ['tables'],
      divisorOf: (index) => securities[index]!.priceDivisor,
      series: new Map(),
      statements: new Map(),
      signs: new StatementSigns(),
      currencyOf: () => null,
      quality,
      has: { statements, prices },
      asOfDay,
      finish: async () => {},
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
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

/** The rates of a table, and the reference rates before them. */
function ratesOf(rows: readonly (readonly Cell[])[], reference: readonly Rate[], asOfDay: number, report: Report): Rates {
  const usable = rows.flatMap(([line, currency, usdRate, date]) => {
    const drop = (reason: string): never[] => {
      report.drop('rates', reason, [`row ${line} ${currency ?? ''}`.trim()]);
      return [];
    };
    if (currency === null || currency === undefined) return drop('no currency');
    if (!(Number(usdRate) > 0)) return drop('usdRate is not above 0');
    const day = date === null || date === undefined ? Number.NEGATIVE_INFINITY : Number(date);
    return day > asOfDay
      ? drop(`later than ${isoDay(asOfDay)}`)
      : [{ currency: String(currency), usdRate: Number(usdRate), day }];
  });
  return new Rates([...reference, ...usable]);
}
