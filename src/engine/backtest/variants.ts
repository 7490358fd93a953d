/** The numbers in a screen's text, and variants of the screen with other numbers. */
import { type HoldStep, isHold } from '../steps/hold.ts';
import { isRowWise, sameStep, stepColumns } from '../steps/language.ts';
import { type PlacedNumber, printNumber, ScreenTextError } from '../steps/reader.ts';
import type { Step } from '../steps/registry.ts';
import { isSort } from '../steps/sort.ts';
import { numbersOfText, parsePlacedScreen, parseScreen, printScreen } from '../steps/text.ts';
import type { Table } from '../table/table.ts';

/** Values on each side of a number. */
const STEPS_ASIDE = 10;
/** Values in a number's neighborhood, including its own. */
export const NEIGHBOURHOOD = 2 * STEPS_ASIDE + 1;
/** Significant digits of a neighbor. */
const DIGITS = 4;

/** A number in a canonical text, at [at, end), and its step. */
export interface TextNumber extends PlacedNumber {
  readonly step: number;
}

export interface HeldScreen {
  readonly steps: readonly Step[];
  readonly hold: HoldStep;
}

/** The numbers in a screen's canonical text. Dates do not count. */
export function textNumbers(steps: readonly Step[]): TextNumber[] {
  const text = printScreen(steps);
  const placed = parsePlacedScreen(text);
  return numbersOfText(text).map((number) => ({
    ...number,
    step: placed.findIndex(({ at, end }) => at <= number.at && number.at < end),
  }));
}

/** Replaces some numbers; null when the result is not a screen. Unchanged steps are the same objects. */
export function withNumbers(
  steps: readonly Step[],
  changes: readonly { readonly number: PlacedNumber; readonly value: number }[],
): HeldScreen | null {
  let text = printScreen(steps);
  for (const { number, value } of [...changes].sort((a, b) => b.number.at - a.number.at))
    text = text.slice(0, number.at) + printNumber(value) + text.slice(number.end);
  try {
    const shown = steps.filter((step) => printScreen([step]) !== '');
    const read = parseScreen(text).map((step, at) => (sameStep(step, shown[at]!) ? shown[at]! : step));
    const hold = read.at(-1);
    return hold && isHold(hold) ? { steps: read.slice(0, -1), hold } : null;
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    return null;
  }
}

/**
 * Moves some steps as late as possible: a row-wise condition may move past other row-wise conditions and sorts. Screens that
 * differ in these steps then share a longer prefix: `fixed` counts the steps before the last of them.
 * @param late positions of these steps in the screen without its hold
 */
export function lateSteps(
  steps: readonly Step[],
  late: readonly number[],
): { readonly steps: readonly Step[]; readonly fixed: number } {
  const moved = steps.map((step, at) => ({ step, isLate: late.includes(at) }));
  for (let at = moved.length - 1; at >= 0; at--) {
    if (!moved[at]!.isLate || !isRowWise(moved[at]!.step)) continue;
    for (let next = at; next + 1 < moved.length; next++) {
      const { step, isLate } = moved[next + 1]!;
      if (isLate || !(isRowWise(step) || isSort(step))) break;
      [moved[next], moved[next + 1]] = [moved[next + 1]!, moved[next]!];
    }
  }
  const last = moved.findLastIndex(({ isLate }) => isLate);
  return { steps: moved.map(({ step }) => step), fixed: last < 0 ? moved.length : last };
}

/** True where the grammar accepts only whole numbers. */
function isWhole(steps: readonly Step[], number: TextNumber): boolean {
  return Number.isInteger(number.value) && withNumbers(steps, [{ number, value: number.value + 0.5 }]) === null;
}

/** Median |value| of the step's columns; 1 without values. */
function scaleOf(table: Table, step: Step): number {
  const values = stepColumns(step).flatMap((id) => {
    const numbers = table.numbers(id);
    return numbers ? [...numbers].map(Math.abs).filter((value) => value > 0 && Number.isFinite(value)) : [];
  });
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 1;
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** Whole numbers around a value, none below `min`. */
function wholeAround(value: number, min: number): number[] {
  const from = Math.max(min, value - STEPS_ASIDE);
  return Array.from({ length: NEIGHBOURHOOD }, (_, at) => from + at);
}

/**
 * Values around a number in ascending order, including its own: from half to double in equal ratios, whole where the grammar
 * requires it; around 0, up to a column's median size on both sides. Values that do not make a screen are left out.
 * @param table any of the history's, for the size of a column
 */
export function neighborhood(steps: readonly Step[], number: TextNumber, table: Table): number[] {
  const { value } = number;
  const asides = Array.from({ length: NEIGHBOURHOOD }, (_, at) => at - STEPS_ASIDE);
  const ratios = asides.map((aside) => (aside === 0 ? value : rounded(value * 2 ** (aside / STEPS_ASIDE))));
  let values: number[];
  if (isWhole(steps, number)) {
    const whole = new Set(ratios.map(Math.round));
    values = whole.size === NEIGHBOURHOOD ? [...whole] : wholeAround(value, isHold(steps[number.step]!) ? 0 : 1);
  } else if (value === 0) {
    const unit = scaleOf(table, steps[number.step]!) / STEPS_ASIDE;
    values = asides.map((aside) => rounded(aside * unit));
  } else values = ratios;
  return values.filter((each) => withNumbers(steps, [{ number, value: each }]) !== null).sort((a, b) => a - b);
}
