import { describe, expect, it } from 'vitest';
import { backtest } from '../../../src/engine/backtest/backtest.ts';
import { coverageOf } from '../../../src/engine/backtest/coverage.ts';
import type { HistoryView } from '../../../src/engine/backtest/historyView.ts';
import { type Evidence, honestyOf } from '../../../src/engine/backtest/honesty.ts';
import { periodLedger } from '../../../src/engine/backtest/ledger.ts';
import { randomScreens, shareBetter, shareSignificant } from '../../../src/engine/backtest/randomScreens.ts';
import { BacktestRunner } from '../../../src/engine/backtest/runner.ts';
import { NO_TRIALS, readTrialLog, trialCount, trialsOf, withLook, withTrial } from '../../../src/engine/backtest/trialLog.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { passedSteps } from '../../../src/engine/run/passedSteps.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { type HoldStep, isHold } from '../../../src/engine/steps/hold.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { randomView } from './randomView.ts';

const TEXT = 'type = Equity | marketCapitalization >= 8 | sort returnOnEquity desc | rows 1..10 | hold every month';

function ran(view: HistoryView, text = TEXT) {
  const runner = new BacktestRunner(view);
  const steps = parseScreen(text);
  const hold = steps.find(isHold) as HoldStep;
  const screen = steps.slice(0, -1);
  return { runner, screen, hold, found: backtest(runner, screen, hold) };
}

const NOTHING: Evidence = { trials: { count: 1, variance: null }, bars: [], random: null, coverage: [], holdOut: null };

describe('random screens', () => {
  it('look significant at 5 % in 5 % ± 3 of 200, for each of several histories', () => {
    for (const seed of [1, 2, 3]) {
      const { runner, screen, hold, found } = ran(randomView(seed, { months: 120, securities: 150 }));
      const drawn = runToEnd(randomScreens(runner, screen, hold, found, { count: 200, isNull: true, seed }));
      const share = shareSignificant(drawn);
      expect(share).toBeGreaterThanOrEqual(0.02);
      expect(share).toBeLessThanOrEqual(0.08);
    }
  });

  it('hold as many securities and trade about as much as the screen, and half of them do better than the median', () => {
    const { runner, screen, hold, found } = ran(randomView(4, { months: 60, securities: 150 }));
    const drawn = runToEnd(randomScreens(runner, screen, hold, found));
    expect(drawn.done).toBe(200);
    const sorted = [...drawn.cagr].sort((a, b) => a - b);
    expect(shareBetter(drawn, (sorted[99]! + sorted[100]!) / 2)).toBe(0.5);
    expect(shareBetter(drawn, -1)).toBe(1);
    // The same seed gives the same screens.
    expect(runToEnd(randomScreens(runner, screen, hold, found)).cagr).toEqual(drawn.cagr);
  });
});

describe('coverage', () => {
  it('is the share of the market value of which the screen knows every number, counted row by row', () => {
    const view = randomView(6);
    const { runner, screen, found } = ran(view);
    for (const { snapshot, rows, marketValue } of coverageOf(runner, screen, found)) {
      const table = view.tableAt(runner.placeOf(snapshot));
      const [caps, returns] = [table.numbers('marketCapitalization')!, table.numbers('returnOnEquity')!];
      const type = table.text('type')!;
      const all = [...table.rows].filter((row) => type.labels[type.codes[row]!] === 'Equity');
      const known = all.map((row) => caps[row]!).filter((cap) => cap > 0);
      const middle = [...known].sort((a, b) => a - b)[known.length >> 1]!;
      const total = known.reduce((sum, cap) => sum + cap, 0) + (all.length - known.length) * middle;
      const covered = all
        .filter((row) => caps[row]! > 0 && !Number.isNaN(returns[row]!))
        .reduce((sum, row) => sum + caps[row]!, 0);
      expect(rows).toBe(all.length);
      expect(marketValue).toBeCloseTo(covered / total, 12);
    }
  });

  it('shows the headline as an interval with a warning below 90 %, and as one number above', () => {
    const { found } = ran(randomView(8));
    const at = (marketValue: number) => [{ snapshot: 0, rows: 10, marketValue, unknownEnds: 0 }];
    const poor = honestyOf(found, { ...NOTHING, coverage: at(0.899) });
    expect(poor.interval!.low).toBeLessThan(found.performance.cagr!);
    expect(poor.interval!.high).toBeGreaterThan(found.performance.cagr!);
    expect(poor.verdict).toContainEqual({ key: 'coverage', lowest: 0.899, dates: 1 });
    const good = honestyOf(found, { ...NOTHING, coverage: at(0.9) });
    expect(good.interval).toBeNull();
    expect(good.verdict.map(({ key }) => key)).not.toContain('coverage');
  });
});

