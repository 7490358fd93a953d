/** Opens the tables of a history and assigns every close and filing in the database to its security. */

import { FIELD_IDS } from '../../catalogue/catalogue.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { type Listing, Listings } from '../../history/listing.ts';
import type { Rate } from '../figures/currency.ts';
import { FILING_DAYS_MIN } from '../figures/period.ts';
import { isoDay } from '../formats/day.ts';
import { type Cell, Database } from '../formats/duckdb.ts';
import { exchangeSql, ratesOf } from '../join/carriedRows.ts';
import { OTHER_UNIT, readSecurity, type Security } from '../join/securities.ts';
import type { Report } from '../report/report.ts';
import type { Mapping } from '../sources/mapping.ts';
import type { Table } from '../sources/schema.ts';
import { checkPricePoints, type Folder, findFolder, kindSql, openFound, readTable, selectSql } from '../sources/tables.ts';
import type { Lags } from './filedPeriods.ts';
import type { HistoryInput, Identified } from './input.ts';
import { knownSecurities } from './knownSecurities.ts';
import { actionsOf, type Cells, cellsOf, type IdOf, listingsOf, membersOf } from './smallTables.ts';

export interface HistoryFolder {
  readonly path: string;
  /** Path of a mapping.json outside the folder. */
  readonly mapping?: string | undefined;
  /** From the SEC's files: symbols are today's, a row replaces all earlier filings of its period, and its flows have a known length. */
  readonly isOfSec?: boolean;
}

export interface OpenedHistory extends HistoryInput {
  close(): Promise<void>;
}

/** Prefixes of names in the table `names`: an id at any time, and an id while it is listed. */
const ID_SIGN = '#';
const LISTED_ID_SIGN = '=';
/** Prefix of a current symbol. */
const TODAY_SIGN = '~';
const FIRST_DAY = -1_000_000;
const LAST_DAY = 10_000_000;

