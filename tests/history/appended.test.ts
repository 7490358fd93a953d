import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { appendPublished, type PublishedCountry } from '../../src/ingest/history/appendPublished.ts';
import type { FieldValue } from '../../src/wire/indexing.ts';
import { encodeVector } from '../../src/wire/vector.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-appended-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const DAY_SECONDS = 86_400;

/** A universe of symbols with their newest quarters; null for one without statements. */
function universe(quarters: Readonly<Record<string, string | null>>): PublishedCountry[] {
  const rows = Object.entries(quarters).map(([symbol, quarter]) =>
    FIELD_IDS.map((id): FieldValue => {
      if (id === 'latestQuarter') return quarter === null ? null : dayOfIso(quarter) * DAY_SECONDS;
      return id === 'symbol' ? symbol : id === 'country' ? 'US' : id === 'exchange' ? 'NYSE' : null;
    }),
  );
  const columns = VECTOR_IDS.map((_, column) => Float32Array.from(rows, (_, row) => 100 * row + column));
  const header = Object.fromEntries(FIELD_IDS.map((id, at) => [id, at]));
  return [{ indexing: { rows, header, note: null, coverage: null }, vector: encodeVector(columns, rows.length) }];
}

it('a quarter of appended data is known from the first day with it, not from its end', async () => {
  const days: readonly [string, Readonly<Record<string, string | null>>][] = [
    ['2026-04-20', { A: '2025-12-31', B: '2025-12-31', C: null }],
    ['2026-05-04', { A: '2026-03-31', B: '2025-12-31', C: null }],
    ['2026-05-11', { A: '2026-03-31', B: '2026-03-31', C: '2026-03-31', D: '2026-03-31' }],
    ['2026-05-18', { A: '2026-03-31', B: '2026-03-31', D: '2026-03-31' }],
  ];
  const place = join(scratch, 'history');
  for (const [date, quarters] of days) await appendPublished(place, universe(quarters), dayOfIso(date), null);
  const history = await openHistoryAt(place);
  const known: Record<string, Record<string, string>> = {};
  for (const [at, date] of history.dates.entries())
    known[date] = await history.ask(at, (table) => {
      const symbols = table.text('symbol')!;
      const filed = table.numbers('filed')!;
      const isoOf = (seconds: number): string =>
        Number.isNaN(seconds) ? '' : new Date(Math.round(seconds / DAY_SECONDS) * DAY_SECONDS * 1000).toISOString().slice(0, 10);
      return Object.fromEntries(Array.from(table.rows, (row) => [symbols.labels[symbols.codes[row]!]!, isoOf(filed[row]!)]));
    });
  expect(known).toEqual({
    '2026-04-20': { A: '2026-04-20', B: '2026-04-20', C: '' },
    '2026-05-04': { A: '2026-05-04', B: '2026-04-20', C: '' },
    '2026-05-11': { A: '2026-05-04', B: '2026-05-11', C: '2026-05-11', D: '2026-05-11' },
    '2026-05-18': { A: '2026-05-04', B: '2026-05-11', D: '2026-05-11' },
  });
  await expect(appendPublished(place, universe({ A: null }), dayOfIso('2026-05-18'), null)).rejects.toThrow(
    'the history has a snapshot of 2026-05-18 already',
  );
});
