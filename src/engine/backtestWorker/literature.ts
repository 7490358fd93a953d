/** Published signals over the history of a run. */
import { type Replay, replayLiterature } from '../backtest/literature.ts';
import { DEFAULT_HOLD } from '../steps/hold.ts';
import type { Replays } from './protocol.ts';
import type { Run } from './run.ts';

export function* literatureWork({ backtests: { runner } }: Run): Generator<Replays, Replays, void> {
  let replays: readonly Replay[] = [];
  for (const some of replayLiterature(runner, runner.datesOf(DEFAULT_HOLD))) {
    replays = [...some];
    yield { replays, done: replays.length };
  }
  return { replays, done: replays.length };
}
