import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeHistoryParquet } from '../../src/commands/historyParquet.ts';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import type { History } from '../../src/engine/history/history.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { useFakeBucket } from '../support/fakeBucket.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-history-bucket-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const OPTIONS = { securities: 30, months: 14, seed: 3, asOfDay: dayOfIso('2020-12-31') };
const publish = (out: string, until = Number.POSITIVE_INFINITY): Promise<unknown> =>
  publishHistory(
    { out, since: dayOfIso('2019-11-01'), until, every: 'month', report: new Report(), progress: () => {} },
    async () => demoHistory(OPTIONS),
  );

const COLUMNS = ['close', 'netIncome', 'marketCapitalization', 'priceToEarningsRatio', 'magicFormula'];
async function numbersOf(history: History): Promise<string> {
  const all: unknown[] = [];
  for (const [place, date] of history.dates.entries())
    all.push(
      await history.ask(place, (table) => [date, Array.from(table.rows, (row) => COLUMNS.map((id) => table.numbers(id)![row]))]),
    );
  return JSON.stringify(all);
}

describe('a history in an object store', () => {
  const bucket = useFakeBucket();
  const folder = join(scratch, 'folder');

  it('has the numbers, filings and sessions of one in a folder, and can be extended', async () => {
    await publish(folder, dayOfIso('2020-06-30'));
    await publish(folder);
    await publish('s3://bucket/a place', dayOfIso('2020-06-30'));
    const before = new Map(bucket.objects);
    await publish('s3://bucket/a place');
    for (const [key, bytes] of before) if (!key.endsWith('history.json')) expect(bucket.objects.get(key), key).toEqual(bytes);
    const [stored, own] = [await openHistoryAt('s3://bucket/a place'), await openHistoryAt(folder)];
    expect(stored.manifest).toEqual(own.manifest);
    expect(await numbersOf(stored)).toBe(await numbersOf(own));
    expect(await stored.filings(3, 0, 'totalAssets')).toEqual(await own.filings(3, 0, 'totalAssets'));
    expect((await stored.market()).market.sessions).toEqual((await own.market()).market.sessions);
    // Every object equals the folder's file: any static host could be the store.
    for (const [key, bytes] of bucket.objects)
      if (key.startsWith('a place/files/')) expect(readFileSync(join(folder, key.slice(8))).equals(bytes), key).toBe(true);
    const answer = await fetch(`${bucket.endpoint}/bucket/a place/history.json`);
    expect(await answer.json()).toEqual(own.manifest);
  });

  it('is unchanged if an object can’t be written, and continues with the next run', async () => {
    const before = new Map(bucket.objects);
    let puts = 0;
    bucket.refuse = (method) => (method === 'PUT' && ++puts > 20 ? 403 : undefined);
    await expect(publish('s3://bucket/another')).rejects.toThrow('s3://bucket/another');
    bucket.refuse = null;
    expect(bucket.objects.has('another/history.json')).toBe(false);
    await expect(openHistoryAt('s3://bucket/another')).rejects.toThrow('no history in s3://bucket/another');
    for (const [key, bytes] of before) expect(bucket.objects.get(key)).toBe(bytes);
    await publish('s3://bucket/another');
    expect(await numbersOf(await openHistoryAt('s3://bucket/another'))).toBe(await numbersOf(await openHistoryAt(folder)));
  });

  it('is written as Parquet in a store, as in a folder', async () => {
    const progress = (): void => {};
    await writeHistoryParquet(folder, join(scratch, 'parquet'), progress);
    expect(await writeHistoryParquet('s3://bucket/a place', 's3://bucket/parquet', progress)).toEqual({ added: 14, count: 14 });
    expect(await writeHistoryParquet('s3://bucket/a place', 's3://bucket/parquet', progress)).toEqual({ added: 0, count: 14 });
    const keys = [...bucket.objects.keys()].filter((key) => key.startsWith('parquet/'));
    expect(keys).toHaveLength(14);
    for (const key of keys) expect(readFileSync(join(scratch, key)).equals(bucket.objects.get(key)!), key).toBe(true);
  });
});
