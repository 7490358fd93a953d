/** A run's honesty report, computed in slices with partial answers. */
import { coverageOf } from '../backtest/coverage.ts';
import { type Honesty, honestyOf } from '../backtest/honesty.ts';
import { RANDOM_SCREENS, type RandomScreens, randomScreens } from '../backtest/randomScreens.ts';
import type { TrialCount } from '../backtest/trialLog.ts';
import { type Bar, MISTAKES, waterfall } from '../backtest/waterfall.ts';
import { holdOf } from '../history/backtestHistory.ts';
import type { HonestyPart } from './protocol.ts';
import type { Run } from './run.ts';

/** Random screens that count as one step of progress. */
const SCREENS_PER_STEP = 50;

/** First what needs no other run, then the waterfall, then the random screens. The verdict is rewritten after each part. */
export function* honestyWork({ backtests, steps, found }: Run, trials: TrialCount): Generator<HonestyPart, HonestyPart, void> {
  const { runner, biased, holdOut } = backtests;
  const [screen, hold] = [steps.slice(0, -1), holdOf(steps)];
  const coverage = coverageOf(runner, screen, found);
  const total = MISTAKES.length + RANDOM_SCREENS / SCREENS_PER_STEP;
  const whole = (bars: readonly Bar[], random: RandomScreens | null): Honesty =>
    honestyOf(found, { trials, bars, random, coverage, holdOut });
  let part: HonestyPart = { honesty: whole([], null), done: 0, total };
  yield part;
  for (const bars of waterfall(runner, screen, hold, found, biased)) {
    if (bars.length > part.done) part = { honesty: { ...part.honesty, bars: [...bars] }, done: bars.length, total };
    yield part;
  }
  const { bars } = part.honesty;
  part = { honesty: whole(bars, null), done: MISTAKES.length, total };
  yield part;
  const work = randomScreens(runner, screen, hold, found);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { honesty: whole(bars, step.value), done: total, total };
    yield { ...part, done: MISTAKES.length + step.value.done / SCREENS_PER_STEP };
  }
}
