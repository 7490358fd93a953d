/** Sets how the rows are held over a history: `hold every month since 2010-01-31 cost 10bp`. Always the last step. */

import { isIsoDate } from '../../catalogue/display.ts';
import { INTERVALS, type Interval } from '../backtest/schedule.ts';
import type { Weighting } from '../backtest/weights.ts';
import { textFault } from './checks.ts';
import type { StepText } from './kind.ts';
import { printColumn, printNumber, type Reader, readColumn, readPlainNumber, ScreenTextError, shifted } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Columns that a cap can group by. */
export const CAP_GROUPS = ['sector', 'country', 'industry'] as const;
export type CapGroup = (typeof CAP_GROUPS)[number];

export interface Hold {
  readonly every: Interval;
  /** Days since 1970-01-01, inclusive; null for the whole history. */
  readonly since: number | null;
  readonly until: number | null;
  /** Sessions from a snapshot to its trades. */
  readonly delay: number;
  /** Basis points of the traded value. */
  readonly costBp: number;
  readonly weighting: Weighting;
  /** Largest weight of a row, a fraction; null for none. */
  readonly rowCap: number | null;
  /** Largest weight of the rows of one group, a fraction; null for none. */
  readonly groupCap: { readonly share: number; readonly by: CapGroup } | null;
  /** A held row stays while its rank (from 1) is at most this; null for no buffer. */
  readonly keepRank: number | null;
}

export const DEFAULT_HOLD: Hold = {
  every: 'month',
  since: null,
  until: null,
  delay: 1,
  costBp: 0,
  weighting: { kind: 'equal' },
  rowCap: null,
  groupCap: null,
  keepRank: null,
};

/** Most sessions between a snapshot and its trades: a quarter. */
export const DELAY_MAX_SESSIONS = 63;
/** All of the traded value. */
export const COST_MAX_BP = 10_000;

const DAY_MS = 86_400_000;
const DATE = /\d{4}-\d{2}-\d{2}(?![\d-])/y;
const BASIS_POINTS = /bp(?![A-Za-z0-9_])/y;

/** Reads an ISO date as days since 1970-01-01. Throws {@link ScreenTextError}, also for a day that does not exist. */
export function readDate(reader: Reader): number {
  reader.skipSpace();
  const at = reader.at;
  const text = reader.take(DATE);
  if (text === null) throw reader.expected('a date such as 2016-03-31');
  if (!isIsoDate(text)) throw new ScreenTextError(`${text} is not a calendar day`, at);
  return Date.parse(text) / DAY_MS;
}

export function printDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function readWithin(reader: Reader, what: string, min: number, max: number, isWhole: boolean): number {
  reader.skipSpace();
  const at = reader.at;
  const value = readPlainNumber(reader);
  if (value < min || value > max || (isWhole && !Number.isInteger(value)))
    throw new ScreenTextError(
      `${what} is ${isWhole ? 'a whole number ' : ''}from ${min} to ${max}, not ${printNumber(value)}`,
      at,
    );
  return value;
}

function readCap(reader: Reader): Partial<Hold> {
  const percent = readWithin(reader, 'a cap in percent', 0, 100, false);
  reader.need('%');
  const share = shifted(String(percent), -2);
  if (!reader.takeWord('per')) return { rowCap: share };
  const by = reader.takeOneOf(CAP_GROUPS);
  if (by === null) throw reader.expected(CAP_GROUPS.map((name) => `“${name}”`).join(', '));
  return { groupCap: { share, by } };
}

function readWeighting(reader: Reader): Weighting {
  const kind = reader.takeOneOf(['equal', 'by', 'inverse'] as const);
  if (kind === null) throw reader.expected('“equal”, “by” or “inverse”');
  return kind === 'equal' ? { kind } : { kind, columnId: readColumn(reader) };
}

function readKeep(reader: Reader): number {
  if (!reader.takeWords('while', 'rank')) throw reader.expected('“while rank <=”');
  reader.need('<=');
  return readWithin(reader, 'the rank', 1, Number.MAX_SAFE_INTEGER, true);
}

/** Clauses by their first word. */
const CLAUSES = {
  since: (reader) => ({ since: readDate(reader) }),
  until: (reader) => ({ until: readDate(reader) }),
  delay: (reader) => ({ delay: readWithin(reader, 'the delay in sessions', 0, DELAY_MAX_SESSIONS, true) }),
  cost: (reader) => {
    const costBp = readWithin(reader, 'the cost in basis points', 0, COST_MAX_BP, false);
    if (reader.take(BASIS_POINTS) === null) throw reader.expected('“bp”');
    return { costBp };
  },
  weight: (reader) => ({ weighting: readWeighting(reader) }),
  cap: readCap,
  keep: (reader) => ({ keepRank: readKeep(reader) }),
} satisfies Record<string, (reader: Reader) => Partial<Hold>>;
const CLAUSE_WORDS = Object.keys(CLAUSES) as (keyof typeof CLAUSES)[];

