/** The identity of a security, from tables to the return of a screen, calculated by hand. Prices change only where a test needs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import { screen } from '../../src/commands/screen.ts';
import { dayOfIso, isoDay } from '../../src/ingest/formats/day.ts';
import { captured } from '../commands/captured.ts';
import { type TableRow, writeTable } from './folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-identity-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const isWeekday = (day: number): boolean => (day + 3) % 7 < 5;

/** Closes of a symbol on all weekdays from one day to another. */
function closes(symbol: string, from: string, to: string, closeOn: (date: string) => number): TableRow[] {
  const rows: TableRow[] = [];
  for (let day = dayOfIso(from); day <= dayOfIso(to); day++)
    if (isWeekday(day)) rows.push({ symbol, date: isoDay(day), close: closeOn(isoDay(day)) });
  return rows;
}

const security = (id: string, symbol: string): TableRow => ({
  ...{ id, symbol, name: `${id} Inc.`, type: 'Equity', country: 'US', currency: 'USD', sector: 'Industrials' },
});

async function built(name: string, tables: Readonly<Record<string, readonly TableRow[]>>): Promise<string> {
  const [folder, out] = [join(scratch, `${name}-tables`), join(scratch, name)];
  for (const [table, rows] of Object.entries(tables)) writeTable(folder, table, rows);
  const made = await captured(history, '--from', 'tables', folder, '--since', '2019-04-01', '--out', out);
  expect(made.status, made.stderr).toBe(0);
  return out;
}

/** Rows of a screen at a date. */
async function rowsAt(out: string, date: string, columns: string, text = 'type = Equity | sort symbol asc'): Promise<string[]> {
  const { status, stdout, stderr } = await captured(screen, `as of ${date} | ${text}`, '--history', out, '--columns', columns);
  expect(status, stderr).toBe(0);
  return stdout.trim().split('\n').slice(1);
}

/** Final value of one dollar: worst case, as shown, best case. */
async function earned(out: string, text: string): Promise<number[]> {
  const { status, stdout, stderr } = await captured(backtest, text, '--history', out, '--format', 'json');
  expect(status, stderr).toBe(0);
  const { curve } = JSON.parse(stdout) as { curve: Record<'low' | 'shown' | 'high', number[]> };
  return [curve.low, curve.shown, curve.high].map((values) => values.at(-1)!);
}

