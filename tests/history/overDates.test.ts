import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import { PARTS } from '../../src/engine/answers/comparison.ts';
import { comparisonOfDates, partRowsOfDates } from '../../src/engine/answers/datesComparison.ts';
import { lineage } from '../../src/engine/answers/lineage.ts';
import { fateOf, keptCount, rowOfId } from '../../src/engine/answers/overDates.ts';
import { receipt } from '../../src/engine/answers/receipt.ts';
import { compareReceipts, printReceipt, readReceipt } from '../../src/engine/answers/receiptLink.ts';
import { trace } from '../../src/engine/answers/trace.ts';
import type { History } from '../../src/engine/history/history.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { stepColumns } from '../../src/engine/steps/language.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import type { Table } from '../../src/engine/table/table.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';

const OPTIONS = { securities: 90, months: 30, seed: 4, asOfDay: dayOfIso('2021-06-30') };
const SCREENS = 200;
const out = mkdtempSync(join(tmpdir(), 'panscreen-dates-'));
afterAll(() => rmSync(out, { recursive: true }));

let history: History;
beforeAll(async () => {
  const options = { out, since: dayOfIso('2019-01-01'), until: Number.POSITIVE_INFINITY, every: 'month' as const };
  await publishHistory({ ...options, report: new Report(), progress: () => {} }, async () => demoHistory(OPTIONS));
  history = await openHistoryAt(out);
});

const idsOf = (table: Table, rows: Iterable<number>): string[] => {
  const ids = table.text('id')!;
  return Array.from(rows, (row) => ids.labels[ids.codes[row]!]!);
};

async function tableAt(place: number, steps: readonly Step[]): Promise<Table> {
  await history.fetch([
    'symbol',
    'sector',
    'country',
    'close',
    'marketCapitalization',
    ...steps.flatMap((step) => stepColumns(step)),
  ]);
  return await history.table(place);
}

/** A random screen of the history's securities; amounts in dollars, the only currency of the history. */
async function screenOf(random: Random): Promise<Step[]> {
  const table = await history.table(random.below(history.dates.length));
  await history.fetch(['close', 'netIncome']);
  const steps = randomScreen(random, (id) =>
    Array.from(table.rows.subarray(0, 20), (row) => (id === 'close' ? table.numbers(id)![row]! : random.below(100))),
  );
  return steps.map((step) => JSON.parse(JSON.stringify(step, (key, value) => (key === 'currency' ? 'USD' : value))) as Step);
}

describe('a screen over dates', () => {
  it(`keeps as many rows as when it is run at each date, for ${SCREENS} random screens`, async () => {
    const random = new Random(7);
    for (let screen = 0; screen < SCREENS; screen++) {
      const steps = await screenOf(random);
      const place = random.below(history.dates.length);
      const expected = await history.ask(place, (table) => applySteps(table, steps, null).rows.length);
      const table = await history.table(place);
      expect(keptCount(table, steps, null).kept, `${history.dates[place]} ${printScreen(steps)}`).toBe(expected);
    }
  });

  it('reports for each security what the trace of its row does, or that it is not listed', async () => {
    const steps = parseScreen('close >= 5 | earningsYield >= 2% | sort marketCapitalization desc | rows 1..20');
    const met = new Map<string, number>();
    for (const place of [0, 11, 25, history.dates.length - 1]) {
      const table = await tableAt(place, steps);
      const { rows } = applySteps(table, steps, null);
      const kept = idsOf(table, rows);
      for (let index = 0; index < OPTIONS.securities; index++) {
        const id = `DEMO${String(index).padStart(6, '0')}`;
        const fate = fateOf(table, steps, id);
        met.set(fate.kind, (met.get(fate.kind) ?? 0) + 1);
        const isListed = idsOf(table, table.rows).includes(id);
        expect(fate.kind === 'absent').toBe(!isListed);
        expect(fate.kind === 'in').toBe(kept.includes(id));
        if (fate.kind === 'in') expect(kept[fate.rank - 1]).toBe(id);
        if (fate.kind === 'left') {
          expect(fate.step).toBe(trace(table, steps, rowOfId(table, id)!).leftAt);
          const close = table.numbers('close')![fate.row]!;
          if (fate.step === 0) expect(fate.facts).toEqual([{ id: 'close', value: Number.isNaN(close) ? null : close }]);
        }
      }
    }
    for (const kind of ['in', 'left', 'absent']) expect(met.get(kind), kind).toBeGreaterThan(10);
  });
});

