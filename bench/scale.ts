/**
 * One screen over every date of a history of a million to a hundred million rows: Panscreen's engine compared with DuckDB and ClickHouse (chdb) running
 * the query that Panscreen generates. All three are asked for the number of remaining rows and the sum of their positions, and must agree.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { columnById, otherColumn } from '../src/catalogue/catalogue.ts';
import { History } from '../src/engine/history/history.ts';
import type { HistorySource } from '../src/engine/history/source.ts';
import { applySteps } from '../src/engine/run/apply.ts';
import { stepColumns } from '../src/engine/steps/language.ts';
import { parseScreen } from '../src/engine/steps/text.ts';
import { CLICKHOUSE } from '../src/sql/clickhouse.ts';
import type { Dialect } from '../src/sql/dialect.ts';
import { DUCKDB } from '../src/sql/duckdb.ts';
import { screenSql } from '../src/sql/screen.ts';
import { BASE, PLACE, RATE, SNAPSHOT } from '../src/sql/table.ts';
import { encodeCodes, encodeNumbers, type HistoryFile } from '../src/wire/history.ts';
import type { Options } from './options.ts';
import type { Result } from './results.ts';

const SECURITIES = 10_000;
const REPEATS = 3;
/** From this size on, each query runs once. */
const ONCE_ROWS = 1e8;
/** Memory for DuckDB and ClickHouse in addition to Panscreen's columns. */
const MEMORY_BYTES = 6e9;
/** Dates that are published together and loaded in one go: a million rows. */
const BLOCK_DATES = 100;
const ETF_EVERY = 7;
const MISSING_EVERY = 20;
/** Values are integers below this, exact in float32: all engines generate the same. */
const VALUES = 1_000_000;
const [FACTOR, STRIDE] = [2_654_435_761, 40_503_000];
const SCREEN =
  'type = Equity | marketCapitalization >= 1e5 USD | priceToEarningsRatio <= 20 | returnOnEquity >= 0.1 | sort stats.252.rateBack desc | rows 1..500 | sort priceToBookRatio asc | rows 1..50';
const NUMBERS = [
  'marketCapitalization',
  'netIncome',
  'preferredDividends',
  'totalShareholderEquity',
  'totalShareholderEquityPriorYear',
  'stats.252.rateBack',
];
const TEXTS = ['id', 'currency', 'type'];
const CHDB = resolve('tests/clickhouse/node_modules/chdb/index.js');

const dateOf = (place: number): string => new Date(Date.UTC(1990, 0, 1 + place)).toISOString().slice(0, 10);

/** A number of a row of the whole history: scrambled, one in twenty missing. */
function scrambled(row: number, column: number): number {
  return (Math.imul(row, FACTOR) + column * STRIDE) >>> 0;
}
function numberOf(row: number, column: number): number {
  const value = scrambled(row, column);
  return value % MISSING_EVERY === 0 ? Number.NaN : (value >>> 8) % VALUES;
}

/** The same in SQL. @param row of the whole history @param wide its type of 64 bits */
function numberSql(row: string, column: number, wide: (text: string) => string, quotient: string): string {
  const value = `((${wide(row)} * ${FACTOR} + ${column * STRIDE}) % 4294967296)`;
  return `CASE WHEN ${value} % ${MISSING_EVERY} = 0 THEN NULL ELSE (${value} ${quotient} 256) % ${VALUES} END`;
}

/** A history whose files are generated on request. */
function madeHistory(dates: number): HistorySource {
  const nameOf = (block: number, column: number, kind: string): HistoryFile => ({
    file: `${block.toString(16).padStart(16, '0')}${column.toString(16).padStart(16, '0')}.${kind}`,
    bytes: 0,
  });
  const datesOf = (block: number): number => Math.min(BLOCK_DATES, dates - block * BLOCK_DATES);
  const placeOf = ({ file }: HistoryFile): [block: number, column: number] => [
    Number.parseInt(file.slice(0, 16), 16),
    Number.parseInt(file.slice(16, 32), 16),
  ];
  const labels = [Array.from({ length: SECURITIES }, (_, at) => `S${at}`), ['USD'], ['Equity', 'Etf']];
  const codeOf = [
    (security: number): number => security + 1,
    (): number => 1,
    (security: number): number => (security % ETF_EVERY === 0 ? 2 : 1),
  ];
  const blocks = Array.from({ length: Math.ceil(dates / BLOCK_DATES) }, (_, block) => ({
    dates: Array.from({ length: datesOf(block) }, (_, at) => dateOf(block * BLOCK_DATES + at)),
    coverage: Array.from({ length: datesOf(block) }, () => ({
      listed: SECURITIES,
      priced: SECURITIES,
      withStatements: SECURITIES,
      guessed: 0,
    })),
    securityCount: SECURITIES,
    columns: nameOf(block, 0, 'json'),
  }));
  return {
    manifest: async () => JSON.stringify({ format: 1, digest: 'ab'.repeat(16), every: 'day', blocks, todays: [], note: null }),
    async bytes(file) {
      const [block, column] = placeOf(file);
      const count = datesOf(block) * SECURITIES;
      if (file.file.endsWith('.u32'))
        return encodeCodes(Uint32Array.from({ length: count }, (_, at) => codeOf[column]!(at % SECURITIES)));
      const from = block * BLOCK_DATES * SECURITIES;
      const values = new Float32Array(count);
      for (let at = 0; at < count; at++) values[at] = numberOf(from + at, column);
      return encodeNumbers(values);
    },
    async text(file) {
      const [block, column] = placeOf(file);
      if (column > 0) return JSON.stringify(['', ...labels[column - 1]!]);
      const numbers = Object.fromEntries(NUMBERS.map((id, at) => [id, nameOf(block, at, 'f32')]));
      const texts = Object.fromEntries(
        TEXTS.map((id, at) => [id, { codes: nameOf(block, at, 'u32'), labels: nameOf(block, at + 1, 'json') }]),
      );
      return JSON.stringify({ numbers, texts });
    },
  };
}

