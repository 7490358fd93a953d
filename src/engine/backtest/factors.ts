/** Monthly factor returns in the format of Kenneth French's data library, and regressions on them. */
import { mean } from './performance.ts';

export interface Factors {
  readonly names: readonly string[];
  /** Returns as fractions by month (year × 12 + month from 0), in the order of the names. */
  readonly months: ReadonlyMap<number, readonly number[]>;
}

const MONTH = /^(\d{4})(\d{2})$/;
/** The library writes these for a month without a value. */
const MISSING = new Set([-99.99, -999]);
const PERCENT = 100;
/** A smaller pivot of scaled factors is rounding error: the factors are linearly dependent. */
const PIVOT_MIN = 1e-10;

/**
 * Reads the monthly section: a header of names, then rows of a month (YYYYMM) and percentages. Later sections of a file
 * repeat months: the first row of a month counts.
 * @throws RangeError without monthly rows
 */
export function readFactors(text: string): Factors {
  let names: readonly string[] = [];
  const months = new Map<number, readonly number[]>();
  for (const line of text.split(/\r?\n/)) {
    const [first = '', ...rest] = line.split(',').map((cell) => cell.trim());
    const month = MONTH.exec(first);
    if (!month) {
      if (months.size === 0 && rest.length > 0 && rest.every((name) => name !== '')) names = rest;
      continue;
    }
    const key = Number(month[1]) * 12 + Number(month[2]) - 1;
    const values = rest.map((cell) => (cell === '' ? Number.NaN : Number(cell)));
    if (months.has(key) || values.length !== names.length || values.some((value) => Number.isNaN(value) || MISSING.has(value)))
      continue;
    months.set(
      key,
      values.map((value) => value / PERCENT),
    );
  }
  if (months.size === 0) throw new RangeError('no monthly rows (YYYYMM and percentages below a header of names) were found');
  return { names, months };
}

export interface Regression {
  /** Return per period that the factors don't explain. */
  readonly intercept: number;
  readonly slopes: readonly number[];
  /** t statistics of the intercept and the slopes, by the classical standard errors. */
  readonly interceptT: number;
  readonly slopeTs: readonly number[];
  readonly rSquared: number;
}

/** Inverts a matrix with a unit diagonal by Gauss–Jordan elimination; null when it is singular. */
function inverse(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => Number(i === j))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    const divisor = rows[pivot]![column]!;
    if (!(Math.abs(divisor) > PIVOT_MIN)) return null;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    rows[column] = rows[column]!.map((value) => value / divisor);
    for (let i = 0; i < size; i++) {
      const factor = rows[i]![column]!;
      if (i !== column && factor !== 0) rows[i] = rows[i]!.map((value, j) => value - factor * rows[column]![j]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Deviations from the mean, and their length. */
function centered(values: readonly number[]) {
  const center = mean(values);
  const deviations = values.map((value) => value - center);
  return { center, deviations, length: Math.sqrt(dot(deviations, deviations)) };
}

/**
 * Ordinary least squares of returns on factors, with an intercept. Factors are centered and scaled, for precision when they are
 * nearly collinear. All arrays have the same length. Null without more periods than coefficients, and for linearly dependent factors.
 */
export function regress(returns: readonly number[], factors: readonly (readonly number[])[]): Regression | null {
  const freedom = returns.length - factors.length - 1;
  const own = centered(returns);
  const columns = factors.map(centered);
  const units = columns.map(({ deviations, length }) => deviations.map((value) => value / length));
  const inverted = freedom > 0 ? inverse(units.map((a) => units.map((b) => dot(a, b)))) : null;
  if (!inverted) return null;
  const products = units.map((unit) => dot(unit, own.deviations));
  const slopes = inverted.map((row, j) => dot(row, products) / columns[j]!.length);
  const residuals = own.deviations.map(
    (value, i) => value - slopes.reduce((sum, slope, j) => sum + slope * columns[j]!.deviations[i]!, 0),
  );
  const squares = dot(residuals, residuals);
  const variance = squares / freedom;
  const means = columns.map(({ center, length }) => center / length);
  const intercept = own.center - slopes.reduce((sum, slope, j) => sum + slope * columns[j]!.center, 0);
  const interceptVariance =
    variance *
    (1 / returns.length +
      dot(
        means,
        inverted.map((row) => dot(row, means)),
      ));
  return {
    intercept,
    slopes,
    interceptT: intercept / Math.sqrt(interceptVariance),
    slopeTs: slopes.map((slope, j) => slope / (Math.sqrt(variance * inverted[j]![j]!) / columns[j]!.length)),
    rSquared: own.length > 0 ? 1 - squares / own.length ** 2 : Number.NaN,
  };
}
