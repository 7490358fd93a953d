/**
 * A screen as text: one line that a person can read, type and share, and that the URL and the command line carry.
 * Numbers are the stored ones; rows are counted from 1 in the text and from 0 in the step.
 */
import type { CategoricalOperator, NumericOperator } from './operators.ts';
import { STEPS_MAX, type Step } from './steps.ts';

/** Longest text that is read, in UTF-16 units. */
export const TEXT_CHARS_MAX = 100_000;

/** A text that can't be read: what is wrong, and at which character (counted from 0). */
export class ScreenTextError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'ScreenTextError';
    this.at = at;
  }
}

/** A step and the stretch of text [at, end) that it was read from. */
export interface PlacedStep {
  readonly step: Step;
  readonly at: number;
  readonly end: number;
}

/** Words that a column must be quoted with backticks to be named by. The last ones are kept for later kinds of steps. */
const RESERVED = new Set(
  'sort rows percent not between and in asc desc any all at least of top bottom rank by within is missing present keep drop only flags watchlist issuer no'.split(
    ' ',
  ),
);

const BARE_COLUMN = /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y;
const BARE_VALUE = /[\p{L}\p{N}_.-]+/uy;
const NUMBER = /[+-]?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const CURRENCY = /[A-Z]{3}(?![A-Za-z0-9_])/y;
const WORD = /[A-Za-z]+(?![A-Za-z0-9_.])/y;
const SPACE = /\s*/y;

class Reader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  skipSpace(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  /** The match of a sticky pattern here, or null; moves on. */
  take(pattern: RegExp): string | null {
    this.skipSpace();
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0] ?? null;
    if (match !== null) this.at += match.length;
    return match;
  }

  takeSign(sign: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  /** Takes a keyword, whatever its case. */
  takeWord(word: string): boolean {
    const from = this.at;
    if (this.take(WORD)?.toLowerCase() === word) return true;
    this.at = from;
    return false;
  }

  expected(what: string): ScreenTextError {
    this.skipSpace();
    const found = this.text.slice(this.at, this.at + 20);
    return new ScreenTextError(`expected ${what}, found ${found === '' ? 'the end' : `“${found}”`}`, this.at);
  }

  /** The inside of a quoted stretch that starts here, with \ before the quote and before itself. */
  quoted(quote: '"' | '`'): string {
    const from = this.at;
    let inside = '';
    for (let index = this.at + 1; index < this.text.length; index++) {
      const char = this.text.charAt(index);
      if (char === quote) {
        this.at = index + 1;
        return inside;
      }
      const next = this.text.charAt(index + 1);
      if (char === '\\' && (next === quote || next === '\\')) {
        inside += next;
        index++;
      } else inside += char;
    }
    throw new ScreenTextError(`the ${quote} is not closed`, from);
  }
}

function readColumn(reader: Reader): string {
  reader.skipSpace();
  const from = reader.at;
  if (reader.text.charAt(from) === '`') {
    const id = reader.quoted('`');
    if (id === '') throw new ScreenTextError('expected a column between the backticks', from);
    return id;
  }
  const id = reader.take(BARE_COLUMN);
  if (id === null || RESERVED.has(id.toLowerCase())) {
    reader.at = from;
    throw reader.expected('a column');
  }
  return id;
}

function readPlainNumber(reader: Reader): number {
  const text = reader.take(NUMBER);
  if (text === null) throw reader.expected('a number');
  const value = Number(text) || 0;
  if (!Number.isFinite(value)) throw new ScreenTextError(`${text} is too large`, reader.at - text.length);
  return value;
}

/** A bound: a number, in per cent if a sign says so, and the currency behind it. */
function readBound(reader: Reader): { value: number; currency: string | null } {
  reader.skipSpace();
  const from = reader.at;
  let value = readPlainNumber(reader);
  if (reader.text.charAt(reader.at) === '%') {
    const text = reader.text.slice(from, reader.at);
    value = /[eE]/.test(text) ? value / 100 : Number(`${text}e-2`);
    reader.at++;
  }
  return { value, currency: reader.take(CURRENCY) };
}

