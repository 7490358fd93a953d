/** Joins several sources: stages their rows, matches securities (identity.ts), and fills columns in the order of trust.ts. */
import { majorUnit } from '../figures/currency.ts';
import { isoDay } from '../formats/day.ts';
import { type Cell, type Database, quoteName, quoteText } from '../formats/duckdb.ts';
import type { Progress } from '../report/progress.ts';
import { dropFrom, type Quality, type SourceQuality, tableOf } from '../report/quality.ts';
import type { Report } from '../report/report.ts';
import type { KeptStatements } from '../sources/filed.ts';
import { FORECAST_IDS, TABLE_COLUMNS, type Table } from '../sources/schema.ts';
import type { KeptSeries } from '../sources/series.ts';
import type { Intake, Source, SourceRow } from '../sources/source.ts';
import type { SourceName } from '../sources/sourceName.ts';
import { kindSql } from '../sources/tables.ts';
import { keptSql } from './carriedRows.ts';
import { Identities, type Row } from './identity.ts';
import { mainOfSessions } from './merge.ts';
import type { Placed } from './placed.ts';
import { FORECAST_TRUST, SECURITY_TRUST, type Trust } from './trust.ts';

const STAGED = ['statements', 'prices'] as const;
type Staged = (typeof STAGED)[number];
const isStaged = (table: Table): table is Staged => (STAGED as readonly Table[]).includes(table);
const SQL_TYPES = { text: 'VARCHAR', number: 'DOUBLE', date: 'INTEGER' } as const;
const stagedName = (table: Staged): string => `staged_${table}`;

/** The joined sources, in the form of one folder's tables. */
export interface Gathered {
  /** Row number, then the table's columns in order. */
  readonly securities: readonly (readonly Cell[])[];
  readonly forecasts: readonly (readonly Cell[])[];
  readonly rates: readonly (readonly Cell[])[];
  /** Joined symbol → source index → divisor of its prices; 0 if they are in another currency and can't be used. */
  readonly divisors: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Joined symbol → source index → stated currency. */
  readonly currencies: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** Data outside the database, under joined symbols. */
  readonly series: readonly Placed<KeptSeries>[];
  readonly statements: readonly Placed<KeptStatements>[];
  /** Day of the newest figure per source; negative infinity for none. */
  readonly newestDays: readonly number[];
}

/** Reads and joins all sources. Statements and prices are staged in the database for {@link stageJoined}. */
export async function gather(
  sources: readonly Source[],
  database: Database,
  asOfDay: number,
  report: Report,
  quality: Quality,
  progress: Progress,
): Promise<Gathered> {
  for (const table of STAGED) {
    const columns = TABLE_COLUMNS[table].map(({ id, type }) => `${quoteName(id)} ${SQL_TYPES[type]}`);
    await database.run(`CREATE TABLE ${stagedName(table)} (source INTEGER, line INTEGER, ${columns.join(', ')})`);
  }
  const kept: Kept[] = [];
  const small: Record<'securities' | 'forecasts' | 'rates', SourceRow[]>[] = [];
  for (const [place, source] of sources.entries()) {
    progress(`reading ${source.name} ${source.path}`);
    const known = quality.open(source.name, source.path);
    const rows = { securities: [], forecasts: [], rates: [] };
    small.push(rows);
    const own: Kept = { series: new Map(), statements: new Map(), newestDay: Number.NEGATIVE_INFINITY };
    kept.push(own);
    await readSource(source, place, known, rows, own, database, asOfDay, report, progress);
  }
  progress('joining the sources');
  const names = sources.map(({ name }) => name);
  const counts = await countsBySymbol(database, asOfDay, kept);
  const identities = identify(
    names,
    small.map(({ securities }) => securities),
    counts,
    report,
    quality,
  );
  const { securities, divisors } = mergeSecurities(identities, names, counts);
  await database.run('CREATE TABLE identity (source INTEGER, sourceSymbol VARCHAR, joinedSymbol VARCHAR, ownCurrency VARCHAR)');
  const intake = await database.intake('identity');
  for (const [index, { symbols, rows }] of identities.entities.entries())
    for (const [place, symbol] of symbols)
      intake.add([place, symbol, symbolOf(securities[index]!), rows.get(place)?.currency ?? null]);
  intake.close();
  const joinedSymbols = kept.map(() => new Map<string, string>());
  for (const [index, { symbols }] of identities.entities.entries())
    for (const [place, symbol] of symbols) joinedSymbols[place]!.set(symbol, symbolOf(securities[index]!));
  const placed = <One>(own: BySymbol<One>, place: number): Placed<One>[] =>
    [...own].map(([symbol, all]) => ({ place, symbol: joinedSymbols[place]!.get(symbol) ?? null, all }));
  return {
    currencies: new Map(
      identities.entities.map(({ rows }, index) => [
        symbolOf(securities[index]!),
        new Map([...rows].flatMap(([place, { currency }]) => (currency ? [[place, String(currency)] as const] : []))),
      ]),
    ),
    series: kept.flatMap(({ series }, place) => placed(series, place)),
    statements: kept.flatMap(({ statements }, place) => placed(statements, place)),
    newestDays: kept.map(({ newestDay }) => newestDay),
    // Symbols that no source describes are dropped with their rows.
    securities: securities.filter((_, index) => identities.entities[index]!.rows.size > 0),
    divisors,
    forecasts: mergeForecasts(
      identities,
      names,
      small.map(({ forecasts }) => forecasts),
      securities,
    ),
    rates: small
      .flatMap(({ rates }) => rates)
      .map((row, index) => [index + 1, ...TABLE_COLUMNS.rates.map(({ id }) => cellOf(row[id]))]),
  };
}

