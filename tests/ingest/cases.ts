/**
 * The cases of tests/ingest/cases: own tables, and the expected numbers, flags and report lines of an ingest. A case is
 *
 *     case A title that states the expectation
 *     statements symbol,period,periodEnd,totalRevenue
 *       AAA,annual,2015-12-31,100
 *     sessions AAA 2016-01-01..2016-12-30 close=20 volume=1000
 *     expect AAA totalRevenue 100
 *     expect AAA priceToSalesRatio missing
 *     report 1 rows read
 *
 * `securities`, `statements`, `prices`, `forecasts` and `rates` are followed by the header, then by rows, indented; a symbol that no row
 * of securities has is a US company. `sessions` stands for rows of prices on all weekdays of the range, `name=a..b` for values that grow
 * steadily from a to b. `expect SYMBOL[@EXCHANGE] COLUMN VALUE [FLAG …]` names all flags that ingest
 * can give a number (SOURCE_KNOWN_FLAGS): none where none is named.
 * All cases of a file are one ingest as of 2016-12-31, so their symbols differ.
 */
export const TABLES = ['securities', 'statements', 'prices', 'forecasts', 'rates'] as const;
export type Table = (typeof TABLES)[number];
type Row = Readonly<Record<string, string>>;

export interface Expectation {
  readonly name: string;
  readonly column: string;
  /** A number, `missing`, or the text of a company field. */
  readonly value: string;
  readonly flags: readonly string[];
}

export interface Case {
  readonly title: string;
  readonly expectations: readonly Expectation[];
  readonly reports: readonly string[];
}

export interface CaseFile {
  readonly cases: readonly Case[];
  readonly rows: Readonly<Record<Table, readonly Row[]>>;
}

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Reads a file of cases. Throws with the line that can't be read. */
export function readCases(text: string): CaseFile {
  const cases: { title: string; expectations: Expectation[]; reports: string[] }[] = [];
  const rows: Record<Table, Row[]> = { securities: [], statements: [], prices: [], forecasts: [], rates: [] };
  let table: Table | null = null;
  let header: readonly string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fail = (why: string): never => {
      throw new Error(`line ${index + 1}: ${why}: ${line}`);
    };
    if (line.startsWith(' ')) {
      if (table === null) return fail('a row without a table');
      const cells = line.trim().split(',');
      if (cells.length !== header.length) fail(`${cells.length} cells, the header has ${header.length}`);
      rows[table].push(Object.fromEntries(header.map((name, at) => [name, cells[at]!.trim()])));
      continue;
    }
    const [word = '', ...rest] = line.trim().split(/ +/);
    const known = cases.at(-1);
    if (word === 'case') cases.push({ title: rest.join(' '), expectations: [], reports: [] });
    else if (!known) fail('expected a case');
    else if ((TABLES as readonly string[]).includes(word)) {
      table = word as Table;
      header = rest.join(' ').split(',');
    } else if (word === 'sessions') rows.prices.push(...sessionsOf(rest));
    else if (word === 'expect' && rest.length >= 3) {
      const [name, column, value, ...flags] = rest as [string, string, string, ...string[]];
      known.expectations.push({ name, column, value, flags });
    } else if (word === 'report') known.reports.push(rest.join(' '));
    else fail('expected case, sessions, expect, report or the name of a table');
  }
  return { cases, rows: { ...rows, securities: withSecurities(rows) } };
}

function withSecurities({ securities, statements, prices }: Record<Table, Row[]>): Row[] {
  const named = new Set(securities.map(({ symbol }) => symbol));
  const others = new Set([...statements, ...prices].map(({ symbol }) => symbol ?? '').filter((symbol) => !named.has(symbol)));
  return [...securities, ...[...others].map((symbol) => ({ symbol, country: 'US' }))];
}

/** Rows of prices for all weekdays of a range. */
function sessionsOf([symbol = '', range = '', ...settings]: readonly string[]): Row[] {
  const [from = '', to = ''] = range.split('..');
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const date = new Date(at);
    if (date.getUTCDay() % SATURDAY !== 0) days.push(date.toISOString().slice(0, 10));
  }
  const columns = settings.map((setting) => {
    const [name = '', value = ''] = setting.split('=');
    const [first = '', last = first] = value.split('..');
    const growth = (Number(last) / Number(first)) ** (1 / Math.max(1, days.length - 1));
    return { name, valueAt: (at: number) => (name === 'exchange' ? value : String(Number(first) * growth ** at)) };
  });
  return days.map((date, at) => ({
    symbol,
    date,
    ...Object.fromEntries(columns.map(({ name, valueAt }) => [name, valueAt(at)])),
  }));
}

/** A table as CSV, with all columns that any row names. */
export function csvOf(rows: readonly Row[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return `${[header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map((cells) => cells.join(',')).join('\n')}\n`;
}