interface Answer {
  readonly rows: number;
  readonly places: number;
}

/** A contender with the history in it. */
interface Loaded {
  readonly name: string;
  /** Size of the history there. */
  readonly bytesPerRow: number;
  readonly kept: 'in memory' | 'on disk';
  ask(): Promise<Answer>;
  close(): Promise<void>;
}

async function loadOwn(dates: number): Promise<Loaded> {
  const steps = parseScreen(SCREEN);
  const history = await History.open(madeHistory(dates));
  await history.fetch([...TEXTS, 'usdRate', ...steps.flatMap(stepColumns)]);
  return {
    name: 'panscreen',
    // Columns of four bytes: those that are fetched, the rate, and the three ratios.
    bytesPerRow: Float32Array.BYTES_PER_ELEMENT * (NUMBERS.length + TEXTS.length + 4),
    kept: 'in memory',
    async ask() {
      let [rows, places] = [0, 0];
      for (const place of history.dates.keys()) {
        const kept = await history.ask(place, (table) => applySteps(table, steps, null).rows);
        rows += kept.length;
        for (const row of kept) places += row;
      }
      return { rows, places };
    },
    close: async () => {},
  };
}

function askSql(dialect: Dialect): string {
  const ids = new Set([...NUMBERS, ...TEXTS, PLACE, RATE, BASE]);
  const { rows } = screenSql(parseScreen(SCREEN), {
    dialect,
    columnOf: (id) => columnById(id) ?? (id === PLACE ? otherColumn(PLACE) : undefined),
    isStored: (id) => ids.has(id),
    base: 'USD',
    snapshots: { kind: 'all' },
    columnIds: [PLACE],
  });
  const own = dialect.ending === '' ? rows : rows.slice(0, -dialect.ending.length);
  return `SELECT count(*) AS kept, sum(${dialect.quote(PLACE)}) AS places FROM (${own}) AS screened${dialect.ending}`;
}

/** Values of all columns, of rows that a query counts. */
function columnsSql({ quote }: Dialect, row: string, day: string, wide: (text: string) => string, quotient: string): string {
  const security = `(${row} % ${SECURITIES})`;
  const numbers = NUMBERS.map((id, at) => `${numberSql(row, at, wide, quotient)} AS ${quote(id)}`);
  const type = `CASE WHEN ${security} % ${ETF_EVERY} = 0 THEN 'Etf' ELSE 'Equity' END AS type`;
  return [`${day} AS ${quote(SNAPSHOT)}`, `${security} AS ${quote(PLACE)}`, `1 AS ${quote(RATE)}`, type, ...numbers].join(', ');
}

const typesOf = ({ quote }: Dialect, number: string, text: string, count: string): string =>
  [
    `${quote(SNAPSHOT)} Date`,
    `${quote(PLACE)} ${count}`,
    `${quote(RATE)} ${number}`,
    `type ${text}`,
    ...NUMBERS.map((id) => `${quote(id)} ${number}`),
  ].join(', ');

async function loadDuckDb(dates: number, folder: string): Promise<Loaded> {
  const path = join(folder, 'duckdb.db');
  const instance = await DuckDBInstance.create(path);
  const database = await instance.connect();
  await database.run(`SET memory_limit = '${MEMORY_BYTES / 1e9}GB'`);
  await database.run(`CREATE TABLE universe (${typesOf(DUCKDB, 'FLOAT', 'VARCHAR', 'INTEGER')})`);
  const made = columnsSql(DUCKDB, 'i', `DATE '1990-01-01' + (i // ${SECURITIES})::INTEGER`, (text) => `${text}::UBIGINT`, '//');
  for (let from = 0; from < dates; from += BLOCK_DATES)
    await database.run(
      `INSERT INTO universe SELECT ${made} FROM range(${from * SECURITIES}, ${Math.min(dates, from + BLOCK_DATES) * SECURITIES}) AS made(i)`,
    );
  await database.run('CHECKPOINT');
  const query = askSql(DUCKDB);
  return {
    name: 'DuckDB',
    bytesPerRow: statSync(path).size / (dates * SECURITIES),
    kept: 'on disk',
    async ask() {
      const [[rows, places] = []] = await (await database.runAndReadAll(query)).getRowsJS();
      return { rows: Number(rows), places: Number(places) };
    },
    async close() {
      database.closeSync();
      instance.closeSync();
    },
  };
}

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

