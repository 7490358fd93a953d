/** Screens as SQL compared with the product's own engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import { digest, Fnv1a, utf8 } from '../../src/engine/answers/receipt.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { printScreen } from '../../src/engine/steps/text.ts';
import type { Table } from '../../src/engine/table/table.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { type ScreenSql, screenSql } from '../../src/sql/screen.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';
import { type Engine, type Stored, storedOf } from './engines.ts';

/** Screens run on each engine. */
export const SCREENS = 1000;
/** Every how many screens the ledger is run too, which takes as long as the rows of all steps. */
const LEDGER_EVERY = 8;
const HARD = '2030-01-01';
/** Without the rate of one of its currencies. */
const RATELESS = '2030-02-01';
const OPTIONS = { securities: 70, months: 26, seed: 11, asOfDay: dayOfIso('2021-03-31') };

const FORMULAS = [
  'ln(marketCapitalization) - sqrt(abs(netIncome))',
  'rankDesc(marketCapitalization) + rankDesc(opt(earningsYield))',
  'exp(returnOnEquity) * avg(totalAssets, totalDebt) / pos(close)',
  'diff(totalAssets, add(totalDebt, netIncome)) / nz(totalRevenue)',
  'max(close, 10) * gt(currentRatio, 1) + taxRate(netIncome, totalRevenue)',
  'optIf(netIncome, totalAssets) - or1(currentRatio) * lt(close, 50) / le(close, 20)',
];

/** A screen of the tests' kinds, sometimes with a formula that a sort and a filter read. */
function screenOf(random: Random, table: Table): Step[] {
  const values = (id: string): (number | string)[] => {
    const text = table.text(id);
    if (text) return Array.from(table.rows, (row) => text.labels[text.codes[row]!]!);
    const numbers = table.numbers(id);
    return numbers ? Array.from(table.rows, (row) => numbers[row]!).filter((value) => !Number.isNaN(value)) : [];
  };
  const steps = randomScreen(random, values);
  if (!random.chance(0.2)) return steps;
  const formula = random.pick(FORMULAS);
  const columnId = 'own';
  const own: Step[] = [
    { operatorType: 'let', columnId, formula },
    {
      operatorType: 'filter',
      columnId,
      operator: 'GreaterThanOrEquals',
      operatorValues: [random.below(3) - 1],
      keepMissing: true,
    },
    { operatorType: 'sort', columnId, sortOperator: random.pick(['Ascending', 'Descending']) },
  ];
  return [own[0]!, ...steps, ...own.slice(1)];
}

/** The digest of rows of symbols and exchanges: that of the receipt. */
function digestOf(rows: readonly (readonly unknown[])[]): string {
  const hash = new Fnv1a();
  for (const [symbol, exchange] of rows) hash.add(utf8(`${symbol}\t${exchange}\n`));
  return hash.hex();
}

/** A history of a few months, and a universe of several countries and currencies, with hard cases, as one more date. */
export interface Tried {
  readonly stored: Stored;
  /** The product's answer at a date; columns are fetched first. */
  readonly ask: <Answer>(date: string, answer: (table: Table) => Answer) => Promise<Answer>;
  readonly close: () => void;
}

export async function openTried(): Promise<Tried> {
  const out = mkdtempSync(join(tmpdir(), 'panscreen-sql-'));
  const report = new Report();
  await publishHistory(
    { out, since: dayOfIso('2019-01-01'), until: Number.POSITIVE_INFINITY, every: 'month', report, progress: () => {} },
    async () => demoHistory(OPTIONS),
  );
  const history = await openHistoryAt(out);
  const random = new Random(29);
  const places = [...new Set(Array.from({ length: 8 }, () => random.below(history.dates.length)))];
  const hard = { date: HARD, table: await loadTable(wireSource(randomUniverse(11, 3, 60))) };
  const rateless = { date: RATELESS, table: await loadTable(wireSource(randomUniverse(12, 2, 60, 'CNY'))) };
  const made = [rateless, hard];
  const own = await storedOf(history, places);
  return {
    stored: { ...own, snapshots: [...own.snapshots, ...made] },
    ask: async (date, answer) => {
      const here = made.find((each) => each.date === date);
      return here ? answer(here.table) : await history.ask(history.dates.indexOf(date), answer);
    },
    close: () => rmSync(out, { recursive: true }),
  };
}

function queryOf(steps: readonly Step[], { dialect }: Engine, { columns }: Stored, table: Table, date: string): ScreenSql {
  return screenSql(steps, {
    dialect,
    columnOf: (id) => table.column(id),
    isStored: (id) => columns.some(({ name }) => name === id),
    base: null,
    snapshots: { kind: 'exact', date },
    columnIds: ['symbol', 'exchange'],
  });
}

/** Runs the random screens that an engine supports; each must have the product's digest. Returns the kinds of steps among them. */
export async function expectSameDigests({ stored, ask }: Tried, engine: Engine): Promise<Set<string>> {
  const random = new Random(2026);
  const kinds = new Set<string>();
  let [asked, rowCount] = [0, 0];
  for (let screen = 0; screen < SCREENS; screen++) {
    const { date, table } = random.chance(0.5) ? random.pick(stored.snapshots.slice(-2)) : random.pick(stored.snapshots);
    const steps = await ask(date, (all) => screenOf(new Random(screen), all));
    const query = queryOf(steps, engine, stored, table, date);
    if (engine.knows?.(query.rows) === false) continue;
    asked++;
    const run = await ask(date, (all) => {
      const { rows, counts } = applySteps(all, steps, null);
      return { digest: digest(all, rows), count: rows.length, counts };
    });
    for (const step of steps) kinds.add(step.operatorType);
    rowCount += run.count;
    const name = `${screen} ${date} ${printScreen(steps)}`;
    const found = await engine.rows(query.rows);
    expect({ count: found.length, digest: digestOf(found) }, name).toEqual({ count: run.count, digest: run.digest });
    if (screen % LEDGER_EVERY !== 0 || engine.knows?.(query.ledger) === false) continue;
    const ledger = await engine.rows(query.ledger);
    const counts = run.counts.map((count, at) => [at, count.in, count.out, count.missing]);
    expect(
      ledger.map((cells) => cells.map(Number)),
      name,
    ).toEqual(counts);
  }
  expect(asked).toBeGreaterThan(SCREENS / 10);
  expect(rowCount).toBeGreaterThan(asked);
  return kinds;
}
