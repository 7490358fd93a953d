/**
 * The arithmetic of the formula language as loops over typed arrays: the reference that every back end has to equal.
 *
 * A magnitude below the smallest normal float32 counts as zero, on the way in and after * and /, as graphics processors have it.
 * Missing is NaN, and a result out of float32's range is missing, at every operation: columns, registers and results hold finite
 * numbers and NaN alone. Float32Array stores round once per operation, which for + - * / and the square root of float32 operands gives
 * the same bits as float32 arithmetic.
 */

/** One operation over `n` rows: out = operation(a, b). A unary one ignores b. */
export type Loop = (a: Float32Array, b: Float32Array, out: Float32Array, n: number) => void;

/** The smallest normal float32, and a magnitude that only an infinity exceeds. */
const SMALLEST_NORMAL = 2 ** -126;
const LARGEST = 3.4028234663852886e38;
/** The largest sum that float32 does not round to an infinity: half a step beyond LARGEST. */
const IN_RANGE = LARGEST + 2 ** 102;

// Guards are written so that NaN fails no comparison that a processor would have to guess: it flows through the arithmetic.

const add: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const sum = a[i]! + b[i]!;
    out[i] = Math.abs(sum) > IN_RANGE ? Number.NaN : sum;
  }
};
const subtract: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const sum = a[i]! - b[i]!;
    out[i] = Math.abs(sum) > IN_RANGE ? Number.NaN : sum;
  }
};
const multiply: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const product = Math.fround(a[i]! * b[i]!);
    const size = Math.abs(product);
    out[i] = size < SMALLEST_NORMAL ? 0 : size > LARGEST ? Number.NaN : product;
  }
};
/** Also a / nz(b): a quotient by zero is not finite by itself. */
const divide: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[i]!;
    const quotient = Math.fround(a[i]! / y);
    const size = Math.abs(quotient);
    out[i] = size < SMALLEST_NORMAL ? 0 : size > LARGEST ? Number.NaN : quotient;
  }
};
/** a / pos(b) in one pass. */
const dividePos: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[i]!;
    const quotient = y <= 0 ? Number.NaN : Math.fround(a[i]! / y);
    const size = Math.abs(quotient);
    out[i] = size < SMALLEST_NORMAL ? 0 : size > LARGEST ? Number.NaN : quotient;
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
    const sum = x - x === 0 ? (y - y === 0 ? x + y : x) : y;
    out[i] = Math.abs(sum) > IN_RANGE ? Number.NaN : sum;
  }
};
/** The sum is rounded before it is halved, as every operation is. */
const avg: Loop = (a, b, out, n) => {
  for (let i = 0; i < n; i++) {
    const now = a[i]!;
    const prior = b[i]!;
    const mean = prior - prior === 0 ? Math.fround(Math.fround(now + prior) / 2) : now;
    const size = Math.abs(mean);
    out[i] = size < SMALLEST_NORMAL ? 0 : size > LARGEST ? Number.NaN : mean;
  }
};
/** Limits of an effective tax rate. */
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
/** x - x is 0 for a finite x and NaN for any other. */
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
    const x = a[i]!;
    out[i] = x <= 0 ? Number.NaN : Math.log(x);
  }
};
const sqrt: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);
};
const exp: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[i]!;
    const power = Math.fround(Math.exp(x));
    out[i] = power < SMALLEST_NORMAL ? 0 : power > LARGEST ? Number.NaN : power;
  }
};
const abs: Loop = (a, _b, out, n) => {
  for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);
};

/** Loops by the name of the function or the sign of the operator; the last two fuse a guard with its quotient. */
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

/** `values` as loops take them in [from, to): tiny magnitudes zero, infinities missing. The same array when it is so already, else a copy. */
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
