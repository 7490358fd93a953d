import { rm } from 'node:fs/promises';
import type { Rate } from './figures/currency.ts';
import { isoDay } from './formats/day.ts';
import { countriesOf, type Joined } from './join/countries.ts';
import { joinSources, joinTables } from './join/universe.ts';
import { asOfDayOf, type IngestOptions, workFolder } from './options.ts';
import { publishedRowCount, publishTo } from './publish/target.ts';
import { dropFrom, LIMITS, QualityError, tableOf } from './report/quality.ts';
import { Report } from './report/report.ts';
import { MAKERS, openSources } from './sources/opened.ts';
import { readReferenceRates } from './sources/rates.ts';
import { TABLES } from './sources/schema.ts';
import type { TablesMaker } from './sources/source.ts';
import { openFolder } from './sources/tables.ts';

/**
 * Reads the sources, joins them by symbol and publishes one matrix per country.
 * @returns what was read, joined and dropped, and why
 * @throws with file and position if something can't be read; if there is nothing to publish; and QualityError if a limit is exceeded,
 *   in which case the old data stay
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

/** As {@link ingest}, for one folder of tables. Adds to the report. */
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

/** As {@link ingest}, for one source that is converted to a folder of tables. */
export async function ingestSource(maker: TablesMaker, options: IngestOptions & { readonly from: string }): Promise<Report> {
  const { from, asOf, progress, threads } = options;
  const report = new Report();
  const folder = await maker({ from, work: workFolder(options), asOfDay: asOfDayOf(asOf), report, progress, threads });
  try {
    return await ingestTables({ ...options, from: folder }, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    const countries = judged(countriesOf(joined, report, progress), report, options);
    const { build } = await publishTo(out, countries, progress);
    report.build = build;
    return report;
  } finally {
    await joined.close();
  }
}

/** Passes the countries on and then checks the limits. Runs before the manifest is replaced. */
async function* judged<Country>(
  countries: AsyncIterable<Country>,
  report: Report,
  { out, limits, publishesAnyway, refused }: IngestOptions,
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
  // The publisher has locked the folder by now, so this is the build to be replaced.
  report.quality.judge({ ...LIMITS, ...limits }, report.rowCount, await publishedRowCount(out));
  const [stop] = report.quality.stops;
  if (stop === undefined || publishesAnyway) return;
  await refused?.(report);
  throw new QualityError(`not published: ${stop}; --publish-anyway publishes whatever the limits say`);
}

/** Throws instead of publishing an empty folder. */
async function* someOf<Country>(countries: AsyncIterable<Country>): AsyncGenerator<Country> {
  let count = 0;
  for await (const country of countries) {
    count++;
    yield country;
  }
  if (count === 0) throw new Error('no securities remain to publish');
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
