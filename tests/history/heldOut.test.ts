import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import { screen } from '../../src/commands/screen.ts';
import type { TrialLog } from '../../src/engine/backtest/trialLog.ts';
import { writeTable } from './folder.ts';
import { errorOf, printed } from './printed.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'panscreen-held-out-'));
const place = join(folder, 'history');
const state = join(folder, 'state');
const before = process.env.PANSCREEN_STATE;

/** Eight years of month ends: the last three are the hold-out. */
const DATES = Array.from({ length: 96 }, (_, month) => new Date(Date.UTC(2010, month + 1, 0)).toISOString().slice(0, 10));
const IDS = Array.from({ length: 12 }, (_, at) => `S${at}`);
const TEXT = 'close >= 10 | sort close desc | rows 1..4';
const INSIDE = `as of 2016-06-30 | ${TEXT}`;

beforeAll(async () => {
  const tables = join(folder, 'tables');
  writeTable(
    tables,
    'securities',
    IDS.map((id) => ({ id, symbol: id, country: 'US', currency: 'USD', exchange: 'NYSE' })),
  );
  const close = (at: number, month: number): number => 20 + at + 8 * Math.sin(at * 1.7 + month / (3 + at));
  writeTable(
    tables,
    'prices',
    DATES.flatMap((date, month) => IDS.map((id, at) => ({ id, date, close: close(at, month).toFixed(3) }))),
  );
  await printed(() => history(['--from', 'tables', tables, '--since', '2010-01-01', '--out', place]));
});
beforeEach(() => {
  process.env.PANSCREEN_STATE = state;
  rmSync(state, { recursive: true, force: true });
});
afterAll(() => {
  if (before === undefined) delete process.env.PANSCREEN_STATE;
  else process.env.PANSCREEN_STATE = before;
  rmSync(folder, { recursive: true });
});

function log(): TrialLog | null {
  try {
    return JSON.parse(readFileSync(join(state, 'trials.json'), 'utf8')) as TrialLog;
  } catch {
    return null;
  }
}
const looks = (): number => Object.values(log()?.histories ?? {}).reduce((sum, trials) => sum + trials.looks, 0);

interface Answer {
  readonly dates: string[];
  readonly trades: { snapshot: string }[];
  readonly honesty: {
    readonly trials: number;
    readonly deflatedSharpe: number;
    readonly holdOut: { from: string; open: boolean; looks: number };
  };
}
const asJson = async (...more: string[]): Promise<Answer> =>
  JSON.parse(await printed(() => backtest([`${TEXT} | hold every month`, '--history', place, '--format', 'json', ...more])));