describe('the deflated Sharpe ratio', () => {
  it('falls with more trials, and with larger differences between them', () => {
    const { found } = ran(randomView(9));
    const of = (count: number, variance: number | null) =>
      honestyOf(found, { ...NOTHING, trials: { count, variance } }).deflatedSharpe!;
    expect(of(1, 4)).toBe(of(1, null));
    expect(of(10, null)).toBeLessThan(of(1, null));
    expect(of(100, null)).toBeLessThan(of(10, null));
    expect(of(10, 9)).toBeLessThan(of(10, 1));
  });

  it('does not exist for constant returns', () => {
    const view = randomView(3);
    const histories = view.market.histories.map((history) => {
      const wealth = history.wealth.map(() => 1);
      return { ...history, wealth, quotedWealth: wealth, listings: [{ from: 0, to: Infinity, reason: null, endReturn: 0 }] };
    });
    const { found } = ran({ ...view, market: { ...view.market, histories } });
    const { deflatedSharpe, verdict } = honestyOf(found, NOTHING);
    expect(deflatedSharpe).toBeNull();
    expect(verdict).toContainEqual({ key: 'constant' });
  });
});

describe('the log of trials', () => {
  it('counts distinct texts per history, measures their variance and counts looks', () => {
    let log = withTrial(NO_TRIALS, 'a none', 'close > 1', 0.5);
    log = withTrial(log, 'a none', 'close > 2', 1.5);
    log = withTrial(log, 'a none', 'close > 1', 0.5);
    log = withTrial(log, 'a none', 'close > 3', null);
    log = withLook(withLook(withTrial(log, 'b none', 'close > 1', 1), 'b none'), 'b none');
    expect(trialCount(trialsOf(log, 'a none'))).toEqual({ count: 3, variance: expect.closeTo(0.5, 12) });
    expect(trialCount(trialsOf(log, 'b none'))).toEqual({ count: 1, variance: null });
    expect([trialsOf(log, 'a none').looks, trialsOf(log, 'b none').looks, trialsOf(log, 'c').looks]).toEqual([0, 2, 0]);
    expect(readTrialLog(JSON.stringify(log))).toEqual(log);
  });

  it('refuses other records', () => {
    for (const text of [
      '',
      '[]',
      'null',
      '{"format":2,"histories":{}}',
      '{"format":1,"histories":{"a":{"sharpes":{"x":"1"},"looks":0}}}',
    ])
      expect(() => readTrialLog(text)).toThrow(/log of trials/);
  });
});

describe('the ledger of a period', () => {
  it('names the step at which each security left, like the screen of its date alone', () => {
    const view = randomView(12);
    const { runner, screen, found } = ran(view);
    let count = 0;
    for (const trade of found.simulation.trades.slice(0, -1)) {
      const { entered, left, drifted, died } = periodLedger(runner, screen, trade);
      const table = view.tableAt(runner.placeOf(trade.snapshot));
      const passed = passedSteps(applySteps(table, screen, null).prefix);
      for (const { security, by } of left) {
        count++;
        if (by.kind === 'step') expect(passed[security]).toBe(by.at);
        else if (by.kind === 'unlisted') expect([...table.rows]).not.toContain(security);
        else expect(by.kind).toBe('noClose');
      }
      expect([...entered, ...drifted.map(({ security }) => security)].sort()).toEqual([...trade.weights.keys()].sort());
      expect(died.map(({ security }) => security)).toEqual(
        [...trade.returns].filter(([, { fate }]) => fate !== 'sold').map(([security]) => security),
      );
    }
    expect(count).toBeGreaterThan(50);
  });
});