type BySymbol<One> = Map<string, One[]>;
interface Kept {
  readonly series: BySymbol<KeptSeries>;
  readonly statements: BySymbol<KeptStatements>;
  newestDay: number;
}

function put<One>(own: BySymbol<One>, symbol: string, one: One): void {
  const all = own.get(symbol);
  if (all) all.push(one);
  else own.set(symbol, [one]);
}

const symbolOf = (row: readonly Cell[]): string => String(row[1]);
const cellOf = (value: SourceRow[string]): Cell => (value === undefined || value === '' || Number.isNaN(value) ? null : value);

async function readSource(
  source: Source,
  place: number,
  known: SourceQuality,
  small: Record<'securities' | 'forecasts' | 'rates', SourceRow[]>,
  own: Kept,
  database: Database,
  asOfDay: number,
  report: Report,
  progress: Progress,
): Promise<void> {
  const appenders = { statements: await database.intake('staged_statements'), prices: await database.intake('staged_prices') };
  const lines = { statements: 0, prices: 0 };
  const ids = { statements: TABLE_COLUMNS.statements.map(({ id }) => id), prices: TABLE_COLUMNS.prices.map(({ id }) => id) };
  const countRead = (table: Table, count: number): void => {
    if (!report.tables.has(table)) report.open(table, 'all sources');
    report.tables.get(table)!.readCount += count;
    tableOf(known, table).readCount += count;
  };
  const intake: Intake = {
    database,
    asOfDay,
    progress,
    take(table, row) {
      countRead(table, 1);
      if (isStaged(table)) appenders[table].add([place, ++lines[table], ...ids[table].map((id) => row[id] ?? null)]);
      else if (table in small) small[table as keyof typeof small].push(row);
    },
    async takeQuery(table, sql) {
      await database.run(`INSERT INTO ${stagedName(table)} SELECT ${place}, * FROM (${sql})`);
      const [row] = await database.rows(`SELECT count(*) FROM ${stagedName(table)} WHERE source = ${place}`);
      countRead(table, Number(row?.[0]));
    },
    takeStatements(symbol, kept) {
      countRead('statements', kept.rowCount);
      put(own.statements, symbol, kept);
    },
    takeSeries(symbol, kept) {
      countRead('prices', kept.sessionCount);
      intake.dated(kept.lastDay ?? Number.NEGATIVE_INFINITY);
      put(own.series, symbol, kept);
    },
    drop(table, reason, where, count = 1) {
      countRead(table, count);
      report.drop(table, `${source.name}: ${reason}`, [where], count);
      dropFrom(known, table, reason, [where], count);
    },
    unmapped(list, code) {
      const codes = known.unmapped.get(list) ?? new Map<string, number>();
      codes.set(code, (codes.get(code) ?? 0) + 1);
      known.unmapped.set(list, codes);
    },
    dated(day) {
      own.newestDay = Math.max(own.newestDay, day);
    },
    note: (line) => known.notes.push(line),
  };
  try {
    await source.read(intake);
  } finally {
    for (const appender of Object.values(appenders)) appender.close();
  }
}

/** Usable sessions per source, by symbol; 0 for a symbol with statements only. */
type Counts = readonly ReadonlyMap<string, number>[];