function readValue(reader: Reader): string {
  reader.skipSpace();
  if (reader.text.charAt(reader.at) === '"') return reader.quoted('"');
  const word = reader.take(BARE_VALUE);
  if (word === null) throw reader.expected('a value');
  return word;
}

function readValues(reader: Reader): string[] {
  if (!reader.takeSign('(')) throw reader.expected('“(”');
  const values: string[] = [];
  if (reader.takeSign(')')) return values;
  do values.push(readValue(reader));
  while (reader.takeSign(','));
  if (!reader.takeSign(')')) throw reader.expected('“,” or “)”');
  return values;
}

function numeric(
  columnId: string,
  operator: NumericOperator,
  bounds: readonly { value: number; currency: string | null }[],
): Step {
  const operatorValues = bounds.map((bound) => bound.value);
  const currency = bounds.find((bound) => bound.currency !== null)?.currency;
  const step = { operatorType: 'filter', columnId, operator, operatorValues } as const;
  return currency ? { ...step, currency } : step;
}

function categorical(columnId: string, operator: CategoricalOperator, operatorValues: string[]): Step {
  return { operatorType: 'filter', columnId, operator, operatorValues };
}

function readBetween(reader: Reader, columnId: string, operator: NumericOperator): Step {
  const low = readBound(reader);
  if (!reader.takeWord('and')) throw reader.expected('“and”');
  reader.skipSpace();
  const at = reader.at;
  const high = readBound(reader);
  if (low.currency && high.currency && low.currency !== high.currency) {
    throw new ScreenTextError(`the bounds are in two currencies, ${low.currency} and ${high.currency}`, at);
  }
  return numeric(columnId, operator, [low, high]);
}

function readFilter(reader: Reader): Step {
  const columnId = readColumn(reader);
  if (reader.takeSign('>=')) return numeric(columnId, 'GreaterThanOrEquals', [readBound(reader)]);
  if (reader.takeSign('<=')) return numeric(columnId, 'LessThanOrEquals', [readBound(reader)]);
  if (reader.takeSign('!=')) return categorical(columnId, 'NotEquals', [readValue(reader)]);
  if (reader.takeSign('=')) return categorical(columnId, 'Equals', [readValue(reader)]);
  const not = reader.takeWord('not');
  if (reader.takeWord('between')) return readBetween(reader, columnId, not ? 'NotBetween' : 'Between');
  if (reader.takeWord('in')) return categorical(columnId, not ? 'NotIn' : 'In', readValues(reader));
  throw reader.expected(not ? '“between” or “in”' : '“>=”, “<=”, “=”, “!=”, “between”, “in” or “not”');
}

function readSort(reader: Reader): Step {
  const columnId = readColumn(reader);
  if (reader.takeWord('asc')) return { operatorType: 'sort', columnId, sortOperator: 'Ascending' };
  if (reader.takeWord('desc')) return { operatorType: 'sort', columnId, sortOperator: 'Descending' };
  throw reader.expected('“asc” or “desc”');
}

function readSlice(reader: Reader, sliceIsPercentage: boolean): Step {
  reader.skipSpace();
  const at = reader.at;
  const from = readPlainNumber(reader);
  if (!reader.takeSign('..')) throw reader.expected('“..”');
  const to = readPlainNumber(reader);
  if (!sliceIsPercentage && !(Number.isInteger(from) && Number.isInteger(to))) {
    throw new ScreenTextError('rows are counted in whole numbers', at);
  }
  if (from > to) throw new ScreenTextError(`the slice starts at ${from}, after its end ${to}`, at);
  return { operatorType: 'slice', operatorValues: sliceIsPercentage ? [from, to] : [from - 1, to - 1], sliceIsPercentage };
}

