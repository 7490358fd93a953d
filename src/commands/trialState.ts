/** The log of trials in the user's state folder: `PANSCREEN_STATE`, otherwise the platform's. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { NO_TRIALS, readTrialLog, type TrialLog, trialsOf, withLook, withTrial } from '../engine/backtest/trialLog.ts';
import { makeFolder } from '../folder.ts';
import { writeDurably } from '../ingest/publish/durable.ts';
import { say } from './print.ts';

const FILE = 'trials.json';

function stateFolder(): string {
  const { PANSCREEN_STATE, XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (PANSCREEN_STATE) return PANSCREEN_STATE;
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, 'panscreen');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'panscreen');
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'panscreen');
  return join(homedir(), '.local', 'state', 'panscreen');
}

function trialFile(): string {
  return join(stateFolder(), FILE);
}

/** Empty if there is no log. @throws if it can't be read */
export async function readTrials(): Promise<TrialLog> {
  const path = trialFile();
  try {
    return readTrialLog(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_TRIALS;
    throw error instanceof RangeError ? new Error(`${path}: ${error.message}: move or repair it`) : error;
  }
}

async function write(log: TrialLog): Promise<void> {
  await makeFolder(stateFolder());
  await writeDurably(trialFile(), Buffer.from(`${JSON.stringify(log)}\n`));
}

const reasonOf = (error: unknown): string => `${(error as Error).message}; PANSCREEN_STATE names another folder`;

/** Records a backtest and resolves to the log. If it can't be stored, prints a line on standard error. */
export async function noteTrial(history: string, text: string, sharpe: number | null): Promise<TrialLog> {
  const log = withTrial(await readTrials(), history, text, sharpe);
  await write(log).catch((error: unknown) => say(`this trial is not stored: ${reasonOf(error)}`));
  return log;
}

/** Counts a look into a hold-out and resolves to their number. @throws if it can't be stored: an uncounted look is not allowed */
export async function noteLook(history: string): Promise<number> {
  const log = withLook(await readTrials(), history);
  await write(log).catch((error: unknown) => {
    throw new Error(`a look into the hold-out can't be counted: ${reasonOf(error)}`);
  });
  return trialsOf(log, history).looks;
}
