/** The provenance of a backtest as plain text: ISO dates and unrounded figures, so that two receipts can be compared. */
import { CURVES } from '../../engine/backtest/simulate.ts';
import { type Trials, trialCount } from '../../engine/backtest/trialLog.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { printDate } from '../../engine/steps/hold.ts';
import type { ShownRun } from './backtest.ts';

function holdOutLine({ holdOut }: BacktestAnswer, { looks }: Trials): string {
  return holdOut
    ? `hold-out: from ${printDate(holdOut.from)}, ${holdOut.isOpen ? 'open' : 'shut'}, looks: ${looks}`
    : 'hold-out: none';
}

/** @param deflated Sharpe ratio; null while undefined or unknown */
export function backtestReceipt(
  { text, answer }: Pick<ShownRun, 'text' | 'answer'>,
  trials: Trials,
  deflated: number | null,
): string {
  const { history, days, curves, performance } = answer;
  const [low, shown, high] = CURVES.map((curve) => curves[curve].at(-1)!);
  return [
    text,
    `history: ${history.digest}, ${printDate(history.from)} to ${printDate(history.to)}`,
    `trades: ${days.length}, ${printDate(days[0]!)} to ${printDate(days.at(-1)!)}`,
    `final value: ${shown} (${low} to ${high})`,
    `cagr: ${performance.cagr ?? '-'}`,
    `sharpe: ${performance.sharpe ?? '-'}`,
    holdOutLine(answer, trials),
    `trials: ${trialCount(trials).count}, deflated sharpe: ${deflated ?? '-'}`,
    '',
  ].join('\n');
}
