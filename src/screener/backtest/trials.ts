/** Every screen that was backtested on this machine, and every look into a hold-out. They stay until all is erased, and belong to no edit: undo takes none of them back. */
import { proxy } from 'valtio';
import {
  NO_TRIALS,
  readTrialLog,
  type TrialLog,
  type Trials,
  trialsKey,
  trialsOf,
  withLook,
  withTrial,
} from '../../engine/backtest/trialLog.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { erasureCount, readSetting, writeSetting } from '../../shell/storage.ts';

const SETTING = 'trials';

/** What this visit knows: storage may be off, or full. */
let kept: TrialLog = NO_TRIALS;
let erasures = erasureCount();

/** Rises with every change. */
export const trialChanges = proxy({ count: 0 });

/** The log with what other tabs have written. One that can't be read is taken for none. */
function present(): TrialLog {
  if (erasures !== erasureCount()) {
    erasures = erasureCount();
    kept = NO_TRIALS;
  }
  try {
    const stored = readSetting(SETTING);
    return stored === null ? kept : readTrialLog(stored);
  } catch {
    return kept;
  }
}

function keep(log: TrialLog): void {
  kept = log;
  writeSetting(SETTING, JSON.stringify(log));
  trialChanges.count++;
}

type Past = Pick<BacktestAnswer, 'history' | 'holdOut'>;
const keyOf = ({ history, holdOut }: Past): string => trialsKey(history.digest, holdOut?.from ?? null);

export function trialsOver(past: Past): Trials {
  return trialsOf(present(), keyOf(past));
}

/** Counts a screen whose result is shown. One text is one trial, however often it comes back; its first result counts. */
export function noteTrial(past: Past, text: string, sharpe: number | null): void {
  if (Object.hasOwn(trialsOver(past).sharpes, text)) return;
  keep(withTrial(present(), keyOf(past), text, sharpe));
}

/** Counts a look, before anything of the hold-out is shown. */
export function noteLook(past: Past): void {
  keep(withLook(present(), keyOf(past)));
}

/** The whole log as a file: the command line reads the same. */
export function trialFile(): string {
  return `${JSON.stringify(present(), null, 1)}\n`;
}