async function loadClickHouse(dates: number, folder: string): Promise<Loaded> {
  const { Session } = createRequire(import.meta.url)(CHDB) as { readonly Session: new (folder: string) => Session };
  const session = new Session(join(folder, 'chdb'));
  session.query('CREATE DATABASE IF NOT EXISTS panscreen');
  session.query('USE panscreen');
  session.query(`SET max_memory_usage = ${MEMORY_BYTES}, max_bytes_before_external_sort = ${MEMORY_BYTES / 3}`);
  const types = typesOf(CLICKHOUSE, 'Nullable(Float32)', 'LowCardinality(String)', 'UInt32');
  session.query(
    `CREATE TABLE universe (${types}) ENGINE = MergeTree PARTITION BY toYYYYMM(${CLICKHOUSE.quote(SNAPSHOT)}) ORDER BY (${CLICKHOUSE.quote(SNAPSHOT)}, ${CLICKHOUSE.quote(PLACE)})`,
  );
  const day = `toDate('1990-01-01') + intDiv(number, ${SECURITIES})`;
  const made = columnsSql(CLICKHOUSE, 'number', day, (text) => `toUInt64(${text})`, 'DIV');
  for (let from = 0; from < dates; from += BLOCK_DATES)
    session.query(
      `INSERT INTO universe SELECT ${made} FROM numbers(${from * SECURITIES}, ${(Math.min(dates, from + BLOCK_DATES) - from) * SECURITIES})`,
    );
  const cells = (query: string): number[] => (JSON.parse(session.query(query, 'JSONCompactEachRow')) as unknown[]).map(Number);
  const [bytes = 0] = cells("SELECT sum(bytes_on_disk), 0 FROM system.parts WHERE active AND table = 'universe'");
  const query = askSql(CLICKHOUSE);
  return {
    name: 'ClickHouse',
    bytesPerRow: bytes / (dates * SECURITIES),
    kept: 'on disk',
    async ask() {
      const [rows = 0, places = 0] = cells(query);
      return { rows, places };
    },
    close: async () => session.close(),
  };
}

async function measure(load: () => Promise<Loaded>, rows: number, expected: Answer | null): Promise<[Result[], Answer]> {
  const contender = await load();
  try {
    const [wall, processor]: number[][] = [[], []];
    let answer: Answer = { rows: 0, places: 0 };
    for (let repeat = 0; repeat < (rows < ONCE_ROWS ? REPEATS : 1); repeat++) {
      const [from, before] = [performance.now(), process.cpuUsage()];
      answer = await contender.ask();
      wall!.push(performance.now() - from);
      const { user, system } = process.cpuUsage(before);
      processor!.push((user + system) / 1000);
    }
    if (answer.rows === 0) throw new Error('no row passes: the screen measures nothing');
    if (expected && (answer.rows !== expected.rows || answer.places !== expected.places))
      throw new Error(`${contender.name} has ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`);
    const best = (times: readonly number[]): number => Math.min(...times);
    const { name, bytesPerRow, kept } = contender;
    const processorMs = Math.round(best(processor!));
    const note = `${processorMs} ms of CPU time; ${bytesPerRow.toFixed(1)} bytes a row ${kept}; ${answer.rows} rows stay`;
    const sorted = [...wall!].sort((a, b) => a - b);
    const result: Result = {
      workload: 'scale: a screen over all dates',
      rows,
      where: 'node',
      contender: name,
      medianMs: sorted[sorted.length >> 1]!,
      bestMs: sorted[0]!,
      vsLimit: null,
      note,
    };
    return [[result], answer];
  } finally {
    await contender.close();
  }
}

/** `--rows` chooses the sizes; those that are no multiple of a million are left out. */
export async function measureScale({ sizes }: Options): Promise<Result[]> {
  const results: Result[] = [];
  for (const rows of sizes.filter((each) => each % (SECURITIES * BLOCK_DATES) === 0)) {
    const folder = mkdtempSync(join(tmpdir(), 'panscreen-scale-'));
    const dates = rows / SECURITIES;
    try {
      const [own, expected] = await measure(() => loadOwn(dates), rows, null);
      results.push(...own);
      results.push(...(await measure(() => loadDuckDb(dates, folder), rows, expected))[0]);
      if (existsSync(CHDB)) results.push(...(await measure(() => loadClickHouse(dates, folder), rows, expected))[0]);
      else process.stdout.write('ClickHouse is not measured: npm ci --prefix tests/clickhouse\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return results;
}
