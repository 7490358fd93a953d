/** Every screen that was backtested on this machine, and every look into a hold-out. They stay until all is erased, and belong to no edit: undo takes none of them back. */
import { proxy } from 'valtio';
import {
  NO_TRIALS,
  readTrialLog,
  type TrialLog,
  type Trials,
  trialsOf,
  withLook,
  withTrial,
} from '../../engine/backtest/trialLog.ts';
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

/** @param history its id */
export function trialsOver(history: string): Trials {
  return trialsOf(present(), history);
}

/** Counts a screen whose result is shown. One text is one trial, however often it comes back; its first result counts. */
export function noteTrial(history: string, text: string, sharpe: number | null): void {
  if (Object.hasOwn(trialsOver(history).sharpes, text)) return;
  keep(withTrial(present(), history, text, sharpe));
}

/** Counts a look, before anything of the hold-out is shown. Returns how many there are. */
export function noteLook(history: string): number {
  keep(withLook(present(), history));
  return trialsOver(history).looks;
}

/** The whole log as a file: the command line reads the same. */
export function trialFile(): string {
  return `${JSON.stringify(present(), null, 1)}\n`;
}