describe('the hold-out of a history', () => {
  it('is in no format or table of a backtest until opened, which counts', async () => {
    const from = '2015-01-01';
    for (const more of [
      [],
      ['--honest'],
      ['--null', '3'],
      ...['periods', 'weights', 'trades', 'returns', 'starts', 'sensitivity'].map((table) => [
        '--format',
        'csv',
        '--table',
        table,
      ]),
    ]) {
      const text = await printed(() => backtest([`${TEXT} | hold every month`, '--history', place, ...more]));
      expect(text).toContain('201');
      const said = text.replaceAll(`the hold-out from ${from} on`, '');
      expect(said.match(/\b201[567]-\d\d-\d\d\b/g) ?? [], more.join(' ')).toEqual([]);
    }
    const shut = await asJson();
    expect(shut.honesty.holdOut).toEqual({ from, open: false, looks: 0 });
    expect(shut.dates.at(-1)! < from).toBe(true);
    expect(JSON.stringify({ ...shut, honesty: null })).not.toMatch(/201[567]-\d\d-\d\d/);
    expect(looks()).toBe(0);
    const open = await asJson('--open-hold-out');
    expect(open.honesty.holdOut).toEqual({ from, open: true, looks: 1 });
    expect(open.dates.at(-1)).toBe('2017-12-31');
    // Results from before the hold-out was opened don't change.
    expect(open.dates.slice(0, shut.dates.length)).toEqual(shut.dates);
    expect((await asJson('--open-hold-out')).honesty.holdOut.looks).toBe(2);
    expect(looks()).toBe(2);
  });

  it('changes nothing outside when its prices are corrupted', async () => {
    const tables = join(folder, 'tables');
    const prices = readFileSync(join(tables, 'prices.csv'), 'utf8');
    const spoiled = join(folder, 'spoiled');
    try {
      writeFileSync(
        join(tables, 'prices.csv'),
        prices.replace(/^(S\d+,201[567]-\d\d-\d\d),(.*)$/gm, (_, row: string, close: string) => `${row},${Number(close) * 3}`),
      );
      await printed(() => history(['--from', 'tables', tables, '--since', '2010-01-01', '--out', spoiled]));
    } finally {
      writeFileSync(join(tables, 'prices.csv'), prices);
    }
    const run = (at: string) => printed(() => backtest([`${TEXT} | hold every month`, '--history', at, '--format', 'csv']));
    expect(await run(spoiled)).toBe(await run(place));
  });

  it('refuses a hold that begins inside it', async () => {
    const text = `${TEXT} | hold every month since 2015-06-30`;
    expect(await errorOf(() => backtest([text, '--history', place]))).toMatch(/hold-out from 2015-01-01 on is closed/);
  });

  it('counts each look at a date inside it, with any option of a screen', async () => {
    const options = [
      [],
      ['--format', 'json'],
      ['--format', 'parquet', '--out', join(folder, 'rows.parquet')],
      ['--columns', 'symbol,close'],
      ['--explain'],
      ['--where', 'S1'],
      ['--receipt'],
      ['--survivors', 'universe'],
      ['--against', `as of 2016-06-30 | close >= 5`],
      ['--against', `as of 2016-06-30 | close >= 5`, '--explain'],
    ];
    for (const [at, more] of options.entries()) {
      await printed(() => screen([INSIDE, '--history', place, ...more]));
      expect(looks(), more.join(' ')).toBe(at + 1);
    }
    await printed(() => screen([INSIDE, '--history', place, '--proof', 'S1', 'close']));
    expect(looks()).toBe(options.length + 1);
    const receipt = JSON.parse(await printed(() => screen([INSIDE, '--history', place, '--receipt']))) as object;
    expect(receipt).toMatchObject({ holdOut: { from: '2015-01-01', looks: options.length + 2 } });
  });

  it('refuses screens with a hold inside it, with any option, until opened', async () => {
    const text = `${INSIDE} | hold every month`;
    for (const more of [[], ['--explain'], ['--where', 'S1'], ['--receipt'], ['--survivors', 'universe'], ['--format', 'json']])
      expect(await errorOf(() => screen([text, '--history', place, ...more]))).toMatch(/is closed for a screen with “hold”/);
    expect(await errorOf(() => screen([INSIDE, '--history', place, '--against', `${text}`]))).toMatch(
      /is closed for a screen with “hold”/,
    );
    expect(looks()).toBe(0);
    await printed(() => screen([text, '--history', place, '--open-hold-out']));
    expect(looks()).toBe(1);
  });

  it('counts nothing at a date outside of it, and at the newest without a date', async () => {
    await printed(() => screen([`as of 2012-06-30 | ${TEXT}`, '--history', place]));
    await printed(() => screen([TEXT, '--history', place]));
    expect(looks()).toBe(0);
  });
});