/** Completions after the interval. */
const CLAUSE_PIECES: readonly (readonly [string, string])[] = [
  ['since ', 'since 2010-01-31'],
  ['until ', 'until 2020-01-31'],
  ['delay ', 'delay 1'],
  ['cost ', 'cost 10bp'],
  ['weight equal ', 'weight equal'],
  ['weight by ', 'weight by close'],
  ['weight inverse ', 'weight inverse close'],
  ['cap ', 'cap 5%'],
  ['keep while rank <= ', 'keep while rank <= 50'],
];

/** True where a hold begins: a column may be named `hold`. */
export function seesHold(reader: Reader): boolean {
  const from = reader.at;
  const seen = reader.takeWords('hold', 'every');
  reader.at = from;
  return seen;
}

/** Reads `hold every …`; each clause may occur once, in any order. Throws {@link ScreenTextError}. */
export function readHold(reader: Reader): Hold {
  if (!reader.takeWords('hold', 'every')) throw reader.expected('“hold every”');
  const every = reader.takeOneOf(INTERVALS);
  if (every === null) throw reader.expected(INTERVALS.map((name) => `“${name}”`).join(', '));
  const given: Partial<Hold>[] = [{ every }];
  for (;;) {
    reader.skipSpace();
    const at = reader.at;
    const word = reader.takeOneOf(CLAUSE_WORDS);
    if (word === null) break;
    const clause: Partial<Hold> = CLAUSES[word](reader);
    const [name] = Object.keys(clause);
    if (given.some((other) => Object.hasOwn(other, name!))) throw new ScreenTextError(`“${word}” stands twice`, at);
    given.push(clause);
  }
  const hold: Hold = Object.assign({}, DEFAULT_HOLD, ...given);
  if (hold.since !== null && hold.until !== null && hold.since > hold.until)
    throw new ScreenTextError(`the hold begins on ${printDate(hold.since)}, after its end ${printDate(hold.until)}`, reader.at);
  return hold;
}

/** A fraction in percent without rounding noise: 0.07 is 7%. */
export function printPercent(share: number): string {
  return `${printNumber(shifted(String(share), 2))}%`;
}

function printWeighting(weighting: Weighting): string {
  return weighting.kind === 'equal' ? weighting.kind : `${weighting.kind} ${printColumn(weighting.columnId)}`;
}

/** The canonical text, without clauses at their default. */
export function printHold(hold: Hold): string {
  const { since, until, delay, costBp, weighting, rowCap, groupCap, keepRank } = hold;
  return [
    `hold every ${hold.every}`,
    since !== null && `since ${printDate(since)}`,
    until !== null && `until ${printDate(until)}`,
    delay !== DEFAULT_HOLD.delay && `delay ${delay}`,
    costBp !== DEFAULT_HOLD.costBp && `cost ${printNumber(costBp)}bp`,
    weighting.kind !== 'equal' && `weight ${printWeighting(weighting)}`,
    rowCap !== null && `cap ${printPercent(rowCap)}`,
    groupCap !== null && `cap ${printPercent(groupCap.share)} per ${groupCap.by}`,
    keepRank !== null && `keep while rank <= ${keepRank}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The column that a hold reads for its weights, and the one that groups its rows. */
export function holdColumns({ weighting, groupCap }: Hold): string[] {
  return [...(weighting.kind === 'equal' ? [] : [weighting.columnId]), ...(groupCap === null ? [] : [groupCap.by])];
}

export interface HoldStep extends StepOf<'hold'>, Hold {}

export const { make: holdStep, is: isHold } = stepKind<HoldStep>('hold');

export const holdText: StepText<HoldStep> = {
  read: (reader) => (seesHold(reader) ? holdStep(readHold(reader)) : null),
  print: (step) => printHold(step),
  columns: (step) => holdColumns(step),
  dependsOn: () => 'nothing',
  pieces: [['hold every ', 'hold every month'], ...CLAUSE_PIECES],
  fault: ({ weighting }, columnOf) => (weighting.kind === 'equal' ? null : textFault([weighting.columnId], columnOf)),
  rename: (step, from, to) =>
    step.weighting.kind !== 'equal' && step.weighting.columnId === from
      ? { ...step, weighting: { ...step.weighting, columnId: to } }
      : step,
};
