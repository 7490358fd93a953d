/** Log of all backtested screens and looks into hold-outs on this device. Survives undo; only erasing all data removes it. */
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
import { erasureCount, readSetting, setAside, writeWork } from '../../shell/storage.ts';

const SETTING = 'trials';

/** In-memory copy: storage may be off or full. */
let kept: TrialLog = NO_TRIALS;
let erasures = erasureCount();

/** Increases with every change. */
export const trialChanges = proxy({ count: 0 });

/** The log including other tabs' entries. An unreadable log counts as empty. */
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

function isReadable(stored: string): boolean {
  try {
    readTrialLog(stored);
    return true;
  } catch {
    return false;
  }
}

function keep(log: TrialLog): void {
  const stored = readSetting(SETTING);
  if (stored !== null && !isReadable(stored)) setAside(SETTING);
  kept = log;
  writeWork(SETTING, JSON.stringify(log));
  trialChanges.count++;
}

export function trialsOver(history: string): Trials {
  return trialsOf(present(), history);
}

/** Records a shown result. A text counts once, with its first result. */
export function noteTrial(history: string, text: string, sharpe: number | null): void {
  if (Object.hasOwn(trialsOver(history).sharpes, text)) return;
  keep(withTrial(present(), history, text, sharpe));
}

/** Records a look before anything of the hold-out is shown. Returns the number of looks. */
export function noteLook(history: string): number {
  keep(withLook(present(), history));
  return trialsOver(history).looks;
}

/** The whole log as a file that the command line can read. */
export function trialFile(): string {
  return `${JSON.stringify(present(), null, 1)}\n`;
}
