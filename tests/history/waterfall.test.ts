import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import type { Mistake } from '../../src/engine/backtest/waterfall.ts';
import { type TableRow, writeTable } from './folder.ts';
import { printed } from './printed.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Bar {
  readonly mistake: Mistake;
  readonly cagr?: number;
  readonly difference?: number;
  readonly unanswered?: boolean;
  readonly securities: { id: string; share: number }[];
  readonly periods: { snapshot: string; share: number }[];
}

const folder = mkdtempSync(join(tmpdir(), 'panscreen-waterfall-'));
const place = join(folder, 'history');
const plain = join(folder, 'plain');
afterAll(() => rmSync(folder, { recursive: true }));

const MONTHS = 24;
const monthEnd = (month: number): string => new Date(Date.UTC(2012, month + 1, 0)).toISOString().slice(0, 10);
const SCREEN = 'netIncome >= 50 | hold every month delay 0 cost 30bp';

/** Growth of each security's close in the month after a month end; 1 by default. */
const GROWTH: Readonly<Record<string, (month: number) => number>> = {
  // Its profitable year ends on 2012-06-15 and is filed in September, long after the price has risen.
  EARLY: (month) => (month === 5 ? 1.6 : 1),
  // Its year was first reported without a profit; the correction is filed after the price has risen.
  RESTATED: (month) => (month === 7 ? 1.5 : 1),
  GONE: (month) => (month < 12 ? 0.9 : 1),
  SPLIT: (month) => (month === 9 ? 0.25 : 1),
  DEAD: () => 1,
};
const PLAIN = ['P1', 'P2', 'P3', 'P4', 'P5'];
const LAST_MONTH: Readonly<Record<string, number>> = { DEAD: 10, GONE: 12 };

function tables(): string {
  const at = join(folder, 'tables');
  const ids = [...PLAIN, ...Object.keys(GROWTH)];
  writeTable(
    at,
    'securities',
    ids.map((id) => ({ id, symbol: id, country: 'US', currency: 'USD', exchange: 'NYSE' })),
  );
  const ends: Readonly<Record<string, TableRow>> = {
    DEAD: { to: '2012-12-05', reason: 'bankrupt', endReturn: -0.9 },
    GONE: { to: '2013-02-05', reason: 'merged', endReturn: 0 },
  };
  writeTable(
    at,
    'listings',
    ids.map((id) => ({ id, symbol: id, from: '2011-01-01', to: null, reason: null, endReturn: null, ...ends[id] })),
  );
  writeTable(at, 'actions', [], ['id', 'date', 'kind', 'value']);
  const prices: TableRow[] = [];
  for (const [place, id] of ids.entries()) {
    let close = 40 + place;
    for (let month = 0; month <= (LAST_MONTH[id] ?? MONTHS - 1); month++) {
      prices.push({ id, date: monthEnd(month), close: close.toFixed(6) });
      close *= (GROWTH[id]?.(month) ?? 1) * (1 + 0.004 * Math.sin(place + month));
    }
  }
  writeTable(at, 'prices', prices);
  const annual = (id: string, periodEnd: string, filed: string, netIncome: number): TableRow => ({
    id,
    period: 'annual',
    periodEnd,
    filed,
    netIncome,
  });
  const statements = ids.flatMap((id) => {
    if (id === 'EARLY') return [annual(id, '2011-06-15', '2011-09-20', 1), annual(id, '2012-06-15', '2012-09-20', 100)];
    if (id === 'RESTATED') return [annual(id, '2012-03-31', '2012-05-10', 1), annual(id, '2012-03-31', '2013-03-10', 100)];
    return [annual(id, '2011-09-30', '2011-11-20', 100), annual(id, '2012-09-30', '2012-11-20', 100)];
  });
  writeTable(at, 'statements', statements);
  return at;
}

beforeAll(async () => {
  const from = ['--from', 'tables', tables(), '--since', '2012-01-01'];
  await printed(() => history([...from, '--out', plain]));
  await printed(() => history([...from, '--out', place, '--biases']));
});

async function bars(at: string, text = SCREEN): Promise<Record<Mistake, Bar>> {
  const { honesty } = JSON.parse(await printed(() => backtest([text, '--history', at, '--format', 'json']))) as {
    honesty: { waterfall: Bar[] };
  };
  return Object.fromEntries(honesty.waterfall.map((bar) => [bar.mistake, bar])) as Record<Mistake, Bar>;
}

describe('the bias waterfall', () => {
  it('finds a figure that is used before it was filed, and names the security and the period', async () => {
    const { periodEnd } = await bars(place);
    expect(periodEnd.difference).toBeGreaterThan(0.015);
    expect(periodEnd.securities[0]!.id).toBe('EARLY');
    expect(periodEnd.periods[0]!.snapshot).toBe('2012-06-30');
    // One of ten holdings gains 60 % in a backtest of 23 months.
    expect(periodEnd.securities[0]!.share).toBeCloseTo((0.6 / 9) * (12 / 23), 2);
  });

  it('finds a figure that was corrected later', async () => {
    const { latest } = await bars(place);
    expect(latest.securities[0]!.id).toBe('RESTATED');
    expect(latest.periods[0]!.snapshot).toBe('2012-08-31');
    expect(latest.difference).toBeGreaterThan(0.015);
  });

  it('finds what a list of survivors leaves out', async () => {
    const { survivors } = await bars(place);
    expect(survivors.difference).toBeGreaterThan(0.05);
    expect(new Set(survivors.securities.slice(0, 2).map(({ id }) => id))).toEqual(new Set(['GONE', 'DEAD']));
  });

  it('finds a split that nothing records, by the jump of its price', async () => {
    const { splits } = await bars(place);
    expect(splits.securities).toHaveLength(1);
    expect(splits.securities[0]!.id).toBe('SPLIT');
    expect(splits.periods[0]!.snapshot).toBe('2012-10-31');
    expect(splits.difference).toBeGreaterThan(0.02);
  });

  it('finds a delisted security that is sold at its last price', async () => {
    const { lastPrice } = await bars(place);
    expect(lastPrice.securities).toHaveLength(1);
    expect(lastPrice.securities[0]!.id).toBe('DEAD');
    expect(lastPrice.periods[0]!.snapshot).toBe('2012-11-30');
  });

  it('adds the costs without any, and nothing without a broken rule', async () => {
    const { noCost, noDelay } = await bars(place);
    expect(noCost.difference).toBeGreaterThan(0);
    expect(noDelay).toMatchObject({ difference: 0, securities: [], periods: [] });
    const without = await bars(place, SCREEN.replace('cost 30bp', ''));
    expect(without.noCost).toMatchObject({ difference: 0, securities: [], periods: [] });
  });

  it('marks a bias whose history is missing, and computes the others', async () => {
    const { periodEnd, latest, ...others } = await bars(plain);
    expect([periodEnd.unanswered, latest.unanswered]).toEqual([true, true]);
    const { periodEnd: _, latest: __, ...same } = await bars(place);
    expect(others).toEqual(same);
  });

  it('leaves the history itself unchanged, byte for byte', () => {
    expect(readFileSync(join(place, 'history.json'))).toEqual(readFileSync(join(plain, 'history.json')));
    const names = readdirSync(join(plain, 'files')).sort();
    expect(readdirSync(join(place, 'files')).sort()).toEqual(names);
    for (const name of names) expect(readFileSync(join(place, 'files', name))).toEqual(readFileSync(join(plain, 'files', name)));
  });
});
