import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { openHistory } from '../../src/ingest/history/opened.ts';
import { snapshotRows } from '../../src/ingest/history/snapshotRows.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { type TableRow, writeTable } from './folder.ts';

const PATH = 'tests/fixtures/time-examples.json';

interface Example {
  readonly name: string;
  readonly inputs: {
    readonly dates?: readonly string[];
    readonly columns: readonly string[];
    readonly lagAnnual?: number;
    readonly lagQuarter?: number;
  } & Readonly<
    Record<'securities' | 'listings' | 'actions' | 'statements' | 'prices' | 'rates', readonly TableRow[] | undefined>
  >;
  readonly expected: {
    readonly values?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number | string | null>>>>>>;
  };
}

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  securities: ['id', 'symbol', 'country', 'currency'],
  listings: ['id', 'symbol', 'from'],
  actions: ['id', 'date', 'kind', 'value'],
  prices: ['id', 'date', 'close'],
  statements: ['id', 'period', 'periodEnd'],
  rates: ['currency', 'usdRate'],
};

const folder = mkdtempSync(join(tmpdir(), 'panscreen-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows by id, each column a number in double precision or null. */
async function snapshotsOf({ name, inputs }: Example, dates: readonly string[]) {
  const path = join(folder, name);
  for (const [table, header] of Object.entries(HEADERS)) {
    const rows = inputs[table as 'prices'] ?? [];
    if (table === 'rates' && rows.length === 0) continue;
    const isIdless = rows.some((row) => !('id' in row));
    const own = table === 'securities' ? rows.map((row) => ({ country: 'US', ...row })) : rows;
    writeTable(path, table, own, isIdless ? header.filter((column) => column !== 'id') : header);
  }
  const lags = { annual: inputs.lagAnnual ?? 90, quarter: inputs.lagQuarter ?? 60 };
  const opened = await openHistory([{ path }], [], lags, new Report(), folder);
  try {
    const found = new Map<string, Map<string, (column: string) => number | string | null>>();
    for (const date of dates) {
      const at = opened.sessions.findLastIndex((session) => session <= dayOfIso(date));
      const rows = new Map<string, (column: string) => number | string | null>();
      for await (const { id, rows: own } of snapshotRows(opened, [at], new Report())) {
        const row = own[0]?.row;
        if (!row) continue;
        const { values, fields } = row;
        const value = (id: string): number => values[VECTOR_IDS.indexOf(id)] ?? Number.NaN;
        const ratio = value('netIncome') > 0 ? value('marketCapitalization') / value('netIncome') : Number.NaN;
        rows.set(id, (column) => {
          if (FIELD_IDS.includes(column)) return (fields[FIELD_IDS.indexOf(column)] ?? null) as string | null;
          const number = column === 'priceToEarningsRatio' ? ratio : value(column);
          return Number.isNaN(number) ? null : number;
        });
      }
      found.set(date, rows);
    }
    return found;
  } finally {
    await opened.close();
  }
}

const examples: readonly Example[] = JSON.parse(readFileSync(PATH, 'utf8'));
const withSnapshots = examples.filter(({ inputs }) => inputs.dates !== undefined);

describe('the worked examples of snapshots', () => {
  it('are there', () => expect(withSnapshots.length).toBeGreaterThanOrEqual(13));

  for (const example of withSnapshots)
    it(`${example.name}: securities and values agree to 1e-9`, async () => {
      const { dates = [], columns } = example.inputs;
      const found = await snapshotsOf(example, dates);
      for (const date of dates) {
        const expected = example.expected.values![date]!;
        const rows = found.get(date)!;
        for (const [id, row] of Object.entries(expected))
          for (const column of columns) {
            const value = rows.get(id)?.(column) ?? null;
            const place = `${date} ${id} ${column}`;
            const wanted = row[column] ?? null;
            if (typeof wanted !== 'number' || typeof value !== 'number') expect(value, place).toBe(wanted);
            else expect(Math.abs(value - wanted), place).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(wanted)));
          }
      }
    });
});
