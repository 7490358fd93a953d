/** Joins securities with their staged statements and prices and builds country after country. */
import { VECTOR_IDS } from '../catalogue/catalogue.ts';
import { majorUnit, type Rates } from './currency.ts';
import { type Cell, type Database, quoteName } from './duckdb.ts';
import { Groups } from './groups.ts';
import type { Mapping, Requirable } from './mapping.ts';
import { convertPeriod, PERIOD_KINDS, type Period, STATEMENT_IDS } from './period.ts';
import { SessionRows } from './prices.ts';
import type { CountryData } from './publish.ts';
import type { Report } from './report.ts';
import { type Row, rowOf } from './row.ts';
import type { Security } from './securities.ts';
import { kindSql } from './sources/tables.ts';

const DAY_SECONDS = 86_400;
/** Statements older than this before the latest day are not looked at: five-year growth needs six years and some months. */
const STATEMENT_DAYS_MAX = 8 * 366;

const VALUES_SQL = STATEMENT_IDS.map((id) => `COALESCE(${quoteName(id)}, 'nan'::DOUBLE)`).join(', ');

export interface Joined {
  readonly database: Database;
  readonly mapping: Mapping;
  /** By country, then by symbol; a security's place here is its securityIndex. */
  readonly securities: readonly Security[];
  readonly forecasts: ReadonlyMap<string, readonly number[]>;
  readonly rates: Rates;
  readonly has: Readonly<Record<Requirable, boolean>>;
  readonly asOfDay: number;
}

/** Builds the countries in order, each when it is asked for. Fills the report with what was joined and dropped. */
export async function* countriesOf(
  joined: Joined,
  report: Report,
  progress: (line: string) => void,
): AsyncGenerator<CountryData> {
  const { database, securities, has, asOfDay, mapping } = joined;
  const statements = new Groups(
    has.statements
      ? database.stream(
          `SELECT securityIndex, periodEnd, ${kindSql('period')}, currency, symbol, ${VALUES_SQL} FROM statements
           WHERE reason IS NULL AND periodEnd > ${asOfDay - STATEMENT_DAYS_MAX} ORDER BY securityIndex, periodEnd, line`,
        )
      : nothing(),
  );
  const prices = new Groups(
    has.prices
      ? database.stream(
          `SELECT securityIndex, "date", COALESCE(close, 'nan'::DOUBLE), COALESCE(adjClose, 'nan'::DOUBLE), COALESCE(volume, 'nan'::DOUBLE)
           FROM prices WHERE reason IS NULL ORDER BY securityIndex, "date", line`,
        )
      : nothing(),
  );
  const sessionRows = new SessionRows();
  try {
    let from = 0;
    while (from < securities.length) {
      const { country } = securities[from]!;
      let to = from;
      const rows: Row[] = [];
      for (; securities[to]?.country === country; to++) {
        const row = await nextRow(joined, to, statements, prices, sessionRows, report);
        if (row) rows.push(row);
      }
      from = to;
      if (rows.length === 0) continue;
      report.countries.set(country, rows.length);
      progress(`${country}: ${rows.length} securities`);
      yield countryOf(country, rows, joined, mapping.note, report);
    }
    reportSessions(sessionRows, report);
  } finally {
    await statements.close();
    await prices.close();
  }
}

async function* nothing(): AsyncGenerator<Cell[][]> {}

/** The row of a security, or null when a table that the mapping requires has nothing of it. */
async function nextRow(
  { securities, mapping, forecasts, rates, asOfDay }: Joined,
  index: number,
  statements: Groups,
  prices: Groups,
  sessionRows: SessionRows,
  report: Report,
): Promise<Row | null> {
  const security = securities[index]!;
  sessionRows.clear();
  await prices.visit(index, ([, days, closes, adjusted, volumes], row) =>
    sessionRows.add(Number(days![row]), Number(closes![row]), Number(adjusted![row]), Number(volumes![row])),
  );
  const sessions = sessionRows.sessions(security.divisor);
  const rateDay = sessions.days.at(-1) ?? asOfDay;
  const periods = await periodsOf(security, index, statements, rates, rateDay, report);
  const isWithout = { statements: periods.length === 0, prices: sessions.days.length === 0 };
  const lacking = mapping.require.filter((table) => isWithout[table]);
  if (lacking.length > 0) {
    report.drop('securities', `no ${lacking.join(' and no ')}`, [security.symbol]);
    return null;
  }
  report.without.statements += Number(isWithout.statements);
  report.without.prices += Number(isWithout.prices);
  return rowOf(security, periods, sessions, forecasts.get(security.symbol) ?? [], rates, asOfDay);
}

async function periodsOf(
  security: Security,
  index: number,
  statements: Groups,
  rates: Rates,
  rateDay: number,
  report: Report,
): Promise<Period[]> {
  const periods = new Map<string, Period>();
  const usdRate = rates.usdRate(security.currency, rateDay);
  await statements.visit(index, (columns, row) => {
    const [, days, kinds, currencies] = columns;
    const code = currencies![row];
    const unit = code === null || code === undefined ? null : majorUnit(String(code));
    const rate = unit === null || unit.currency === security.currency ? 1 : rates.usdRate(unit.currency, rateDay) / usdRate;
    const day = Number(days![row]);
    const drop = (reason: string): void => report.drop('statements', reason, [`${security.symbol} ${isoDay(day)}`]);
    if (Number.isNaN(rate)) return drop(`no exchange rate from ${unit?.currency} to ${security.currency}`);
    const values = new Float64Array(STATEMENT_IDS.length);
    for (let at = 0; at < values.length; at++) values[at] = Number(columns[at + 5]![row]);
    if (values.every(Number.isNaN)) return drop('no figure in the row');
    const kind = PERIOD_KINDS[Number(kinds![row])]!;
    const key = `${kind} ${day}`;
    if (periods.has(key)) drop('a later row is of the same period');
    periods.set(key, convertPeriod({ day, kind, values, currency: unit?.currency ?? null }, rate / (unit?.divisor ?? 1)));
  });
  return [...periods.values()];
}

/** A day as an ISO date. */
export function isoDay(day: number): string {
  return new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

function countryOf(country: string, rows: readonly Row[], { asOfDay }: Joined, note: string | null, report: Report): CountryData {
  const columns = VECTOR_IDS.map((id, position) => {
    const column = Float32Array.from(rows, ({ values }) => values[position]!);
    let missingCount = 0;
    for (const [row, value] of column.entries()) {
      if (Number.isFinite(value)) continue;
      column[row] = Number.NaN;
      missingCount++;
    }
    report.missing.set(id, (report.missing.get(id) ?? 0) + missingCount);
    return column;
  });
  const latestDay = rows.reduce((latest, row) => Math.max(latest, row.latestDay), Number.NEGATIVE_INFINITY);
  return {
    country,
    updated: (Number.isFinite(latestDay) ? latestDay : asOfDay) * DAY_SECONDS,
    securities: rows.map(({ fields }) => fields),
    columns,
    note,
  };
}

function reportSessions({ doubledCount, invalidCount }: SessionRows, report: Report): void {
  if (doubledCount > 0) report.note('prices', `${doubledCount} rows are of a day that a later row has too; the later one counts`);
  if (invalidCount > 0) report.note('prices', `${invalidCount} sessions have no close above 0: statistics over them are missing`);
}
