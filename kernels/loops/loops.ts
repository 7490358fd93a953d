/**
 * The arithmetic of the formula language as loops over typed arrays: the reference for every back end.
 *
 * Magnitudes below the smallest normal float32 count as zero, as inputs and after + - * and /, as on GPUs. Missing is NaN, and a result
 * out of float32's range is missing, at every operation: columns, registers and results are finite or NaN. Float32Array stores round once
 * per operation, which for + - * / and the square root of float32 operands gives the same bits as float32 arithmetic.
 */

import { NOISE_SHARE } from '../../src/catalogue/formula.ts';

/** One operation over `n` rows: out = operation(a, b). A unary one ignores b. */
export type Loop = (a: Float32Array, b: Float32Array, out: Float32Array, n: number) => void;

/** The smallest normal float32, and the largest finite one. */
const SMALLEST_NORMAL = 2 ** -126;
const LARGEST = 3.4028234663852886e38;

// x - x is 0 for a finite x, else NaN: adding it turns an infinity into a missing value four times as fast as a branch.
// Guards are written so that NaN never makes a comparison unpredictable.

const add: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const sum = Math.fround(a[i]! + b[i]!);
    out[i] = Math.abs(sum) < SMALLEST_NORMAL ? 0 : sum + (sum - sum);
  }
};
const subtract: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const difference = Math.fround(a[i]! - b[i]!);
    out[i] = Math.abs(difference) < SMALLEST_NORMAL ? 0 : difference + (difference - difference);
  }
};
const multiply: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const product = Math.fround(a[i]! * b[i]!);
    out[i] = Math.abs(product) < SMALLEST_NORMAL ? 0 : product + (product - product);
  }
};
/** Also a / nz(b): a quotient by zero is not finite by itself. */
const divide: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[i]!;
    const quotient = Math.fround(a[i]! / y);
    out[i] = Math.abs(quotient) < SMALLEST_NORMAL ? 0 : quotient + (quotient - quotient);
  }
};
/** a / pos(b) in one pass. */
const dividePos: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[i]!;
    const quotient = y <= 0 ? Number.NaN : Math.fround(a[i]! / y);
    out[i] = Math.abs(quotient) < SMALLEST_NORMAL ? 0 : quotient + (quotient - quotient);
  }
};
const negate: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) out[i] = -a[i]!;
};
const nz: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    out[i] = x === 0 ? Number.NaN : x;
  }
};
const pos: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    out[i] = x <= 0 ? Number.NaN : x;
  }
};
const opt: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    out[i] = x - x === 0 ? x : 0;
  }
};
const optIf: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const y = b[i]!;
    out[i] = x - x === 0 ? x : y - y;
  }
};
const addPresent: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const y = b[i]!;
    const sum = Math.fround(x - x === 0 ? (y - y === 0 ? x + y : x) : y);
    out[i] = Math.abs(sum) < SMALLEST_NORMAL ? 0 : sum + (sum - sum);
  }
};
/** The sum is rounded before it is halved, like every operation. */
const avg: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const now = a[i]!;
    const prior = b[i]!;
    const mean = prior - prior === 0 ? Math.fround(Math.fround(now + prior) / 2) : now;
    out[i] = Math.abs(mean) < SMALLEST_NORMAL ? 0 : mean + (mean - mean);
  }
};
/** Operands are rounded, so the difference of nearly equal ones is noise and counts as 0. */
const diff: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const difference = Math.fround(x - b[i]!);
    const size = Math.abs(difference);
    const isNoise = size <= Math.fround(Math.abs(x) * NOISE_SHARE) || size < SMALLEST_NORMAL;
    out[i] = isNoise ? 0 : difference + (difference - difference);
  }
};
/** Upper limit of an effective tax rate. */
const TAX_RATE_MAX = 0.5;
const taxRate: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const tax = a[i]!;
    const profit = b[i]!;
    const rate = profit <= 0 ? 0 : Math.fround(tax / profit);
    const limited = rate < SMALLEST_NORMAL ? 0 : Math.min(rate, TAX_RATE_MAX);
    out[i] = limited + (tax - tax) + (profit - profit);
  }
};
const gt: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const y = b[i]!;
    out[i] = (x > y ? 1 : 0) + (x - x) + (y - y);
  }
};
const lt: Loop = (a, b, out, n) => gt(b, a, out, n);
const le: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const y = b[i]!;
    out[i] = (x <= y ? 1 : 0) + (x - x) + (y - y);
  }
};
const or1: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    out[i] = x - x === 0 ? x : 1;
  }
};
const max: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const y = b[i]!;
    out[i] = (x > y ? x : y) + (x - x) + (y - y);
  }
};
const ln: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const logarithm = Math.log(a[i]!);
    out[i] = logarithm + (logarithm - logarithm);
  }
};
const sqrt: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);
};
const exp: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const power = Math.fround(Math.exp(x));
    out[i] = power < SMALLEST_NORMAL ? 0 : power + (power - power);
  }
};
const abs: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);
};

/** Loops by function name or operator sign; the last two fuse a guard with its quotient. */
export const LOOPS = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  negate,
  nz,
  pos,
  opt,
  optIf,
  add: addPresent,
  avg,
  diff,
  taxRate,
  gt,
  lt,
  le,
  or1,
  max,
  ln,
  sqrt,
  exp,
  abs,
  '/pos': dividePos,
  '/nz': divide,
} as const satisfies Record<string, Loop>;
export type LoopName = keyof typeof LOOPS;

/** `values` as loops expect them in [from, to): tiny magnitudes zero, infinities missing. Returns the same array when nothing changes, else a copy. */
export function settledInput(values: Float32Array, from: number, to: number): Float32Array {
  let copy: Float32Array | null = null;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    const size = Math.abs(value);
    if (size > LARGEST || (size < SMALLEST_NORMAL && value !== 0)) {
      copy ??= values.slice();
      copy[i] = size > LARGEST ? Number.NaN : 0;
    }
  }
  return copy ?? values;
}
