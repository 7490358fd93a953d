import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flagsOf, SOURCE_KNOWN_FLAGS } from '../../src/catalogue/flag.ts';
import { parseFormula } from '../../src/catalogue/formula.ts';
import { loadPublished } from '../../src/commands/published.ts';
import { columnFlags, formulaValues } from '../../src/engine/answers/flags.ts';
import { isTextColumn, type Table } from '../../src/engine/table/table.ts';
import { ingestTables } from '../../src/ingest/ingest.ts';
import { csvOf, type Expectation, readCases, TABLES } from './cases.ts';

const FOLDER = new URL('cases', import.meta.url).pathname;
const AS_OF = '2016-12-31';
/** Numbers travel as float32. */
const TOLERANCE = 1e-5;

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-cases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const textOf = (table: Table, id: string, row: number): string => {
  const text = table.text(id);
  return text?.labels[text.codes[row]!] ?? '';
};

function rowsNamed(table: Table, name: string): number[] {
  const [symbol = '', exchange] = name.split('@');
  return Array.from({ length: table.rowCount }, (_, row) => row).filter(
    (row) => textOf(table, 'symbol', row) === symbol && (exchange === undefined || textOf(table, 'exchange', row) === exchange),
  );
}

function check(table: Table, { name, column, value, flags }: Expectation): void {
  const place = `${column} of ${name}`;
  const [row, ...others] = rowsNamed(table, name);
  if (row === undefined) {
    expect(value, `${name} is not published`).toBe('dropped');
    return;
  }
  expect(others, `${name} is published more than once`).toEqual([]);
  expect(table.column(column), `there is no column ${column}`).toBeDefined();
  if (isTextColumn(table, column)) {
    expect(textOf(table, column, row), place).toBe(value);
    return;
  }
  const found = formulaValues(table, parseFormula(`\`${column}\``))[row]!;
  if (value === 'missing') expect(found, place).toBeNaN();
  else
    expect(Math.abs(found - Number(value)), `${place} is ${found}, not ${value}`).toBeLessThanOrEqual(
      TOLERANCE * Math.abs(Number(value)),
    );
  if (value === 'missing' && flags.length === 0) return;
  const known: readonly string[] = SOURCE_KNOWN_FLAGS;
  const stated = flagsOf(columnFlags(table, column)[row]!).filter((flag) => known.includes(flag));
  expect(stated, `flags of ${place}`).toEqual(flags);
}

for (const file of readdirSync(FOLDER)) {
  const { cases, rows } = readCases(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file, () => {
    let table: Table;
    let lines: readonly string[] = [];
    beforeAll(async () => {
      const from = join(scratch, file, 'from');
      mkdirSync(from, { recursive: true });
      for (const name of TABLES) if (rows[name].length > 0) writeFileSync(join(from, `${name}.csv`), csvOf(rows[name]));
      const out = join(scratch, file, 'out');
      lines = (await ingestTables({ from, out, asOf: AS_OF, progress: () => {} })).lines();
      table = await loadPublished(out);
    });
    it.each(cases.map((one) => [one.title, one] as const))('%s', (_, { expectations, reports }) => {
      for (const expectation of expectations) check(table, expectation);
      for (const report of reports)
        expect(
          lines.filter((line) => line.includes(report)),
          `${report}\n${lines.join('\n')}`,
        ).not.toEqual([]);
    });
  });
}