async function countsBySymbol(database: Database, asOfDay: number, kept: readonly Kept[]): Promise<Counts> {
  const counts = kept.map(({ series, statements }) => {
    const own = new Map([...statements.keys()].map((symbol) => [symbol, 0]));
    for (const [symbol, all] of series)
      own.set(
        symbol,
        all.reduce((sum, { sessionCount }) => sum + sessionCount, 0),
      );
    return own;
  });
  const rows = await database.rows(
    `SELECT source, symbol, sum(sessions) FROM (
       SELECT source, symbol, CASE WHEN "date" <= ${asOfDay} THEN 1 ELSE 0 END AS sessions FROM staged_prices
       UNION ALL SELECT source, symbol, 0 FROM staged_statements
     ) AS counted WHERE symbol IS NOT NULL GROUP BY source, symbol ORDER BY source, symbol`,
  );
  for (const [place, symbol, sessions] of rows) {
    const own = counts[Number(place)]!;
    own.set(String(symbol), (own.get(String(symbol)) ?? 0) + Number(sessions));
  }
  return counts;
}

function identify(
  names: readonly SourceName[],
  securities: readonly (readonly SourceRow[])[],
  counts: Counts,
  report: Report,
  quality: Quality,
): Identities {
  const identities = new Identities();
  const order = SECURITY_TRUST[0]!.order;
  const places = [...names.keys()].sort((a, b) => order.indexOf(names[a]!) - order.indexOf(names[b]!) || a - b);
  for (const place of places) {
    const rows = new Map<string, Row>();
    const drop = (reason: string, where: string): void => {
      report.drop('securities', `${names[place]}: ${reason}`, [where]);
      dropFrom(quality.sources[place]!, 'securities', reason, [where], 1);
    };
    for (const [index, row] of securities[place]!.entries()) {
      const symbol = cellOf(row.symbol);
      if (symbol === null) drop('no symbol', `row ${index + 1}`);
      else if (rows.has(String(symbol))) drop('an earlier row has the same symbol', `row ${index + 1} ${symbol}`);
      else rows.set(String(symbol), row as Row);
    }
    const refused = identities.add(place, rows, counts[place]!.keys());
    for (const [symbol, reason] of refused) {
      if (!report.tables.has('securities')) report.open('securities', 'all sources');
      drop(reason, symbol);
    }
    tableOf(quality.sources[place]!, 'securities').joinedCount = [...rows.keys()].filter((symbol) => !refused.has(symbol)).length;
  }
  return identities;
}

/** Indices of the sources that a line of the trust table names, in its order. */
function placesOf(order: readonly SourceName[], names: readonly SourceName[]): readonly number[] {
  return order.flatMap((name) => names.flatMap((other, place) => (other === name ? [place] : [])));
}

interface Order {
  readonly columns: readonly string[];
  readonly places: readonly number[];
}

function ordersOf(trust: readonly Trust[], names: readonly SourceName[]): readonly Order[] {
  return trust.map(({ columns, order }) => ({ columns, places: placesOf(order, names) }));
}

/** Fills each column; the columns of a line come from the first source that has any of them. */
function fill(orders: readonly Order[], rows: ReadonlyMap<number, Row>): Record<string, Cell> {
  const filled: Record<string, Cell> = {};
  for (const { columns, places } of orders) {
    const has = (id: string) => (place: number) => cellOf(rows.get(place)?.[id] ?? null) !== null;
    // The rarest column of a line is last: a sector with an industry is preferred to one without.
    const place = places.find(has(columns.at(-1)!)) ?? places.find((at) => columns.some((id) => has(id)(at)));
    const row = place === undefined ? undefined : rows.get(place);
    for (const id of columns) filled[id] = cellOf(row?.[id] ?? null);
  }
  return filled;
}

/** One securities row per entity, and the price divisors of its sources. */
function mergeSecurities(
  { entities }: Identities,
  names: readonly SourceName[],
  counts: Counts,
): { securities: Cell[][]; divisors: Map<string, Map<number, number>> } {
  const divisors = new Map<string, Map<number, number>>();
  const orders = ordersOf(SECURITY_TRUST, names);
  const securities = entities.map(({ rows, symbols }, index) => {
    const filled = fill(orders, rows);
    const symbol = orders[0]!.places.map((place) => symbols.get(place)).find((text) => text !== undefined)!;
    filled.symbol = symbol;
    const sessions = new Map([...symbols].map(([place, text]) => [names[place]!, counts[place]!.get(text) ?? 0]));
    const main = mainOfSessions(sessions);
    const own = main === undefined ? undefined : rows.get(names.indexOf(main));
    if (own && cellOf(own.currency ?? null) !== null) filled.currency = own.currency!;
    filled.priceCurrency = cellOf(own?.priceCurrency ?? null);
    const units = new Map<number, number>();
    const currency =
      filled.currency === null || filled.currency === undefined ? null : majorUnit(String(filled.currency)).currency;
    for (const [place, row] of rows) {
      const code = cellOf(row.priceCurrency ?? null) ?? cellOf(row.currency ?? null);
      const unit = code === null ? null : majorUnit(String(code));
      if (unit) units.set(place, unit.currency === currency || currency === null ? unit.divisor : 0);
    }
    if (units.size > 0) divisors.set(symbol, units);
    return [
      index + 1,
      ...TABLE_COLUMNS.securities.map(({ id, type }) => (type === 'date' ? dateCell(filled[id]) : (filled[id] ?? null))),
    ];
  });
  return { securities, divisors };
}

