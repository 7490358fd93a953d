/**
 * The arithmetic of the formula language as loops over typed arrays: the reference that every back end has to equal.
 *
 * A magnitude below the smallest normal float32 counts as zero, on the way in and after * and /, as graphics processors have it.
 * A value that isn't finite counts as missing. Float32Array stores round once per operation, which for + - * / and the square root
 * gives the same bits as float32 arithmetic. An infinity may travel through + - * as it is, since it stays not finite; every loop
 * that could turn it into a number again (a quotient, a comparison, a default) tests for it.
 */

/** One operation over `n` rows: a and b from their offsets on, into out from `outAt` on. A unary one ignores b. */
export type Loop = (
  a: Float32Array,
  aAt: number,
  b: Float32Array,
  bAt: number,
  out: Float32Array,
  outAt: number,
  n: number,
) => void;

/** The smallest normal float32. */
const SMALLEST_NORMAL = 2 ** -126;

const add: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = a[aAt + i]! + b[bAt + i]!;
};
const subtract: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = a[aAt + i]! - b[bAt + i]!;
};
const multiply: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const product = Math.fround(a[aAt + i]! * b[bAt + i]!);
    out[outAt + i] = product < SMALLEST_NORMAL && product > -SMALLEST_NORMAL ? 0 : product;
  }
};
const divide: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    const quotient = y - y === 0 ? Math.fround(a[aAt + i]! / y) : Number.NaN;
    out[outAt + i] = quotient < SMALLEST_NORMAL && quotient > -SMALLEST_NORMAL ? 0 : quotient;
  }
};
/** a / pos(b) in one pass. */
const dividePos: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    const quotient = y > 0 && y < Infinity ? Math.fround(a[aAt + i]! / y) : Number.NaN;
    out[outAt + i] = quotient < SMALLEST_NORMAL && quotient > -SMALLEST_NORMAL ? 0 : quotient;
  }
};
/** a / nz(b) in one pass: a quotient by zero is not finite by itself. */
const divideNz: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    const quotient = y !== 0 && y - y === 0 ? Math.fround(a[aAt + i]! / y) : Number.NaN;
    out[outAt + i] = quotient < SMALLEST_NORMAL && quotient > -SMALLEST_NORMAL ? 0 : quotient;
  }
};
const negate: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = -a[aAt + i]!;
};
const nz: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    out[outAt + i] = x === 0 ? Number.NaN : x;
  }
};
const pos: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    out[outAt + i] = x > 0 ? x : Number.NaN;
  }
};
const opt: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    out[outAt + i] = x - x === 0 ? x : 0;
  }
};
const optIf: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const y = b[bAt + i]!;
    out[outAt + i] = x - x === 0 ? x : y - y;
  }
};
const addPresent: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const y = b[bAt + i]!;
    out[outAt + i] = x - x === 0 ? (y - y === 0 ? x + y : x) : y;
  }
};
/** The sum is rounded before it is halved, as every operation is. */
const avg: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const now = a[aAt + i]!;
    const prior = b[bAt + i]!;
    const mean = prior - prior === 0 ? Math.fround(Math.fround(now + prior) / 2) : now;
    out[outAt + i] = mean < SMALLEST_NORMAL && mean > -SMALLEST_NORMAL ? 0 : mean;
  }
};
/** Limits of an effective tax rate. */
const TAX_RATE_MAX = 0.5;
const taxRate: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const tax = a[aAt + i]!;
    const profit = b[bAt + i]!;
    const rate = profit <= 0 ? 0 : Math.fround(tax / profit);
    const limited = rate < SMALLEST_NORMAL ? 0 : Math.min(rate, TAX_RATE_MAX);
    out[outAt + i] = tax - tax + (profit - profit) === 0 ? limited : Number.NaN;
  }
};
const gt: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const y = b[bAt + i]!;
    out[outAt + i] = x - x + (y - y) === 0 ? (x > y ? 1 : 0) : Number.NaN;
  }
};
const lt: Loop = (a, aAt, b, bAt, out, outAt, n) => gt(b, bAt, a, aAt, out, outAt, n);
const le: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const y = b[bAt + i]!;
    out[outAt + i] = x - x + (y - y) === 0 ? (x <= y ? 1 : 0) : Number.NaN;
  }
};
const or1: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    out[outAt + i] = x - x === 0 ? x : 1;
  }
};
const max: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const y = b[bAt + i]!;
    out[outAt + i] = x - x + (y - y) === 0 ? (x > y ? x : y) : Number.NaN;
  }
};
const ln: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = Math.log(a[aAt + i]!);
};
const sqrt: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = Math.sqrt(a[aAt + i]!);
};
const exp: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const x = a[aAt + i]!;
    const power = x - x === 0 ? Math.fround(Math.exp(x)) : Number.NaN;
    out[outAt + i] = power < SMALLEST_NORMAL ? 0 : power;
  }
};
const abs: Loop = (a, aAt, _b, _bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = Math.abs(a[aAt + i]!);
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
  '/nz': divideNz,
} as const satisfies Record<string, Loop>;
export type LoopName = keyof typeof LOOPS;

/** `values` with tiny magnitudes in [from, to) made zero: the same array when there are none, else a copy. */
export function flushTiny(values: Float32Array, from: number, to: number): Float32Array {
  let copy: Float32Array | null = null;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (value < SMALLEST_NORMAL && value > -SMALLEST_NORMAL && value !== 0) {
      copy ??= values.slice();
      copy[i] = 0;
    }
  }
  return copy ?? values;
}

/** Makes every value of out[from … from + n) that isn't finite NaN, in place. */
export function settleMissing(out: Float32Array, from: number, n: number): void {
  for (let i = from; i < from + n; i++) {
    const value = out[i]!;
    if (value - value !== 0) out[i] = Number.NaN;
  }
}
