/** Compares published signals with their results over a history. */

import { csvOf } from '../../engine/backtest/files/csv.ts';
import { percent, ratio } from '../../engine/backtest/files/figures.ts';
import { LITERATURE, literatureColumns, type Replay, replayLiterature } from '../../engine/backtest/literature.ts';
import type { HistoryBacktests } from '../../engine/history/backtestHistory.ts';
import { runToEnd } from '../../engine/run/timeSlices.ts';
import { DEFAULT_HOLD } from '../../engine/steps/hold.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { aligned } from '../lines.ts';

/** Replays every signal monthly over all dates outside the hold-out. */
export async function literatureOf(backtests: HistoryBacktests): Promise<readonly Replay[]> {
  const steps = LITERATURE.flatMap(({ text }) => parseScreen(text));
  await backtests.fetch(['type', ...literatureColumns()]);
  return await backtests.ask(steps, (runner) => runToEnd(replayLiterature(runner, runner.datesOf(DEFAULT_HOLD))));
}

function figures({ signal, report, covered }: Replay) {
  const { name, text, claim, from, to, source, place } = signal;
  return {
    name,
    text,
    claim: claim?.spread ?? null,
    t: claim?.t ?? null,
    from,
    to,
    spread: report?.quantiles?.spread ?? null,
    spreadT: report?.spreadT ?? null,
    coefficient: report?.meanCoefficient ?? null,
    coefficientT: report?.coefficientT ?? null,
    covered,
    source,
    place,
  };
}

export function literatureText(replays: readonly Replay[], format: 'table' | 'csv' | 'json'): string {
  const lines = replays.map(figures);
  if (format === 'json') return `${JSON.stringify(lines)}\n`;
  if (format === 'csv') return csvOf(Object.keys(lines[0]!), lines.map(Object.values));
  const rows = [
    ['signal', 'claimed, a month', 't', 'sample', 'here, a month', 't', 'coefficient', 't', 'covered'],
    ...lines.map((line) => [
      line.name,
      line.claim === null ? 'not verified' : percent(line.claim),
      ratio(line.t),
      `${line.from}–${line.to}`,
      percent(line.spread),
      ratio(line.spreadT),
      line.coefficient?.toFixed(3) ?? '–',
      ratio(line.coefficientT),
      percent(line.covered),
    ]),
  ];
  return `${aligned(rows).join('\n')}\n`;
}