describe('two screens of two dates', () => {
  it('have the right common and separate securities by id, with the step that dropped each, for 60 random pairs of dates', async () => {
    const random = new Random(3);
    const rest = 'earningsYield >= 1% | sort marketCapitalization desc | percent 0..60';
    let alone = 0;
    for (let pair = 0; pair < 60; pair++) {
      const [placeA, placeB] = [random.below(history.dates.length), random.below(history.dates.length)];
      const [stepsA, stepsB] = [placeA, placeB].map((place) => parseScreen(`as of ${history.dates[place]} | ${rest}`)) as [
        Step[],
        Step[],
      ];
      const [a, b] = [await tableAt(placeA, stepsA), await tableAt(placeB, stepsB)];
      const found = comparisonOfDates({ table: a, steps: stepsA, prefix: null }, { table: b, steps: stepsB, prefix: null });
      const [idsA, idsB] = [idsOf(a, applySteps(a, stepsA, null).rows), idsOf(b, applySteps(b, stepsB, null).rows)];
      expect([found.rowCountA, found.rowCountB]).toEqual([idsA.length, idsB.length]);
      expect(idsOf(a, found.both)).toEqual(idsA.filter((id) => idsB.includes(id)));
      const lostA = idsA.filter((id) => !idsB.includes(id));
      expect(
        idsOf(
          a,
          found.onlyA.map(({ row }) => row!),
        ),
      ).toEqual(lostA);
      for (const [at, { step }] of found.onlyA.entries()) {
        const row = rowOfId(b, lostA[at]!);
        expect(step).toBe(row === null ? null : trace(b, stepsB, row).leftAt);
      }
      const lostB = idsB.filter((id) => !idsA.includes(id));
      for (const [at, { row, step, symbol }] of found.onlyB.entries()) {
        const own = rowOfId(a, lostB[at]!);
        expect(row).toBe(own);
        expect(step).toBe(own === null ? null : trace(a, stepsA, own).leftAt);
        expect(symbol === undefined).toBe(own !== null);
      }
      const [date] = found.edits;
      if (placeA !== placeB) expect([date?.entered, date?.left]).toEqual([lostB.length, lostA.length]);
      for (const part of PARTS) {
        const rows = partRowsOfDates(a, applySteps(a, stepsA, null).rows, b, applySteps(b, stepsB, null).rows, part);
        for (const row of rows) expect(row, part).toBeLessThan(a.rowCount);
      }
      alone += lostA.length + lostB.length;
    }
    expect(alone).toBeGreaterThan(200);
  });
});

describe('a number of a past date', () => {
  it('names its filing, dated before it, and whether that day is an estimate', async () => {
    const place = 12;
    let [filed, guessed] = [0, 0];
    const rows = await history.ask(place, (table) => table.rows);
    for (const row of rows) {
      const found = await history.ask(place, (table) => lineage(table, 'netIncome', row));
      if (!found.filing || Number.isNaN(found.filing.day)) continue;
      filed++;
      expect(found.filing.day).toBeLessThan(Date.parse(history.dates[place]!) / 1000);
      const isGuessed = found.findings.some(({ flag }) => flag === 'guessedFiling');
      if (isGuessed) guessed++;
    }
    expect(filed).toBeGreaterThan(20);
    expect(guessed).toBe(history.manifest.blocks[0]!.coverage[place]!.guessed);
    expect(await history.ask(place, (table) => lineage(table, 'close', rows[0]!).filing)).toBeNull();
  });

  it('has a receipt with its history’s digest, which a link includes and another history does not match', async () => {
    const made = await history.ask(5, (table) => receipt(table, table.rows));
    expect(made).toMatchObject({ history: history.manifest.digest, snapshot: history.dates[5] });
    const linked = readReceipt(printReceipt(made, null))!;
    expect(linked.history).toBe(history.manifest.digest.slice(0, 8));
    expect(compareReceipts(linked, made, []).isSameData).toBe(true);
    expect(compareReceipts(linked, { ...made, history: 'f'.repeat(32) }, []).isSameData).toBe(false);
    expect(compareReceipts(linked, { ...made, history: null }, []).isSameData).toBe(false);
  });
});