describe('two dates of a history', () => {
  const dated = (date: string): string => `as of ${date} | close >= 28`;
  const symbolsAt = async (date: string): Promise<string[]> =>
    (await printed(() => screen([dated(date), '--history', place, '--columns', 'symbol']))).trim().split('\n').slice(1);

  it('are compared by the command line, security by security, and each inside the hold-out counts', async () => {
    const [a, b] = ['2012-06-30', '2014-06-30'];
    const [rowsA, rowsB] = [await symbolsAt(a), await symbolsAt(b)];
    const lines = (await printed(() => screen([dated(a), '--history', place, '--against', dated(b)]))).trim().split('\n');
    const of = (side: string): string[] =>
      lines
        .slice(1)
        .filter((line) => line.startsWith(`${side},`))
        .map((line) => line.split(',')[1]!);
    expect(of('both')).toEqual(rowsA.filter((symbol) => rowsB.includes(symbol)));
    expect(of('a')).toEqual(rowsA.filter((symbol) => !rowsB.includes(symbol)));
    expect(of('b')).toEqual(rowsB.filter((symbol) => !rowsA.includes(symbol)));
    expect([of('both').length, of('a').length, of('b').length].every((count) => count > 0)).toBe(true);
    expect(lines.find((line) => line.startsWith('b,'))).toMatch(/,1,close >= 28$/);
    const [, edit] = (await printed(() => screen([dated(a), '--history', place, '--against', dated(b), '--explain'])))
      .trim()
      .split('\n');
    expect(edit).toBe(`as of ${a},as of ${b},${of('b').length},${of('a').length},0`);
    expect(looks()).toBe(0);
    await printed(() => screen([dated(a), '--history', place, '--against', dated('2016-06-30')]));
    expect(looks()).toBe(1);
    expect(await errorOf(() => screen([dated(a), '--history', place, '--against', 'close >= 28']))).toMatch(
      /two dates of a history/,
    );
  });
});

describe('trials', () => {
  it('are kept when snapshots are added to the history', async () => {
    const grown = join(folder, 'grown');
    const months = (until: string): Promise<string> =>
      printed(() =>
        history(['--from', 'tables', join(folder, 'tables'), '--since', '2010-01-01', '--until', until, '--out', grown]),
      );
    const trials = async (text: string): Promise<number> => {
      const found = await printed(() => backtest([`${text} | hold every month`, '--history', grown, '--format', 'json']));
      return (JSON.parse(found) as Answer).honesty.trials;
    };
    const digest = (): string => (JSON.parse(readFileSync(join(grown, 'history.json'), 'utf8')) as { digest: string }).digest;
    await months('2016-12-31');
    const before = digest();
    expect(await trials('close >= 10')).toBe(1);
    await printed(() => screen([`as of 2016-06-30 | ${TEXT}`, '--history', grown]));
    await months('2017-12-31');
    expect(digest()).not.toBe(before);
    expect(await trials('close >= 11')).toBe(2);
    expect(await trials('close >= 10')).toBe(2);
    expect(looks()).toBe(1);
  });

  it('are the distinct texts run over a history, however written and printed', async () => {
    expect((await asJson()).honesty.trials).toBe(1);
    expect((await asJson()).honesty.trials).toBe(1);
    await printed(() =>
      backtest([`close>=10|sort   close desc|rows 1..4|hold every month`, '--history', place, '--format', 'csv']),
    );
    expect((await asJson()).honesty.trials).toBe(1);
    await printed(() => backtest(['close >= 11 | hold every quarter', '--history', place]));
    const second = await asJson();
    expect(second.honesty.trials).toBe(2);
    expect((await asJson('--trials', '400')).honesty.trials).toBe(400);
    expect((await asJson('--trials', '400')).honesty.deflatedSharpe).toBeLessThan(second.honesty.deflatedSharpe);
    const csv = (await printed(() => backtest(['--list-trials']))).trim().split('\n');
    expect(csv).toHaveLength(3);
    expect(csv[0]).toBe('history,looks,text,sharpe');
    expect(csv[1]).toMatch(/^[0-9a-f]{32},0,close >= 10 \| sort close desc \| rows 1\.\.4 \| hold every month,-?\d/);
  });
});