/** The caller closes the result. @throws with file and position if something can't be read, and if there is no close */
export async function openHistory(
  folders: readonly HistoryFolder[],
  reference: readonly Rate[],
  lags: Lags,
  report: Report,
  work: string,
): Promise<OpenedHistory> {
  const found = [];
  for (const { path, mapping } of folders) found.push(await findFolder(path, mapping, (line) => report.notes.push(line)));
  const database = await Database.open(
    found.flatMap(({ files }) => files),
    work,
  );
  try {
    const opened: Folder[] = [];
    for (const each of found) opened.push(await openFound(each, database, report));
    const small = async (table: Table): Promise<Cells[]> => {
      const rows: Cells[] = [];
      for (const folder of opened) rows.push(...(await readTable(folder, table, report)).map((row) => cellsOf(table, row)));
      return rows;
    };
    const listings = new Listings(listingsOf(await small('listings'), report));
    const securities = await securitiesOf(opened, listings, report);
    const idOf = resolver(listings, securities);
    await nameSecurities(database, listings, securities);
    await database.run(
      'CREATE TABLE closes (securityIndex INTEGER, day BIGINT, close DOUBLE, adjClose DOUBLE, volume DOUBLE, isAdjusted DOUBLE, place INTEGER, line BIGINT)',
    );
    for (const [place, folder] of opened.entries()) await stageCloses(folder, place);
    await countStaged(opened, 'prices', 'closes', report);
    await keepFirstPlace(database, 'closes');
    await dropOtherUnits(database, securities, report);
    const hasFilings = await stageFilings(opened, folders, lags);
    if (hasFilings) {
      await countStaged(opened, 'statements', 'filings', report);
      await keepFirstPlace(database, 'filings');
      await reportEarly(database, securities, report);
    }
    const hasActions = opened.some(({ files }) => files.has('actions'));
    const actions = hasActions ? actionsOf(await small('actions'), idOf, report) : null;
    const members = membersOf(await small('members'), idOf, listings, report);
    const rateRows: Cell[][] = [];
    for (const folder of opened) rateRows.push(...(await readTable(folder, 'rates', report)));
    const days = await database.rows('SELECT DISTINCT day FROM closes WHERE close > 0 OR adjClose > 0 ORDER BY day');
    if (days.length === 0) throw new Error('no closing prices remain: a history needs prices of listed securities');
    const staged = { database, hasFilings, securities, actions };
    return {
      sessions: days.map(([day]) => Number(day)),
      listings,
      members,
      rates: [...reference, ...ratesOf(rateRows, Number.POSITIVE_INFINITY, report)],
      securityCount: securities.length,
      todays: todaysOf(listings, securities),
      note: noteOf(opened.map(({ mapping }) => mapping)),
      known: (...asked) => knownSecurities(staged, ...asked),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Fields that a listing gives for each day. */
const LISTED_IDS = ['symbol', 'exchange'];
/** Fields computed from the snapshot itself. */
const MADE_IDS = ['latestQuarter', 'fiscalYearEnd', STATEMENT_CURRENCY, SOURCE_FLAGS];

/** Company columns for which no table has date ranges. */
function todaysOf(listings: Listings, securities: readonly Identified[]): string[] {
  const hasListings = securities.some(({ id }) => listings.of(id).length > 0);
  return FIELD_IDS.filter(
    (id) =>
      !MADE_IDS.includes(id) &&
      !(hasListings && LISTED_IDS.includes(id)) &&
      securities.some(({ fields }) => (fields.get(id) ?? null) !== null),
  );
}

const noteOf = (mappings: readonly Mapping[]): string | null => mappings.find(({ note }) => note !== null)?.note ?? null;

/** Usable securities, sorted by id. The first of several rows wins; later ones fill its missing cells. */
async function securitiesOf(opened: readonly Folder[], listings: Listings, report: Report): Promise<Identified[]> {
  const rows = new Map<string, Cell[]>();
  for (const folder of opened)
    for (const row of await readTable(folder, 'securities', report)) {
      const cells = cellsOf('securities', row);
      const symbol = cells.symbol === null ? null : String(cells.symbol);
      const last = symbol === null ? undefined : lastHolder(listings.named(symbol));
      const id = [cells.id, last?.id, cells.cusip, cells.isin, symbol].find((value) => value !== null && value !== undefined);
      if (id === undefined || (symbol !== null && folder.symbols?.has(symbol) === false)) continue;
      const known = rows.get(String(id));
      rows.set(String(id), known ? known.map((cell, at) => cell ?? row[at] ?? null) : row);
    }
  const securities: Identified[] = [];
  for (const [id, row] of rows) {
    const security = readSecurity(row);
    if (typeof security === 'string') report.drop('securities', security, [`row ${row[0]} ${row[1] ?? id}`]);
    else securities.push({ ...withoutToday(security), id });
  }
  return securities.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const lastHolder = (listings: readonly Listing[]): Listing | undefined =>
  listings.reduce<Listing | undefined>((last, listing) => (last && last.to > listing.to ? last : listing), undefined);

/** Removes figures without a date: they are today's. */
function withoutToday(security: Security): Security {
  const fields = new Map(security.fields).set('latestQuarter', null);
  const snapshot = {
    marketCapitalization: Number.NaN,
    dilutedEPSTTM: Number.NaN,
    dividendPerShare: Number.NaN,
    beta: Number.NaN,
  };
  return { ...security, fields, snapshot };
}

function resolver(listings: Listings, securities: readonly Identified[]): IdOf {
  const ids = new Set(securities.map(({ id }) => id));
  const bySymbol = symbolsWithoutListing(listings, securities);
  return (id, symbol, day, exchange) => {
    if (id !== null) return ids.has(id) ? id : null;
    if (symbol === null) return null;
    const found = listings.knows(symbol) ? listings.idOf(symbol, day, exchange) : (bySymbol.get(symbol) ?? null);
    return found !== null && ids.has(found) ? found : null;
  };
}

/** Symbols that no listing names and exactly one security has. */
function symbolsWithoutListing(listings: Listings, securities: readonly Identified[]): Map<string, string> {
  const ids = new Map<string, string[]>();
  for (const { symbol, id } of securities) if (!listings.knows(symbol)) ids.set(symbol, [...(ids.get(symbol) ?? []), id]);
  return new Map([...ids].flatMap(([symbol, own]) => (own.length === 1 ? [[symbol, own[0]!]] : [])));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Merges overlapping spans. */
function united(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else joined.push({ from, to });
  }
  return joined;
}

/** Fills the table `names`: which names refer to a security on which days. */
async function nameSecurities(database: Database, listings: Listings, securities: readonly Identified[]): Promise<void> {
  await database.run(
    'CREATE TABLE names (name VARCHAR, securityIndex INTEGER, fromDay INTEGER, toDay INTEGER, exchange VARCHAR, isShared INTEGER)',
  );
  const intake = await database.intake('names');
  const add = (name: string, index: number, { from, to }: Span, exchange: string | null, isShared: boolean): void =>
    intake.add([name, index, Math.max(from, FIRST_DAY), Math.min(to, LAST_DAY), exchange, Number(isShared)]);
  const always: Span = { from: FIRST_DAY, to: LAST_DAY };
  const unlisted = symbolsWithoutListing(listings, securities);
  for (const [index, { id, symbol }] of securities.entries()) {
    const own = listings.of(id);
    add(ID_SIGN + id, index, always, null, false);
    for (const span of own.length === 0 ? [always] : united(own)) add(LISTED_ID_SIGN + id, index, span, null, false);
    const names = new Map<string, Listing[]>();
    for (const listing of own) {
      const key = `${listing.symbol}\u001f${listing.exchange ?? ''}`;
      names.set(key, [...(names.get(key) ?? []), listing]);
    }
    for (const held of names.values()) {
      const { symbol: name, exchange } = held[0]!;
      const others = listings.named(name).filter((other) => other.id !== id);
      for (const span of united(held))
        add(
          name,
          index,
          span,
          exchange,
          others.some((other) => other.from <= span.to && other.to >= span.from),
        );
    }
    for (const name of new Set(own.map((listing) => listing.symbol)))
      if (lastHolder(listings.named(name))?.id === id) add(TODAY_SIGN + name, index, always, null, false);
    if (unlisted.get(symbol) === id) {
      add(symbol, index, always, null, false);
      add(TODAY_SIGN + symbol, index, always, null, false);
    }
  }
  intake.close();
}

/** Joins a table's rows with `names`; `day` is SQL. */
function namedSql(day: string, idSign: string, sign = ''): string {
  const exchange = exchangeSql('own.exchange');
  return `JOIN names ON names.name = CASE WHEN own.id IS NOT NULL THEN '${idSign}' || own.id ELSE '${sign}' || own.symbol END
    AND ${day} BETWEEN names.fromDay AND names.toDay
    AND (names.exchange IS NULL OR own.exchange IS NULL OR names.exchange = ${exchange})
    AND NOT (names.isShared = 1 AND own.exchange IS NULL)`;
}

async function stageCloses({ database, files, mapping }: Folder, place: number): Promise<void> {
  const file = files.get('prices');
  if (!file) return;
  await database.run(
    `INSERT INTO closes SELECT securityIndex, own."date", own.close, own.adjClose, own.volume, COALESCE(own.isAdjusted, 0), ${place}, own.line
     FROM (${selectSql('prices', file, mapping)}) AS own ${namedSql('own."date"', LISTED_ID_SIGN)}`,
  );
  const [[hasGaps] = []] = await database.rows(`SELECT count(*) > count(close) FROM closes WHERE place = ${place}`);
  if (hasGaps === true) await checkPricePoints(file, mapping, database);
}

/** Counts a table's rows and those that belong to no security. */
async function countStaged(opened: readonly Folder[], table: Table, staged: string, report: Report): Promise<void> {
  let readCount = 0;
  for (const { database, files } of opened) {
    const file = files.get(table);
    const [[count] = []] = file ? await database.rows(`SELECT count(*) FROM ${file.sql}`) : [];
    readCount += Number(count ?? 0);
  }
  const [[stagedCount] = []] = (await opened[0]?.database.rows(`SELECT count(*) FROM ${staged}`)) ?? [];
  const known = report.tables.get(table);
  if (!known) return;
  known.readCount = readCount;
  const dropped = readCount - Number(stagedCount ?? 0);
  if (dropped > 0) report.drop(table, 'without a date, or no security is listed under the symbol or id on that day', [], dropped);
}

/** Keeps each security's rows of the first source that has any. */
async function keepFirstPlace(database: Database, table: 'closes' | 'filings'): Promise<void> {
  await database.run(
    `DELETE FROM ${table} USING (SELECT securityIndex AS owner, min(place) AS first FROM ${table} GROUP BY securityIndex) AS firsts
     WHERE ${table}.securityIndex = firsts.owner AND ${table}.place > firsts.first`,
  );
}

async function dropOtherUnits(database: Database, securities: readonly Identified[], report: Report): Promise<void> {
  const indices = securities.flatMap(({ priceDivisor }, index) => (priceDivisor === 0 ? [index] : []));
  if (indices.length === 0) return;
  const condition = `securityIndex IN (${indices.join(', ')})`;
  const rows = await database.rows(`SELECT DISTINCT securityIndex FROM closes WHERE ${condition} ORDER BY securityIndex`);
  for (const [index] of rows) report.doubt('prices', OTHER_UNIT, securities[Number(index)]!.symbol);
  await database.run(`DELETE FROM closes WHERE ${condition}`);
}

/** Counts rows with an impossible filing day. */
async function reportEarly(database: Database, securities: readonly Identified[], report: Report): Promise<void> {
  const [[count, index, end, filed] = []] = await database.rows(
    `SELECT count(*), ${['securityIndex', 'periodEnd', 'statedFiled'].map((name) => `arg_min(${name}, line)`).join(', ')}
     FROM filings WHERE statedFiled IS NOT NULL AND filed IS NULL`,
  );
  if (Number(count) === 0) return;
  report.doubt(
    'statements',
    `filed before the period ends, or less than ${FILING_DAYS_MIN} days after it: the day of filing counts as unknown`,
    `${securities[Number(index)]!.id} ${isoDay(Number(end))}, filed ${isoDay(Number(filed))}`,
    Number(count),
  );
}

/** Returns whether there is a table of statements. A row with an impossible filing day counts as known after the lag. */
async function stageFilings(opened: readonly Folder[], folders: readonly HistoryFolder[], lags: Lags): Promise<boolean> {
  let isMade = false;
  for (const [place, { files, mapping, database }] of opened.entries()) {
    const file = files.get('statements');
    if (!file) continue;
    const kind = kindSql('own.period');
    const filed = `CASE WHEN own.filed >= own.periodEnd + ${FILING_DAYS_MIN} THEN own.filed END`;
    const known = `COALESCE(${filed}, own.periodEnd + CASE WHEN ${kind} = 0 THEN ${lags.annual} ELSE ${lags.quarter} END)`;
    const isOfSec = folders[place]!.isOfSec === true;
    const sign = isOfSec ? TODAY_SIGN : '';
    const select = `SELECT names.securityIndex, ${known} AS knownDay, ${kind} AS kind, ${place} AS place, ${Number(isOfSec)} AS isWhole,
        own.filed AS statedFiled, own.* REPLACE (${filed} AS filed)
      FROM (${selectSql('statements', file, mapping)}) AS own ${namedSql(known, ID_SIGN, sign)}
      WHERE own.periodEnd IS NOT NULL AND ${kind} IS NOT NULL`;
    await database.run(isMade ? `INSERT INTO filings ${select}` : `CREATE TABLE filings AS ${select}`);
    isMade = true;
  }
  return isMade;
}
