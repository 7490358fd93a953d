/** Sensitivity of a backtest to the numbers in its text. */

import type { Step } from '../steps/registry.ts';
import { yearlyTurnover } from './backtest.ts';
import { performance } from './performance.ts';
import { BacktestError, type BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR } from './schedule.ts';
import { type HeldScreen, lateSteps, neighborhood, type TextNumber, withNumbers } from './variants.ts';

/** Figures of variants by position; NaN while undefined or not yet computed. */
export interface VariantFigures {
  readonly cagr: Float64Array;
  readonly sharpe: Float64Array;
  readonly volatility: Float64Array;
  readonly maxDrawdown: Float64Array;
  readonly turnoverPerYear: Float64Array;
}

/** A number of the text varied over its neighborhood, filled in as the work proceeds. */
export interface Sensitivity {
  readonly number: TextNumber;
  /** Ascending; the number's own value is among them. */
  readonly values: readonly number[];
  readonly figures: VariantFigures;
  /** Variants computed so far. */
  done: number;
}

/** Two numbers varied over their neighborhoods, filled in as the work proceeds. Values i and j are at i × (number of second values) + j. */
export interface HeatMap {
  readonly numbers: readonly [TextNumber, TextNumber];
  readonly values: readonly [readonly number[], readonly number[]];
  readonly figures: VariantFigures;
  done: number;
}

function noFigures(count: number): VariantFigures {
  const none = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  return { cagr: none(), sharpe: none(), volatility: none(), maxDrawdown: none(), turnoverPerYear: none() };
}

/** Runs a variant and records its figures. A variant with fewer than two rebalancings has none. */
function* note(
  runner: BacktestRunner,
  variant: HeldScreen | null,
  numbers: readonly TextNumber[],
  figures: VariantFigures,
  at: number,
): Generator<void, void, void> {
  if (!variant) return;
  const { hold } = variant;
  const { steps, fixed } = lateSteps(
    variant.steps,
    numbers.map(({ step }) => step),
  );
  try {
    const { curves, cashReturns, traded } = yield* runner.outcome(steps, hold, fixed);
    const periodsPerYear = PERIODS_PER_YEAR[hold.every];
    const found = performance(curves.shown, cashReturns, periodsPerYear);
    figures.cagr[at] = found.cagr ?? Number.NaN;
    figures.sharpe[at] = found.sharpe ?? Number.NaN;
    figures.volatility[at] = found.volatility ?? Number.NaN;
    figures.maxDrawdown[at] = found.maxDrawdown?.depth ?? 0;
    figures.turnoverPerYear[at] = yearlyTurnover(traded.shown, periodsPerYear);
  } catch (error) {
    if (!(error instanceof BacktestError)) throw error;
  }
}

/** Yields after each date of each variant. @param steps with the hold */
export function* sensitivity(
  runner: BacktestRunner,
  steps: readonly Step[],
  number: TextNumber,
): Generator<Sensitivity, Sensitivity, void> {
  const values = neighborhood(steps, number, newestTable(runner));
  const found: Sensitivity = { number, values, figures: noFigures(values.length), done: 0 };
  for (const [at, value] of values.entries()) {
    for (const _ of note(runner, withNumbers(steps, [{ number, value }]), [number], found.figures, at)) yield found;
    found.done++;
    yield found;
  }
  return found;
}

function newestTable({ view }: BacktestRunner) {
  return view.tableAt(view.snapshots.length - 1);
}

/** Yields after each date of each variant. @param steps with the hold */
export function* heatMap(
  runner: BacktestRunner,
  steps: readonly Step[],
  numbers: readonly [TextNumber, TextNumber],
): Generator<HeatMap, HeatMap, void> {
  const table = newestTable(runner);
  const values = [neighborhood(steps, numbers[0], table), neighborhood(steps, numbers[1], table)] as const;
  const [rows, columns] = [values[0].length, values[1].length];
  const found: HeatMap = { numbers, values, figures: noFigures(rows * columns), done: 0 };
  // The earlier number varies in the outer loop, so most cells rerun only the steps from the later number on.
  const isInOrder = numbers[0].at < numbers[1].at;
  for (let cell = 0; cell < rows * columns; cell++) {
    const [i, j] = isInOrder ? [Math.floor(cell / columns), cell % columns] : [cell % rows, Math.floor(cell / rows)];
    const changes = [
      { number: numbers[0], value: values[0][i]! },
      { number: numbers[1], value: values[1][j]! },
    ];
    for (const _ of note(runner, withNumbers(steps, changes), numbers, found.figures, i * columns + j)) yield found;
    found.done++;
    yield found;
  }
  return found;
}
