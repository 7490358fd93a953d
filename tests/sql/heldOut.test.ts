/** A history in ClickHouse locks and counts a hold-out like a local one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backtest } from '../../src/commands/backtest/backtest.ts';
import { history } from '../../src/commands/history.ts';
import { push } from '../../src/commands/push.ts';
import { screen } from '../../src/commands/screen.ts';
import type { TrialLog } from '../../src/engine/backtest/trialLog.ts';
import { writeTable } from '../history/folder.ts';
import { errorOf, printed } from '../history/printed.ts';
import { type ChdbServer, openChdbServer } from './chdbServer.ts';
import { HAS_CHDB } from './engines.ts';

/** Seven years of month ends: the last three are the hold-out. */
const DATES = Array.from({ length: 84 }, (_, month) => new Date(Date.UTC(2010, month + 1, 0)).toISOString().slice(0, 10));
const IDS = Array.from({ length: 12 }, (_, at) => `S${at}`);

function writeMonths(folder: string): void {
  const close = (at: number, month: number): number => 20 + at + 8 * Math.sin(at * 1.7 + month / (3 + at));
  const listed = IDS.map((id) => ({ id, symbol: id, country: 'US', currency: 'USD', exchange: 'NYSE' }));
  const prices = DATES.flatMap((date, month) => IDS.map((id, at) => ({ id, date, close: close(at, month).toFixed(3) })));
  writeTable(folder, 'securities', listed);
  writeTable(folder, 'prices', prices);
}

describe.runIf(HAS_CHDB)('the hold-out of a history in ClickHouse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-shut-'));
  const place = join(folder, 'history');
  const text = 'close >= 10 | sort close desc | rows 1..4';
  let server: ChdbServer;
  beforeAll(async () => {
    vi.stubEnv('PANSCREEN_STATE', join(folder, 'state'));
    writeMonths(join(folder, 'tables'));
    await printed(() => history(['--from', 'tables', join(folder, 'tables'), '--since', '2010-01-01', '--out', place]));
    server = await openChdbServer(folder);
    await printed(() => push([place, '--engine', server.address]));
  }, 300_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const looks = (): number => {
    const { histories } = JSON.parse(readFileSync(join(folder, 'state', 'trials.json'), 'utf8')) as TrialLog;
    return Object.values(histories).reduce((sum, each) => sum + each.looks, 0);
  };

  it('is locked and counted under the same key as for a local history', async () => {
    const json = async (...more: string[]): Promise<string> =>
      await printed(() => backtest([`${text} | hold every quarter`, '--trials', '2', '--format', 'json', ...more]));
    expect(await json('--engine', server.address)).toBe(await json('--history', place));
    await json('--engine', server.address, '--open-hold-out');
    expect(looks()).toBe(1);
    await json('--history', place, '--open-hold-out');
    expect(looks()).toBe(2);
    const inside = `as of 2016-06-30 | ${text}`;
    const receipt = JSON.parse(await printed(() => screen([inside, '--engine', server.address, '--receipt'])));
    expect(receipt.holdOut).toEqual({ from: '2014-01-01', looks: 3 });
    await printed(() => screen([`as of 2013-06-30 | ${text}`, '--engine', server.address]));
    expect(looks()).toBe(3);
    expect(await errorOf(() => screen([`${inside} | hold every month`, '--engine', server.address]))).toContain(
      '--open-hold-out',
    );
  }, 300_000);
});
