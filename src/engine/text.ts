/**
 * A screen as text: one line that a person can read, type and share, and that the URL and the command line carry.
 * Numbers are the stored ones; rows are counted from 1 in the text and from 0 in the step.
 */
import { readStep } from './grammar.ts';
import type { NumericOperator } from './operators.ts';
import { printColumn, printValue, Reader, ScreenTextError } from './reader.ts';
import {
  type CategoricalFilter,
  isNumericFilter,
  type MedianFilter,
  type NumericFilter,
  type RankPart,
  type SliceStep,
  STEPS_MAX,
  type Step,
  type VersusFilter,
} from './steps.ts';

/** Longest text that is read, in UTF-16 units. */
export const TEXT_CHARS_MAX = 100_000;

/** A step and the stretch of text [at, end) that it was read from. */
export interface PlacedStep {
  readonly step: Step;
  readonly at: number;
  readonly end: number;
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

/** A share as a percentage in plain decimals, exactly: 0.8 is 80%. */
function printShare(value: number): string {
  const plain = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (!match) return plain;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole + fraction.padEnd(2, '0');
  const point = whole.length + 2;
  const tail = digits.slice(point);
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${tail === '' ? '' : `.${tail}`}%`;
}

function printBounds(operator: NumericOperator, values: readonly string[]): string {
  const [low = '', high = ''] = values;
  if (operator === 'GreaterThanOrEquals') return `>= ${low}`;
  if (operator === 'LessThanOrEquals') return `<= ${low}`;
  return `${operator === 'Between' ? 'between' : 'not between'} ${low} and ${high}`;
}

function printFilter(step: CategoricalFilter | NumericFilter): string {
  const column = printColumn(step.columnId);
  if (isNumericFilter(step)) {
    const values = step.operatorValues.map((value) => printNumber(value) + (step.currency ? ` ${step.currency}` : ''));
    return `${column} ${printBounds(step.operator, values)}${printKeep(step)}`;
  }
  const isList = step.operator === 'In' || step.operator === 'NotIn';
  if (isList) return `${column} ${step.operator === 'In' ? 'in' : 'not in'} (${step.operatorValues.map(printValue).join(', ')})`;
  return `${column} ${step.operator === 'Equals' ? '=' : '!='} ${printValue(step.operatorValues[0] ?? '')}`;
}

const printKeep = (step: { readonly keepMissing?: true }): string => (step.keepMissing ? ' keep missing' : '');

/** A column or a median, and what multiplies it, behind its side. */
function printSide(step: VersusFilter | MedianFilter): string {
  const sign = step.operator === 'GreaterThanOrEquals' ? '>=' : '<=';
  const factor = step.factor === 1 ? '' : `${printNumber(step.factor)} * `;
  const other = step.operatorType === 'versus' ? printColumn(step.otherId) : `median in ${step.scope}`;
  return `${printColumn(step.columnId)} ${sign} ${factor}${other}${printKeep(step)}`;
}

function printPart({ columnId, sortOperator, weight, missing }: RankPart): string {
  const direction = sortOperator === 'Ascending' ? 'asc' : 'desc';
  const weighted = weight === 1 ? '' : ` weight ${printNumber(weight)}`;
  return `${printColumn(columnId)} ${direction}${weighted}${missing === 'last' ? '' : ` missing ${missing}`}`;
}

function printSlice({ operatorValues: [start, end], sliceIsPercentage }: SliceStep): string {
  if (sliceIsPercentage) return `percent ${printNumber(start)}..${printNumber(end)}`;
  return `rows ${printNumber(start + 1)}..${printNumber(end + 1)}`;
}

/** One step as text; null for a step that does nothing (an empty filter, a sort in direction None). */
export function printStep(step: Step): string | null {
  switch (step.operatorType) {
    case 'let':
      return `let ${printColumn(step.columnId)} = ${step.formula}`;
    case 'slice':
      return printSlice(step);
    case 'sort':
      if (step.sortOperator === 'None') return null;
      return `sort ${printColumn(step.columnId)} ${step.sortOperator === 'Ascending' ? 'asc' : 'desc'}`;
    case 'filter':
      return step.columnId === null ? null : printFilter(step);
    case 'presence':
      return `${printColumn(step.columnId)} is ${step.keeps}`;
    case 'versus':
    case 'median':
      return printSide(step);
    case 'percentile': {
      const scope = step.scope === 'universe' ? '' : ` in ${step.scope}`;
      const bounds = printBounds(step.operator, step.operatorValues.map(printShare));
      return `percentile of ${printColumn(step.columnId)}${scope} ${bounds}${printKeep(step)}`;
    }
    case 'flags':
      return `${printColumn(step.columnId)} without flags`;
    case 'issuer':
      return 'one per issuer';
    case 'group': {
      const least = typeof step.least === 'number' ? `at least ${printNumber(step.least)}` : step.least;
      return `${least} of (${step.members.map(printStep).join(', ')})`;
    }
    case 'top': {
      const amount = printNumber(step.amount) + (step.isPercentage ? '%' : '');
      return `${step.end} ${amount} ${printColumn(step.columnId)}${step.scope === 'rows' ? '' : ` in ${step.scope}`}`;
    }
    case 'rank':
      return `rank by (${step.parts.map(printPart).join(', ')})`;
  }
}

/** The canonical text of a screen. */
export function printScreen(steps: readonly Step[]): string {
  return steps
    .map(printStep)
    .filter((text) => text !== null)
    .join(' | ');
}
