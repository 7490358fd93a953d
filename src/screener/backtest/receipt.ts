/** What a backtest was made of, as plain text: dates are ISO and figures whole, so that two receipts can be compared. */
import { CURVES } from '../../engine/backtest/simulate.ts';
import { printDate } from '../../engine/steps/hold.ts';
import type { ShownRun } from './backtest.ts';
import { deflationOf } from './deflation.ts';
import { type TrialBook, trialCount } from './trials.ts';

export function backtestReceipt({ text, answer }: ShownRun, book: TrialBook): string {
  const { history, holdOut, days, curves, performance } = answer;
  const [low, shown, high] = CURVES.map((curve) => curves[curve].at(-1)!);
  return [
    text,
    `history: ${history.digest}, ${printDate(history.from)} to ${printDate(history.to)}`,
    `trades: ${days.length}, ${printDate(days[0]!)} to ${printDate(days.at(-1)!)}`,
    `final value: ${shown} (${low} to ${high})`,
    `cagr: ${performance.cagr ?? '-'}`,
    `sharpe: ${performance.sharpe ?? '-'}`,
    `hold-out: from ${printDate(holdOut.from)}, ${holdOut.isOpen ? 'open' : 'shut'}, looks: ${book.looks.length}`,
    `trials: ${trialCount(book)}, deflated sharpe: ${deflationOf(answer, book).probability ?? '-'}`,
    '',
  ].join('\n');
}
