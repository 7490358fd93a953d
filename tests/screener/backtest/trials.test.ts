// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/engine/backtest/honesty.ts';
import { readTrialLog } from '../../../src/engine/backtest/trialLog.ts';
import type { BacktestAnswer } from '../../../src/engine/backtestWorker/protocol.ts';
import { backtestReceipt } from '../../../src/screener/backtest/receipt.ts';
import { verdictSentences } from '../../../src/screener/backtest/verdict.ts';
import { noteLook, noteTrial, trialFile, trialsOver } from '../../../src/screener/trials/trials.ts';
import { startLanguage } from '../../../src/shell/i18n.ts';
import { eraseSettings } from '../../../src/shell/storage.ts';

beforeAll(startLanguage);
beforeEach(eraseSettings);

describe('the trials', () => {
  it('count a text once, however often it is repeated', () => {
    noteTrial('a', 'hold every month', 0.5);
    noteTrial('a', 'hold every month', 9);
    noteTrial('a', 'hold every year', null);
    expect(trialsOver('a').sharpes).toEqual({ 'hold every month': 0.5, 'hold every year': null });
  });

  it('belong to a history', () => {
    noteTrial('a', 'hold every month', 0.5);
    noteLook('b');
    expect([trialsOver('a').looks, trialsOver('b').looks]).toEqual([0, 1]);
    expect(Object.keys(trialsOver('b').sharpes)).toEqual([]);
  });

  it('are exported in the format of the command line and deleted with all data', () => {
    noteTrial('a', 'hold every month', 0.5);
    expect(noteLook('a')).toBe(1);
    expect(Object.values(readTrialLog(trialFile()).histories)).toEqual([{ sharpes: { 'hold every month': 0.5 }, looks: 1 }]);
    eraseSettings();
    expect(trialsOver('a')).toEqual({ sharpes: {}, looks: 0 });
  });

  it('survive a corrupt setting', () => {
    localStorage['panscreen.trials'] = '{';
    noteTrial('a', 'hold every month', 0.5);
    expect(Object.keys(trialsOver('a').sharpes)).toHaveLength(1);
  });
});

describe('the verdict', () => {
  it('is one sentence per finding, with all biases in the second', () => {
    const findings: Finding[] = [
      { key: 'earned', cagr: 0.083, benchmark: 0.05, years: 8 },
      { key: 'mistake', mistake: 'survivors', difference: 0.02 },
      { key: 'mistake', mistake: 'noCost', difference: -0.001 },
      { key: 'luck', low: -0.01, high: 0.1 },
      { key: 'deflatedLow', trials: 12, probability: 0.4 },
      { key: 'holdOutShut' },
    ];
    expect(verdictSentences(findings)).toEqual([
      'Earned +8.3% a year after costs over 8.0 years. All eligible stocks in equal weights earned +5.0%.',
      'Common mistakes would have added, per year: Only today’s survivors +2.0%, No costs −0.1%.',
      'A bootstrap of its months gives a 90% interval of −1.0% to +10.0% a year, which includes zero.',
      'Given all trials so far (12), its Sharpe ratio may be luck: the probability that it is not is only 40.0%.',
      'The last years are held out and have not been evaluated yet.',
    ]);
  });
});

describe('the receipt of a backtest', () => {
  it('states the history, the hold-out with its looks, and the trials', () => {
    const answer = {
      history: { digest: '0123', id: 'a', from: 17_000, to: 20_000 },
      holdOut: { from: 19_000, isOpen: false },
      days: Int32Array.of(18_000, 18_030),
      curves: { low: [1, 1], shown: [1, 1.1], high: [1, 1.2] },
      performance: { cagr: 0.5, sharpe: null },
    } as unknown as BacktestAnswer;
    expect(backtestReceipt({ text: 'hold every month', answer }, { sharpes: { x: 1 }, looks: 2 }, 0.25).split('\n')).toEqual([
      'hold every month',
      'history: 0123, 2016-07-18 to 2024-10-04',
      'trades: 2, 2019-04-14 to 2019-05-14',
      'final value: 1.1 (1 to 1.2)',
      'cagr: 0.5',
      'sharpe: -',
      'hold-out: from 2022-01-08, shut, looks: 2',
      'trials: 1, deflated sharpe: 0.25',
      '',
    ]);
  });
});
