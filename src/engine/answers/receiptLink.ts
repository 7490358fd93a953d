/** A receipt short enough for a link, and how the current result differs from it. */

import { isIsoDate } from '../../catalogue/display.ts';
import { identityOf } from '../table/identity.ts';
import type { Table } from '../table/table.ts';
import { Fnv1a, type Receipt, utf8 } from './receipt.ts';

/** Larger results are linked by their counts and digest alone. Each row takes 4 characters. */
export const MARKED_ROWS_MAX = 100;
const MARK_CHARS = 4;
const DAY_MS = 86_400_000;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface LinkedReceipt {
  readonly dataDate: string | null;
  readonly universeCount: number;
  readonly rowCount: number;
  readonly digest: string;
  /** First digits of the history's digest; null for the current universe. */
  readonly history: string | null;
  /** 24-bit hash of each row in order; null when the link lacks them. */
  readonly marks: readonly number[] | null;
}

/** How the current result differs from a link's. Counts are null when the link lacks the marks. */
export interface Verdict {
  /** Days by which the data are newer than the link's; negative when older, null when either date is unknown. */
  readonly days: number | null;
  /** True when date, number of securities and history digest are the same. */
  readonly isSameData: boolean;
  readonly isSameResult: boolean;
  readonly rowCountBefore: number;
  readonly rowCountAfter: number;
  readonly entered: number | null;
  readonly left: number | null;
  readonly moved: number | null;
}

/** 24-bit FNV-1a, folded, over "symbol, tab, exchange, tab, country" of each row. */
export function rowMarks(table: Table, rows: Uint32Array): number[] {
  const identity = identityOf(table);
  return Array.from(rows, (row) => {
    const hash = new Fnv1a();
    hash.add(utf8(identity(row)));
    const hex = hash.hex();
    const folded = Number.parseInt(hex.slice(0, 8), 16) ^ Number.parseInt(hex.slice(8), 16);
    return ((folded >>> 24) ^ folded) & 0xffffff;
  });
}

function printMark(mark: number): string {
  return [18, 12, 6, 0].map((shift) => DIGITS[(mark >>> shift) & 63]).join('');
}

function readMark(text: string): number {
  return [...text].reduce((mark, digit) => mark * DIGITS.length + DIGITS.indexOf(digit), 0);
}

const HISTORY_DIGITS = 8;

/** `date.securities.rows.digest`, then `~` and the first digits of the history's digest for a snapshot, then `.` and the rows' marks if any. */
export function printReceipt(made: Receipt, marks: readonly number[] | null): string {
  const date = made.dataDate?.replaceAll('-', '') ?? '';
  const history = !made.history ? '' : `~${made.history.slice(0, HISTORY_DIGITS)}`;
  const parts = [date, made.universeCount, made.rowCount, made.digest + history];
  return [...parts, ...(marks ? [marks.map(printMark).join('')] : [])].join('.');
}

export function withoutMarks(text: string): string {
  return text.split('.').slice(0, 4).join('.');
}

const FORM = /^(?:(\d{4})(\d{2})(\d{2}))?\.(\d{1,9})\.(\d{1,9})\.([0-9a-f]{16})(?:~([0-9a-f]{8}))?(?:\.([A-Za-z0-9_-]*))?$/;

/** Returns null for a text that is not a receipt. */
export function readReceipt(text: string): LinkedReceipt | null {
  const match = FORM.exec(text);
  if (!match) return null;
  const [, year, month, day, universe, count, digest = '', history, marks] = match;
  const rowCount = Number(count);
  if (marks !== undefined && marks.length !== rowCount * MARK_CHARS) return null;
  const dataDate = year === undefined ? null : `${year}-${month}-${day}`;
  if (dataDate !== null && !isIsoDate(dataDate)) return null;
  return {
    dataDate,
    universeCount: Number(universe),
    rowCount,
    digest,
    history: history ?? null,
    marks: marks === undefined ? null : (marks.match(/.{4}/g) ?? []).map(readMark),
  };
}

/** Rows that entered, left and moved among the common ones, by their marks. */
function rowDifference(before: readonly number[], after: readonly number[]): Pick<Verdict, 'entered' | 'left' | 'moved'> {
  const left = new Map<number, number>();
  for (const mark of before) left.set(mark, (left.get(mark) ?? 0) + 1);
  const common = after.filter((mark) => {
    const count = left.get(mark) ?? 0;
    if (count > 0) left.set(mark, count - 1);
    return count > 0;
  });
  // Among equal marks, the first count as common.
  const gone = new Map(left);
  const earlier = before
    .toReversed()
    .filter((mark) => {
      const count = gone.get(mark)!;
      if (count > 0) gone.set(mark, count - 1);
      return count === 0;
    })
    .toReversed();
  return {
    entered: after.length - common.length,
    left: before.length - common.length,
    moved: common.filter((mark, place) => mark !== earlier[place]).length,
  };
}

/** Compares a link's receipt with the current result. */
export function compareReceipts(linked: LinkedReceipt, made: Receipt, marks: readonly number[]): Verdict {
  const days =
    linked.dataDate === null || made.dataDate === null
      ? null
      : Math.round((Date.parse(made.dataDate) - Date.parse(linked.dataDate)) / DAY_MS);
  const isSameResult = linked.digest === made.digest && linked.rowCount === made.rowCount;
  const unknown = { entered: null, left: null, moved: null };
  const none = { entered: 0, left: 0, moved: 0 };
  return {
    days,
    isSameData:
      linked.dataDate === made.dataDate &&
      linked.universeCount === made.universeCount &&
      linked.history === (made.history?.slice(0, HISTORY_DIGITS) ?? null),
    isSameResult,
    rowCountBefore: linked.rowCount,
    rowCountAfter: made.rowCount,
    ...(isSameResult ? none : linked.marks ? rowDifference(linked.marks, marks) : unknown),
  };
}