function readStep(reader: Reader): Step {
  if (reader.takeWord('sort')) return readSort(reader);
  if (reader.takeWord('rows')) return readSlice(reader, false);
  if (reader.takeWord('percent')) return readSlice(reader, true);
  return readFilter(reader);
}

/** Reads a screen with the place of each step. Whether its columns exist is for stepFault to say. Throws {@link ScreenTextError}. */
export function parsePlacedScreen(text: string): PlacedStep[] {
  if (text.length > TEXT_CHARS_MAX)
    throw new ScreenTextError(`the text is longer than ${TEXT_CHARS_MAX} characters`, TEXT_CHARS_MAX);
  const reader = new Reader(text);
  const placed: PlacedStep[] = [];
  reader.skipSpace();
  if (reader.at === text.length) return placed;
  do {
    reader.skipSpace();
    const at = reader.at;
    if (placed.length === STEPS_MAX) throw new ScreenTextError(`a screen has at most ${STEPS_MAX} steps`, at);
    const step = readStep(reader);
    placed.push({ step, at, end: reader.at });
  } while (reader.takeSign('|'));
  reader.skipSpace();
  if (reader.at < text.length) throw reader.expected('“|” or the end');
  return placed;
}

/** Reads a screen. Throws {@link ScreenTextError}. */
export function parseScreen(text: string): Step[] {
  return parsePlacedScreen(text).map(({ step }) => step);
}

/** From here on a number is written with an exponent. */
const EXPONENT_FROM = 1e6;

/** A number in the shortest text that gives the same number back, such as 1.5e9. */
export function printNumber(value: number): string {
  const plain = String(value);
  return Math.abs(value) >= EXPONENT_FROM ? value.toExponential().replace('e+', 'e') : plain;
}

function printColumn(id: string): string {
  BARE_COLUMN.lastIndex = 0;
  const bare = BARE_COLUMN.exec(id)?.[0] === id && !RESERVED.has(id.toLowerCase());
  return bare ? id : `\`${id.replace(/[\\`]/g, '\\$&')}\``;
}

function printValue(value: string): string {
  BARE_VALUE.lastIndex = 0;
  return BARE_VALUE.exec(value)?.[0] === value ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/** One step as text; null for a step that does nothing (an empty filter, a sort in direction None). */
export function printStep(step: Step): string | null {
  if (step.operatorType === 'slice') {
    const [start, end] = step.operatorValues;
    return step.sliceIsPercentage
      ? `percent ${printNumber(start)}..${printNumber(end)}`
      : `rows ${printNumber(start + 1)}..${printNumber(end + 1)}`;
  }
  if (step.columnId === null) return null;
  const column = printColumn(step.columnId);
  if (step.operatorType === 'sort') {
    return step.sortOperator === 'None' ? null : `sort ${column} ${step.sortOperator === 'Ascending' ? 'asc' : 'desc'}`;
  }
  switch (step.operator) {
    case 'Equals':
    case 'NotEquals':
      return `${column} ${step.operator === 'Equals' ? '=' : '!='} ${printValue(step.operatorValues[0] ?? '')}`;
    case 'In':
    case 'NotIn':
      return `${column} ${step.operator === 'In' ? 'in' : 'not in'} (${step.operatorValues.map(printValue).join(', ')})`;
    default: {
      const [low, high] = step.operatorValues.map((value) => printNumber(value) + (step.currency ? ` ${step.currency}` : ''));
      if (step.operator === 'GreaterThanOrEquals') return `${column} >= ${low}`;
      if (step.operator === 'LessThanOrEquals') return `${column} <= ${low}`;
      return `${column} ${step.operator === 'Between' ? 'between' : 'not between'} ${low} and ${high}`;
    }
  }
}

/** The canonical text of a screen. */
export function printScreen(steps: readonly Step[]): string {
  return steps
    .map(printStep)
    .filter((text) => text !== null)
    .join(' | ');
}
