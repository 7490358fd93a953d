/** Every screen that was backtested over a history on this machine, and every look into its hold-out. They stay until all is erased, and belong to no edit: undo takes none of them back. */
import { proxy } from 'valtio';
import { erasureCount, readSetting, writeSetting } from '../../shell/storage.ts';

/** A screen that was run: its text, when it first was (epoch ms), and its Sharpe ratio per period; null where it has none. */
export interface Trial {
  readonly text: string;
  readonly at: number;
  readonly sharpe: number | null;
}

/** A look into the hold-out: of which screen, when, and where the hold-out began, in days since 1970-01-01. */
export interface Look {
  readonly text: string;
  readonly at: number;
  readonly from: number;
}

export interface TrialBook {
  readonly trials: readonly Trial[];
  /** Trials beyond those that are kept one by one. */
  readonly more: number;
  readonly looks: readonly Look[];
}

const EMPTY: TrialBook = { trials: [], more: 0, looks: [] };
/** Trials that are kept one by one: some 800 KB. */
const KEPT_MAX = 5000;

/** By history, what this visit knows: storage may be off, or full. */
const books = new Map<string, TrialBook>();
let erasures = erasureCount();

/** Rises with every change of a book. */
export const trialChanges = proxy({ count: 0 });

const settingOf = (history: string): string => `trials.${history}`;

function isBook(value: unknown): value is TrialBook {
  const { trials, looks, more } = (value ?? {}) as Partial<TrialBook>;
  const areRecords = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each?.text === 'string' && Number.isFinite(each.at));
  return areRecords(trials) && areRecords(looks) && Number.isSafeInteger(more);
}

function stored(history: string): TrialBook {
  try {
    const book: unknown = JSON.parse(readSetting(settingOf(history)) ?? 'null');
    return isBook(book) ? book : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The book of a history, with what other tabs have written. */
export function trialBook(history: string): TrialBook {
  if (erasures !== erasureCount()) {
    erasures = erasureCount();
    books.clear();
  }
  const known = books.get(history) ?? EMPTY;
  const found = stored(history);
  return found.trials.length + found.looks.length >= known.trials.length + known.looks.length ? found : known;
}

function keep(history: string, book: TrialBook): void {
  books.set(history, book);
  writeSetting(settingOf(history), JSON.stringify(book));
  trialChanges.count++;
}

/** How many screens were tried over a history. */
export function trialCount({ trials, more }: TrialBook): number {
  return trials.length + more;
}

/** Counts a screen whose result is shown. One text is one trial, however often it comes back. */
export function noteTrial(history: string, text: string, sharpe: number | null): void {
  const book = trialBook(history);
  if (book.trials.some((trial) => trial.text === text)) return;
  const trial = { text, at: Date.now(), sharpe };
  keep(history, book.trials.length < KEPT_MAX ? { ...book, trials: [...book.trials, trial] } : { ...book, more: book.more + 1 });
}

/** Counts a look, before anything of the hold-out is shown. */
export function noteLook(history: string, text: string, from: number): void {
  const book = trialBook(history);
  keep(history, { ...book, looks: [...book.looks, { text, at: Date.now(), from }] });
}

/** Sample variance of the trials' Sharpe ratios; null for fewer than two. */
export function sharpeVariance({ trials }: TrialBook): number | null {
  const known = trials.flatMap(({ sharpe }) => (sharpe === null ? [] : [sharpe]));
  if (known.length < 2) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
}
