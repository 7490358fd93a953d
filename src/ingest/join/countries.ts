/** Joins securities with their staged statements and prices, country by country. */
import { FIELD_IDS, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { SOURCE_FLAGS } from '../../catalogue/company.ts';
import { flagBit } from '../../catalogue/flag.ts';
import type { Coverage } from '../../wire/coverage.ts';
import { writeSourceFlags } from '../../wire/sourceFlags.ts';
import { majorUnit, RATE_DAYS_MAX, type Rates } from '../figures/currency.ts';
import { wholePeriods } from '../figures/durations.ts';
import { checkIdentities, flagBreaches } from '../figures/identities.ts';
import { convertPeriod, flagged, IS_MONEY, PERIOD_KINDS, type Period, STATEMENT_IDS } from '../figures/period.ts';
import { readPeriodFlags } from '../figures/periodFlags.ts';
import { oddMultiples } from '../figures/plausibility.ts';
import { SessionRows, type Sessions } from '../figures/prices.ts';
import { MONEY_IDS, type Row, rowOf } from '../figures/row.ts';
import { DAY_SECONDS, isoDay } from '../formats/day.ts';
import { type Cell, type Database, quoteName } from '../formats/duckdb.ts';
import type { CountryData } from '../publish/publish.ts';
import type { Progress } from '../report/progress.ts';
import { dropFrom, type Quality, tableOf } from '../report/quality.ts';
import type { Report } from '../report/report.ts';
import { UNREADABLE } from '../sources/file.ts';
import { addCounts, countValues, type KeptStatements, type StatementRow, type StatementSigns } from '../sources/filed.ts';
import type { Mapping } from '../sources/mapping.ts';
import type { Table } from '../sources/schema.ts';
import type { KeptSeries } from '../sources/series.ts';
import type { SourceName } from '../sources/sourceName.ts';
import { kindSql } from '../sources/tables.ts';
import { Groups } from './groups.ts';
import { mergePeriods, mergeSessions } from './merge.ts';
import { addSeries, type OfSecurity } from './placed.ts';
import { OTHER_UNIT, type Security } from './securities.ts';

const [SECTOR_POSITION, FLAGS_POSITION] = ['sector', SOURCE_FLAGS].map((id) => FIELD_IDS.indexOf(id)) as [number, number];
const OLD_RATE = `the rate is more than ${RATE_DAYS_MAX} days away from the price: what it converts is flagged`;
const [SYMBOL_POSITION, EXCHANGE_POSITION, QUARTER_POSITION] = ['symbol', 'exchange', 'latestQuarter'].map((id) =>
  FIELD_IDS.indexOf(id),
) as [number, number, number];
const CLOSE_POSITION = VECTOR_IDS.indexOf('close');
const PROGRESS_SECURITIES = 500;
/** Older statements are ignored: five-year growth needs six years and some months. */
const STATEMENT_DAYS_MAX = 8 * 366;

const VALUES_SQL = STATEMENT_IDS.map((id) => `COALESCE(${quoteName(id)}, 'nan'::DOUBLE)`).join(', ');

/** Sources that state the start day of every flow. */
const KNOWS_DURATIONS: readonly SourceName[] = ['sec', 'sec-datasets'];

const NO_SESSIONS = new SessionRows().sessions(1);

export interface Joined {
  readonly database: Database;
  readonly mapping: Mapping;
  /** Sorted by country, then symbol; a security's index here is its securityIndex. */
  readonly securities: readonly Security[];
  readonly forecasts: ReadonlyMap<string, readonly number[]>;
  readonly rates: Rates;
  /** In the order given. */
  readonly sources: readonly SourceName[];
  /** Day of the newest figure per source, negative infinity for none; empty if unknown. */
  readonly newestDays: readonly number[];
  /** Divisor of a source's prices of a security; 0 if they can't be used. */
  readonly divisorOf: (securityIndex: number, place: number) => number;
  /** Series and statements outside the database, by securityIndex. */
  readonly series: ReadonlyMap<number, OfSecurity<KeptSeries>>;
  readonly statements: ReadonlyMap<number, OfSecurity<KeptStatements>>;
  readonly signs: StatementSigns;
  /** Lines that count as 0 in every row because no source has them. */
  readonly unknownLines: readonly string[];
  /** Default currency of a source's statements of a security. */
  readonly currencyOf: (securityIndex: number, place: number) => string | null;
  readonly quality: Quality;
  readonly has: Readonly<Record<'statements' | 'prices', boolean>>;
  readonly asOfDay: number;
  /** First day on which a last price counts as current, by securityIndex. */
  readonly freshDayOf: (securityIndex: number) => number;
  /** Reports findings over all securities. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

const HEAD_CELLS = 10;

/** Builds countries lazily, in order. Reports what was joined and dropped. */
export async function* countriesOf(joined: Joined, report: Report, progress: Progress): AsyncGenerator<CountryData> {
  const { database, securities, has, asOfDay, mapping } = joined;
  const statements = new Groups(
    has.statements
      ? database.stream(
          `SELECT securityIndex, periodEnd, ${kindSql('period')}, currency, source, periodStart, filed, sharesSince, sharesRatio, flags, ${VALUES_SQL} FROM statements
           WHERE reason IS NULL AND periodEnd > ${asOfDay - STATEMENT_DAYS_MAX} ORDER BY securityIndex, source, periodEnd, line`,
        )
      : nothing(),
  );
  const prices = new Groups(
    has.prices
      ? database.stream(
          `SELECT securityIndex, "date", COALESCE(close, 'nan'::DOUBLE), COALESCE(adjClose, 'nan'::DOUBLE), COALESCE(volume, 'nan'::DOUBLE),
             COALESCE(isAdjusted, 0), source
           FROM prices WHERE reason IS NULL ORDER BY securityIndex, source, "date", line`,
        )
      : nothing(),
  );
  const sessionRows = joined.sources.map(() => new SessionRows());
  try {
    let from = 0;
    while (from < securities.length) {
      const { country } = securities[from]!;
      let to = from;
      const rows: Row[] = [];
      for (; securities[to]?.country === country; to++) {
        if (to > 0 && to % PROGRESS_SECURITIES === 0)
          progress(`${to.toLocaleString('en-US')} of ${securities.length.toLocaleString('en-US')} securities`, {
            done: to,
            of: securities.length,
          });
        const row = await nextRow(joined, to, statements, prices, sessionRows, report);
        if (row) rows.push(row);
      }
      from = to;
      if (rows.length === 0) continue;
      report.countries.set(country, rows.length);
      progress(`${country}: ${rows.length} securities`);
      yield countryOf(country, rows, joined, mapping.note, report);
    }
    for (const rows of sessionRows) reportSessions(rows, report);
    await joined.finish();
  } finally {
    await statements.close();
    await prices.close();
  }
}

async function* nothing(): AsyncGenerator<Cell[][]> {}

/** A security's row, or null if a table that the mapping requires has no rows for it. */
async function nextRow(
  joined: Joined,
  index: number,
  statements: Groups,
  prices: Groups,
  sessionRows: readonly SessionRows[],
  report: Report,
): Promise<Row | null> {
  const { securities, mapping, forecasts, rates, asOfDay, quality } = joined;
  const security = securities[index]!;
  const sessions = await sessionsOf(joined, index, prices, sessionRows, report);
  const rateDay = sessions.days.at(-1) ?? asOfDay;
  const periods = await periodsOf(joined, index, statements, rateDay, report);
  const isWithout = {
    statements: periods.length === 0,
    prices: sessions.days.length === 0,
    figures: periods.length === 0 && sessions.days.length === 0,
  };
  const lacking = mapping.require.filter((table) => isWithout[table]);
  if (lacking.length > 0) {
    report.drop('securities', `no ${lacking.join(' and no ')}`, [security.symbol]);
    return null;
  }
  report.without.statements += Number(isWithout.statements);
  report.without.prices += Number(isWithout.prices);
  quality.look(security, periods, sessions);
  const doubt = (table: Table, finding: string): void => report.doubt(table, finding, security.symbol);
  if (rates.ageDays(security.currency, rateDay) > RATE_DAYS_MAX) doubt('rates', OLD_RATE);
  const checked = checkIdentities(periods);
  quality.count(security, checked);
  const row = rowOf(
    security,
    flagBreaches(periods, checked.breaches),
    sessions,
    forecasts.get(security.symbol) ?? [],
    rates,
    asOfDay,
    joined.freshDayOf(index),
    doubt,
  );
  for (const id of joined.unknownLines)
    if (!Number.isNaN(row.values[VECTOR_IDS.indexOf(id)])) row.flags.set(id, (row.flags.get(id) ?? 0) | flagBit('fallback'));
  return row;
}

async function sessionsOf(
  { sources, divisorOf, series, securities, quality }: Joined,
  index: number,
  prices: Groups,
  sessionRows: readonly SessionRows[],
  report: Report,
): Promise<Sessions> {
  const seen = new Set<number>();
  for (const rows of sessionRows) rows.clear();
  await prices.visit(index, ([, days, closes, adjusted, volumes, areAdjusted, places], row) => {
    const place = Number(places![row]);
    seen.add(place);
    sessionRows[place]!.add(
      Number(days![row]),
      Number(closes![row]),
      Number(adjusted![row]),
      Number(volumes![row]),
      Number(areAdjusted![row]) !== 0,
    );
  });
  for (const [place, all] of series.get(index) ?? []) {
    seen.add(place);
    addSeries(all, securities[index]!.symbol, sessionRows[place]!, quality.sources[place]!, quality.findings.bars);
  }
  const bySource = new Map(
    [...seen].flatMap((place) => {
      const divisor = divisorOf(index, place);
      if (divisor === 0) report.doubt('prices', OTHER_UNIT, securities[index]!.symbol);
      return divisor > 0 ? [[sources[place]!, sessionRows[place]!.sessions(divisor)] as const] : [];
    }),
  );
  return mergeSessions(bySource) ?? NO_SESSIONS;
}

async function periodsOf(
  joined: Joined,
  index: number,
  statements: Groups,
  rateDay: number,
  report: Report,
): Promise<readonly Period[]> {
  const { securities, sources, rates } = joined;
  const security = securities[index]!;
  const bySource = new Map<SourceName, Map<string, Period>>();
  const usdRate = rates.usdRate(security.currency, rateDay);
  const put = (
    dated: Omit<Period, 'values' | 'currency'>,
    code: string | null,
    source: SourceName,
    cells: Float64Array,
  ): void => {
    const { day, kind } = dated;
    const unit = code === null ? null : majorUnit(code);
    const rate = unit === null || unit.currency === security.currency ? 1 : rates.usdRate(unit.currency, rateDay) / usdRate;
    const drop = (reason: string): void => report.drop('statements', reason, [`${security.symbol} ${isoDay(day)}`]);
    if (Number.isNaN(rate)) {
      drop(`no exchange rate from ${unit?.currency} to ${security.currency}`);
      return;
    }
    const values = cells.map((value) => (value === UNREADABLE ? Number.NaN : value));
    if (values.every(Number.isNaN)) {
      drop('no figure in the row');
      return;
    }
    const periods = bySource.get(source) ?? new Map<string, Period>();
    bySource.set(source, periods);
    const key = `${kind} ${day}`;
    if (periods.has(key)) drop('a later row is of the same period');
    const isConverted = unit !== null && unit.currency !== security.currency;
    const isOld =
      isConverted && Math.max(rates.ageDays(unit.currency, rateDay), rates.ageDays(security.currency, rateDay)) > RATE_DAYS_MAX;
    if (isOld) report.doubt('rates', OLD_RATE, `${security.symbol} ${isoDay(day)}`);
    const period = flagged(
      { ...dated, values, currency: unit?.currency ?? null },
      (at) =>
        (cells[at] === UNREADABLE ? flagBit('fallback') : 0) |
        (isOld && IS_MONEY[at] && !Number.isNaN(values[at]) ? flagBit('stalePrice') : 0),
    );
    periods.set(key, convertPeriod(period, rate / (unit?.divisor ?? 1)));
  };
  await statements.visit(index, (columns, row) => {
    const [, days, kinds, currencies, places, starts, filings, sinces, ratios, flagTexts] = columns;
    const values = new Float64Array(STATEMENT_IDS.length);
    for (let at = 0; at < values.length; at++) values[at] = Number(columns[at + HEAD_CELLS]![row]);
    const [startDay, filedDay, sharesSince, sharesRatio] = [starts, filings, sinces, ratios].map((cells) => cells![row] ?? null);
    const code = currencies![row];
    const kind = PERIOD_KINDS[Number(kinds![row])]!;
    put(
      {
        day: Number(days![row]),
        kind,
        ...(startDay !== null && { startDay: Number(startDay) }),
        ...(filedDay !== null && { filedDay: Number(filedDay) }),
        ...(sharesSince !== null && { sharesSince: Number(sharesSince) }),
        ...(sharesRatio !== null && { sharesRatio: Number(sharesRatio) }),
        ...readPeriodFlags(String(flagTexts![row] ?? '')),
      },
      code === null || code === undefined ? null : String(code),
      sources[Number(places![row])]!,
      values,
    );
  });
  for (const [place, all] of joined.statements.get(index) ?? [])
    for (const { currency, values, ...dated } of keptRows(joined, all, place, report))
      put(dated, currency ?? joined.currencyOf(index, place), sources[place]!, values);
  const doubt = (finding: string, day: number): void => report.doubt('statements', finding, `${security.symbol} ${isoDay(day)}`);
  const whole = (name: SourceName, periods: readonly Period[]): readonly Period[] =>
    KNOWS_DURATIONS.includes(name) ? periods : wholePeriods(periods, doubt);
  return mergePeriods(new Map([...bySource].map(([name, periods]) => [name, whole(name, [...periods.values()])])));
}

/** A source's usable rows, oldest first. Counts all rows. */
function keptRows(
  { quality, asOfDay, sources, signs }: Joined,
  all: readonly KeptStatements[],
  place: number,
  report: Report,
): StatementRow[] {
  const known = quality.sources[place]!;
  const counts = new Float64Array(STATEMENT_IDS.length);
  const usable: StatementRow[] = [];
  for (const kept of all)
    for (const row of kept.read()) {
      if (row.day > asOfDay) {
        const reason = `later than ${isoDay(asOfDay)}`;
        const where = [`${kept.place} ${isoDay(row.day)}`];
        tableOf(known, 'statements').joinedCount--;
        report.drop('statements', `${sources[place]}: ${reason}`, where);
        dropFrom(known, 'statements', reason, where, 1);
        continue;
      }
      countValues(counts, row.values);
      signs.look(row.values);
      if (row.day > asOfDay - STATEMENT_DAYS_MAX) usable.push(row);
    }
  addCounts(known, counts);
  return usable.sort((a, b) => a.day - b.day);
}

/** Counts rows, prices and statements by exchange. */
function coverageOf(rows: readonly Row[], sources: readonly SourceName[], newestDays: readonly number[]): Coverage {
  const exchanges = new Map<string, { rowCount: number; pricedCount: number; statedCount: number }>();
  for (const { fields, values } of rows) {
    const exchange = String(fields[EXCHANGE_POSITION] ?? '');
    const counts = exchanges.get(exchange) ?? { rowCount: 0, pricedCount: 0, statedCount: 0 };
    exchanges.set(exchange, counts);
    counts.rowCount++;
    counts.pricedCount += Number(values[CLOSE_POSITION]! > 0);
    counts.statedCount += Number(fields[QUARTER_POSITION] !== null);
  }
  return {
    sources: sources.map((name, place) => {
      const day = newestDays[place] ?? Number.NaN;
      return { name, day: Number.isFinite(day) ? isoDay(day) : null };
    }),
    exchanges: [...exchanges].map(([exchange, counts]) => ({ exchange, ...counts })),
  };
}

function countryOf(
  country: string,
  rows: readonly Row[],
  { asOfDay, quality, sources, newestDays }: Joined,
  note: string | null,
  report: Report,
): CountryData {
  const columns = VECTOR_IDS.map((id, position) => {
    const column = new Float32Array(rows.length);
    let missingCount = 0;
    for (let row = 0; row < column.length; row++) {
      const value = rows[row]!.values[position]!;
      column[row] = value;
      if (Number.isFinite(column[row])) continue;
      if (!Number.isNaN(value)) report.overflow(id, String(rows[row]!.fields[SYMBOL_POSITION]));
      column[row] = Number.NaN;
      missingCount++;
    }
    report.missing.set(id, (report.missing.get(id) ?? 0) + missingCount);
    quality.missing(country, rows.length, id, missingCount);
    return column;
  });
  for (const row of oddMultiples(rows, ({ fields }) => String(fields[SECTOR_POSITION]))) {
    for (const id of ['marketCapitalization', 'close', ...MONEY_IDS])
      row.flags.set(id, (row.flags.get(id) ?? 0) | flagBit('inconsistent'));
    report.doubt(
      'securities',
      'price and statements are likely in different units (pence, thousands, another currency): flagged',
      String(row.fields[SYMBOL_POSITION]),
    );
  }
  const latestDay = rows.reduce((latest, row) => Math.max(latest, row.latestDay), Number.NEGATIVE_INFINITY);
  return {
    country,
    updated: (Number.isFinite(latestDay) ? latestDay : asOfDay) * DAY_SECONDS,
    securities: rows.map(({ fields, flags }) => fields.with(FLAGS_POSITION, writeSourceFlags(flags))),
    columns,
    note,
    ...(newestDays.length > 0 && { coverage: coverageOf(rows, sources, newestDays) }),
  };
}

function reportSessions({ doubledCount, invalidCount }: SessionRows, report: Report): void {
  if (doubledCount > 0) report.note('prices', `${doubledCount} rows are of a day that a later row has too; the later one counts`);
  if (invalidCount > 0) report.note('prices', `${invalidCount} sessions have no close above 0: statistics over them are missing`);
}