const dateCell = (value: Cell | undefined): Cell => (value === null || value === undefined ? null : Number(value));

function mergeForecasts(
  { entities }: Identities,
  names: readonly SourceName[],
  forecasts: readonly (readonly SourceRow[])[],
  securities: readonly (readonly Cell[])[],
): Cell[][] {
  const orders = ordersOf(FORECAST_TRUST, names);
  const bySymbol = forecasts.map((rows) => new Map(rows.map((row) => [String(row.symbol), row as Row])));
  return entities.flatMap(({ symbols }, index) => {
    const rows = new Map(
      [...symbols].flatMap(([place, symbol]) => {
        const row = bySymbol[place]!.get(symbol);
        return row ? [[place, row] as const] : [];
      }),
    );
    if (rows.size === 0) return [];
    const filled = fill(orders, rows);
    return [[index + 1, symbolOf(securities[index]!), ...FORECAST_IDS.map((id) => filled[id] ?? null)]];
  });
}

/**
 * Creates the tables `statements` and `prices` from the staged rows, with joined symbols and reasons for dropped rows. Needs the table
 * `kept` (carriedRows.ts).
 * @returns which of the two have rows
 */
export async function stageJoined(
  database: Database,
  asOfDay: number,
  names: readonly SourceName[],
  report: Report,
  quality: Quality,
): Promise<Readonly<Record<Staged, boolean>>> {
  const has = { statements: false, prices: false };
  for (const table of STAGED) {
    const dayId = quoteName(table === 'statements' ? 'periodEnd' : 'date');
    const later = `later than ${isoDay(asOfDay)}`;
    const kept = keptSql('s.joinedSymbol', 's.exchange');
    const reasons: readonly (readonly [string, string])[] = [
      ['no symbol', 's.symbol IS NULL'],
      [`${table === 'statements' ? 'periodEnd' : 'date'} is not an ISO date`, `${dayId} IS NULL`],
      ...(table === 'statements' ? [['period is neither annual nor quarter', `${kindSql('s.period')} IS NULL`] as const] : []),
      [later, `${dayId} > ${asOfDay}`],
      ...(table === 'statements' ? [[`filed ${later}`, `s.filed > ${asOfDay}`] as const] : []),
      ...Object.entries(kept.reasons),
    ];
    // Amounts without a currency are in the currency that their source states for the security.
    const currency = table === 'statements' ? ' REPLACE (COALESCE(staged.currency, ownCurrency) AS currency)' : '';
    await database.run(
      `CREATE TABLE ${table} AS SELECT s.*, CASE ${reasons.map(([reason, condition]) => `WHEN ${condition} THEN ${quoteText(reason)}`).join(' ')} END AS reason
       FROM (
         SELECT s.*, ${kept.securityIndex} AS securityIndex FROM (
           SELECT staged.*${currency}, joinedSymbol FROM ${stagedName(table)} AS staged
           LEFT JOIN identity ON identity.source = staged.source AND identity.sourceSymbol = staged.symbol
         ) AS s ${kept.joins}
       ) AS s`,
    );
    await database.run(`DROP TABLE ${stagedName(table)}`);
    const counts = await database.rows(
      `SELECT source, reason, count(*), arg_min('row ' || line || ' ' || COALESCE(symbol, '') || COALESCE(' ' || (DATE '1970-01-01' + CAST(${dayId} AS INTEGER)), ''), line, 3)
       FROM ${table} GROUP BY source, reason ORDER BY source, reason`,
    );
    for (const [place, reason, count, examples] of counts as [number, string | null, number, unknown][]) {
      const known = quality.sources[place]!;
      has[table] = true;
      if (reason === null) tableOf(known, table).joinedCount = count;
      else {
        const places = (examples as string[]).map(String);
        report.drop(table, `${names[place]}: ${reason}`, places, count);
        dropFrom(known, table, reason, places, count);
      }
    }
  }
  return has;
}
