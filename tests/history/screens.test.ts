import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import type { History } from '../../src/engine/history/history.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import { stepColumns } from '../../src/engine/steps/language.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import type { BlockColumns, HistoryManifest } from '../../src/wire/history.ts';
import type { FieldValue } from '../../src/wire/indexing.ts';
import { naiveScreen, naiveSecurities } from '../naive-screen.ts';
import type { Security } from '../naive-security.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';

const SCREENS = 1000;
const OPTIONS = { securities: 70, months: 26, seed: 11, asOfDay: dayOfIso('2021-03-31') };
const out = mkdtempSync(join(tmpdir(), 'panscreen-screens-'));
afterAll(() => rmSync(out, { recursive: true }));

const json = <Value>(path: string): Value => JSON.parse(readFileSync(join(out, path), 'utf8')) as Value;

/** The securities of a date, read from the files by their description alone. */
function naiveSnapshot(date: string): Security[] {
  const { blocks } = json<HistoryManifest>('history.json');
  const block = blocks.find(({ dates }) => dates.includes(date))!;
  const { numbers, texts } = json<BlockColumns>(`files/${block.columns.file}`);
  const first = block.dates.indexOf(date) * block.securityCount;
  const numberAt = (id: string, at: number): number => {
    const file = numbers[id];
    return file ? readFileSync(join(out, 'files', file.file)).readFloatLE(4 * (first + at)) : Number.NEGATIVE_INFINITY;
  };
  const textAt = (id: string, at: number): string => {
    const file = texts[id];
    if (!file) return '';
    const code = readFileSync(join(out, 'files', file.codes.file)).readUInt32LE(4 * (first + at));
    return json<string[]>(`files/${file.labels.file}`)[code]!;
  };
  const listed = Array.from({ length: block.securityCount }, (_, at) => at).filter((at) => textAt('id', at) !== '');
  const fields = listed.map((at) =>
    FIELD_IDS.map((id): FieldValue => {
      if (id !== 'latestQuarter') return textAt(id, at);
      const seconds = numberAt(id, at);
      return Number.isFinite(seconds) ? seconds : null;
    }),
  );
  const rows = listed.map((at) => VECTOR_IDS.map((id) => numberAt(id, at)));
  const securities = naiveSecurities([{ country: 'US', columns: VECTOR_IDS, header: FIELD_IDS, rows, fields }]);
  return securities.map((security, index) => ({
    ...security,
    id: textAt('id', listed[index]!),
    filedGuessed: textAt('filedGuessed', listed[index]!),
  }));
}

/** The history knows no other currency. */
const inDollars = (steps: readonly Step[]): Step[] =>
  steps.map((step) => JSON.parse(JSON.stringify(step, (key, value) => (key === 'currency' ? 'USD' : value))) as Step);

describe('a screen as of a date', () => {
  let history: History;
  beforeAll(async () => {
    await publishHistory(
      {
        out,
        since: dayOfIso('2019-01-01'),
        until: Number.POSITIVE_INFINITY,
        every: 'month',
        report: new Report(),
        progress: () => {},
      },
      async () => demoHistory(OPTIONS),
    );
    history = await openHistoryAt(out);
  });

  it(`has the rows of the naive implementation, in order, for ${SCREENS} random screens at random dates`, async () => {
    const random = new Random(26);
    const places = Array.from({ length: 8 }, () => random.below(history.dates.length));
    const kept = new Map(places.map((place) => [place, naiveSnapshot(history.dates[place]!)]));
    let rowCount = 0;
    for (let screen = 0; screen < SCREENS; screen++) {
      const place = random.pick(places);
      const all = kept.get(place)!;
      const steps = inDollars(randomScreen(random, (id) => all.map((security) => security[id] ?? Number.NaN)));
      const found = await history.ask(place, (table) => {
        const ids = table.text('id')!;
        return Array.from(applySteps(table, steps, null).rows, (row) => ids.labels[ids.codes[row]!]!);
      });
      const expected = naiveScreen(all, steps).map(({ id }) => String(id));
      expect(found, `${history.dates[place]} ${printScreen(steps)}`).toEqual(expected);
      rowCount += expected.length;
    }
    expect(rowCount).toBeGreaterThan(SCREENS);
  });

  it('fetches only the columns that it reads', async () => {
    const fetched: string[] = [];
    const manifest = json<HistoryManifest>('history.json');
    const nameOf = new Map<string, string>();
    for (const { columns } of manifest.blocks) {
      const { numbers, texts } = json<BlockColumns>(`files/${columns.file}`);
      for (const [id, { file }] of Object.entries(numbers)) nameOf.set(file, `${nameOf.get(file) ?? ''} ${id}`);
      for (const [id, { codes }] of Object.entries(texts)) nameOf.set(codes.file, `${nameOf.get(codes.file) ?? ''} ${id}`);
    }
    const { History } = await import('../../src/engine/history/history.ts');
    const own = await History.open({
      manifest: async () => readFileSync(join(out, 'history.json'), 'utf8'),
      bytes: async ({ file }, path) => {
        fetched.push(nameOf.get(file) ?? file);
        return readFileSync(join(out, path));
      },
      text: async (_, path) => readFileSync(join(out, path), 'utf8'),
    });
    const steps = parseScreen('as of 2020-06-30 | type = Equity | sort priceToEarningsRatio asc | rows 1..5');
    await own.ask(own.placeOf('2020-06-30'), (table) => applySteps(table, steps, null).rows);
    const ids = fetched.flatMap((names) => names.trim().split(' '));
    for (const id of ['id', 'currency', 'usdRate', 'type', 'marketCapitalization', 'netIncome']) expect(ids).toContain(id);
    expect(fetched.length).toBeLessThan(12);
    expect(steps.flatMap(stepColumns)).toEqual(['type', 'priceToEarningsRatio']);
  });

  it('gives a snapshot as subarrays of the history, and computes ratios of all dates in one call', async () => {
    await history.fetch(['close', 'returnOnEquity']);
    const tables = await Promise.all(history.dates.map((_, place) => history.table(place)));
    for (const id of ['close', 'returnOnEquity'])
      expect(new Set(tables.map((table) => table.numbers(id)!.buffer)).size, id).toBe(1);
    expect(await history.table(3)).toBe(tables[3]);
  });
});