describe('identity, end to end', () => {
  let out: string;
  beforeAll(async () => {
    out = await built('identity', {
      securities: [security('FIRST', 'ABC'), security('SECOND', 'ABC'), security('RENAMED', 'NEW'), security('DEAD', 'DIE')],
      listings: [
        { id: 'FIRST', symbol: 'ABC', from: '2019-01-01', to: '2019-05-15', reason: 'merged', endReturn: 0.1 },
        { id: 'SECOND', symbol: 'ABC', from: '2019-07-01' },
        { id: 'RENAMED', symbol: 'OLD', from: '2019-01-01', to: '2019-06-30', reason: 'renamed' },
        { id: 'RENAMED', symbol: 'NEW', from: '2019-07-01' },
        { id: 'DEAD', symbol: 'DIE', from: '2019-01-01', to: '2019-09-10', reason: 'bankrupt' },
      ],
      actions: [{ id: 'RENAMED', date: '2018-01-02', kind: 'dividend', value: 0.01 }],
      members: [
        { list: 'SP', id: 'RENAMED', from: '2019-02-01', to: '2019-08-15' },
        { list: 'SP', symbol: 'DIE', from: '2019-02-01', to: '2019-12-31' },
        { list: 'MERGED', id: 'FIRST', from: '2019-01-01', to: '2019-12-31' },
      ],
      statements: [
        { symbol: 'ABC', periodEnd: '2018-12-31', period: 'annual', filed: '2019-03-01', netIncome: 100, totalAssets: 1000 },
        { symbol: 'ABC', periodEnd: '2018-12-31', period: 'annual', filed: '2019-07-10', netIncome: 7, totalAssets: 70 },
        { symbol: 'OLD', periodEnd: '2018-12-31', period: 'annual', filed: '2019-03-05', netIncome: 50, totalAssets: 500 },
      ],
      prices: [
        ...closes('ABC', '2019-01-02', '2019-05-15', () => 10),
        ...closes('ABC', '2019-07-01', '2019-12-31', () => 50),
        ...closes('OLD', '2019-01-02', '2019-06-28', () => 20),
        ...closes('NEW', '2019-07-01', '2019-12-31', () => 20),
        ...closes('DIE', '2019-01-02', '2019-09-10', () => 8),
      ],
    });
  });

  it('a symbol is its security’s of that day, with its figures, and a renamed security keeps its own', async () => {
    const columns = 'symbol,id,netIncome,close,in:SP';
    expect(await rowsAt(out, '2019-04-30', columns)).toEqual([
      'ABC,FIRST,100,10,false',
      'DIE,DEAD,,8,true',
      'OLD,RENAMED,50,20,true',
    ]);
    expect(await rowsAt(out, '2019-06-28', columns)).toEqual(['DIE,DEAD,,8,true', 'OLD,RENAMED,50,20,true']);
    expect(await rowsAt(out, '2019-07-31', columns)).toEqual([
      'ABC,SECOND,7,50,false',
      'DIE,DEAD,,8,true',
      'NEW,RENAMED,50,20,true',
    ]);
    expect(await rowsAt(out, '2019-09-30', columns)).toEqual(['ABC,SECOND,7,50,false', 'NEW,RENAMED,50,20,false']);
  });

  it('a list has its members of that day, including those since delisted', async () => {
    const onList = (date: string): Promise<string[]> => rowsAt(out, date, 'symbol', 'in:SP = true | sort symbol asc');
    expect([await onList('2019-07-31'), await onList('2019-08-30'), await onList('2019-09-30')]).toEqual([
      ['DIE', 'NEW'],
      ['DIE'],
      [],
    ]);
  });

  it('a merger earns its proceeds, a bankruptcy of unknown proceeds is an interval', async () => {
    const hold = 'hold every month delay 0 cost 0bp';
    // Bought on 2019-04-30, ended on 05-15 at 110 % of its last close, in cash afterwards.
    for (const value of await earned(out, `in:MERGED = true | ${hold} since 2019-04-30 until 2019-06-28`))
      expect(value).toBeCloseTo(1.1, 9);
    // Half in a security whose price doesn't change, then all in one that is delisted: −100 %, −30 % or no loss.
    const [low, shown, high] = await earned(out, `in:SP = true | ${hold} since 2019-07-31 until 2019-09-30`);
    expect([low, shown, high].map((value) => Number(value!.toFixed(9)))).toEqual([0, 0.7, 1]);
  });

  it.each([
    ['that the filings confirm is no loss', 4e6, [1, 1, 1]],
    ['that nothing confirms is a loss in the worst case alone', 1e6, [0.25, 1, 1]],
  ])('a split %s', async (name, sharesAfter, expected) => {
    const count = (periodEnd: string, filed: string, shares: number): TableRow => ({
      ...{ symbol: 'SPL', periodEnd, period: 'quarter', filed, totalAssets: 1000, commonStockSharesOutstanding: shares },
    });
    const place = await built(`split ${name}`, {
      securities: [security('SPLIT', 'SPL'), security('STEADY', 'STE')],
      statements: [count('2018-12-31', '2019-02-20', 1e6), count('2019-03-31', '2019-06-20', sharesAfter)],
      prices: [
        ...closes('SPL', '2019-01-02', '2019-09-30', (date) => (date < '2019-06-12' ? 400 : 100)),
        ...closes('STE', '2019-01-02', '2019-09-30', () => 10),
      ],
    });
    const values = await earned(place, 'symbol = SPL | hold every month delay 0 cost 0bp since 2019-04-30 until 2019-08-30');
    expect(values.map((value) => Number(value.toFixed(9)))).toEqual(expected);
  });
});
