/** The log of earlier backtests and of looks into the hold-out, kept by the page and the command line. */
import { isRecord } from '../../wire/json.ts';
import { sampleDeviation } from './performance.ts';

export interface Trials {
  /** Annual Sharpe ratio of each distinct backtest, by its canonical text; null for a constant one. */
  readonly sharpes: Readonly<Record<string, number | null>>;
  /** Number of answers from inside the hold-out. */
  readonly looks: number;
}

export interface TrialLog {
  readonly format: 1;
  /** By the history's id, which stays the same when snapshots are added. */
  readonly histories: Readonly<Record<string, Trials>>;
}

export const NO_TRIALS: TrialLog = { format: 1, histories: {} };
const NONE: Trials = { sharpes: {}, looks: 0 };

export function trialsOf({ histories }: TrialLog, history: string): Trials {
  return Object.hasOwn(histories, history) ? histories[history]! : NONE;
}

function withTrials(log: TrialLog, history: string, trials: Trials): TrialLog {
  return { ...log, histories: { ...log.histories, [history]: trials } };
}

/** Adds a backtest. The same text counts as the same trial. */
export function withTrial(log: TrialLog, history: string, text: string, sharpe: number | null): TrialLog {
  const own = trialsOf(log, history);
  return withTrials(log, history, { ...own, sharpes: { ...own.sharpes, [text]: sharpe } });
}

export function withLook(log: TrialLog, history: string): TrialLog {
  const own = trialsOf(log, history);
  return withTrials(log, history, { ...own, looks: own.looks + 1 });
}

export interface TrialCount {
  readonly count: number;
  /** Sample variance of their annual Sharpe ratios; null when fewer than two have one. */
  readonly variance: number | null;
}

export function trialCount({ sharpes }: Trials): TrialCount {
  const known = Object.values(sharpes).filter((sharpe) => sharpe !== null);
  const deviation = sampleDeviation(known);
  return { count: Object.keys(sharpes).length, variance: deviation === null ? null : deviation ** 2 };
}

/** Reads a stored log, which is untrusted. @throws RangeError when it is not a log */
export function readTrialLog(text: string): TrialLog {
  let log: Partial<TrialLog> | null = null;
  try {
    log = JSON.parse(text) as Partial<TrialLog> | null;
  } catch {
    throw new RangeError('the log of trials is not valid JSON');
  }
  const isWhole =
    isRecord(log) &&
    log.format === 1 &&
    isRecord(log.histories) &&
    Object.values(log.histories).every(
      (trials: unknown) =>
        isRecord(trials) &&
        Number.isSafeInteger(trials.looks) &&
        isRecord(trials.sharpes) &&
        Object.values(trials.sharpes).every((sharpe) => sharpe === null || typeof sharpe === 'number'),
    );
  if (!isWhole) throw new RangeError('the log of trials is of another format than 1');
  return log as TrialLog;
}
