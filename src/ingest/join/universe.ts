/** Reads sources into the database and joins them. */
import { rm } from 'node:fs/promises';
import { type Rate, Rates } from '../figures/currency.ts';
import { freshDays } from '../figures/markets.ts';
import { isoDay } from '../formats/day.ts';
import { Database } from '../formats/duckdb.ts';
import { type IngestOptions, workFolder } from '../options.ts';
import type { Report } from '../report/report.ts';
import { reportBars, reportStatements, reportValues, unknownNilLines } from '../sources/checks.ts';
import { StatementSigns } from '../sources/filed.ts';
import type { Mapping, Requirable } from '../sources/mapping.ts';
import type { Opened } from '../sources/opened.ts';
import { SNAPSHOT_IDS } from '../sources/schema.ts';
import { type Folder, kindSql, readTable, stageTable } from '../sources/tables.ts';
import { forecastsOf, keep, ratesOf, securitiesOf, symbolCounts } from './carriedRows.ts';
import type { Joined } from './countries.ts';
import { gather, stageJoined } from './join.ts';
import { placeKept } from './placed.ts';

const withRequired = (mapping: Mapping, required: readonly Requirable[] = []): Mapping => ({
  ...mapping,
  require: [...new Set([...mapping.require, ...required])],
});

/** Joins several sources. The caller closes the result. */
export async function joinSources(
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
    const known = symbolCounts(securities);
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
      rates: new Rates([...reference, ...ratesOf(gathered.rates, asOfDay, report)]),
      sources: names,
      newestDays: gathered.newestDays,
      divisorOf: (index, place) =>
        gathered.divisors.get(securities[index]!.symbol)?.get(place) ?? securities[index]!.priceDivisor,
      series,
      statements,
      signs,
      unknownLines: has.statements && statements.size === 0 ? await unknownNilLines(database) : [],
      currencyOf: (index, place) => gathered.currencies.get(securities[index]!.symbol)?.get(place) ?? null,
      quality,
      has,
      asOfDay,
      freshDayOf: await freshDays(database, has.prices, securities, series, asOfDay),
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

/** Reads one folder of tables. The caller closes the result. */
export async function joinTables(
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
    const known = symbolCounts(securities);
    const forecasts = forecastsOf(await readTable(folder, 'forecasts', report), known, report);
    const rates = new Rates([...reference, ...ratesOf(await readTable(folder, 'rates', report), asOfDay, report)]);
    progress('reading statements');
    const statements = await stageTable(
      folder,
      'statements',
      {
        'periodEnd is not an ISO date': 'periodEnd IS NULL',
        'period is neither annual nor quarter': `${kindSql('period')} IS NULL`,
        [later]: `periodEnd > ${asOfDay}`,
        [`filed ${later}`]: `filed > ${asOfDay}`,
      },
      report,
    );
    if (statements) await reportStatements(database, report);
    progress('reading prices');
    const prices = await stageTable(
      folder,
      'prices',
      { 'date is not an ISO date': '"date" IS NULL', [later]: `"date" > ${asOfDay}` },
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
      newestDays: [],
      divisorOf: (index) => securities[index]!.priceDivisor,
      series: new Map(),
      statements: new Map(),
      signs: new StatementSigns(),
      unknownLines: statements ? await unknownNilLines(database) : [],
      currencyOf: () => null,
      quality,
      has: { statements, prices },
      asOfDay,
      freshDayOf: await freshDays(database, prices, securities, new Map()),
      finish: async () => {},
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
