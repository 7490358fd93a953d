/**
 * The arithmetic of the formula language as loops over typed arrays: the reference that every back end has to equal.
 *
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

const add: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = a[aAt + i]! + b[bAt + i]!;
};
const subtract: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = a[aAt + i]! - b[bAt + i]!;
};
const multiply: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) out[outAt + i] = a[aAt + i]! * b[bAt + i]!;
};
const divide: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    out[outAt + i] = y - y === 0 ? a[aAt + i]! / y : Number.NaN;
  }
};
/** a / pos(b) in one pass. */
const dividePos: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    out[outAt + i] = y > 0 && y < Infinity ? a[aAt + i]! / y : Number.NaN;
  }
};
/** a / nz(b) in one pass: a quotient by zero is not finite by itself. */
const divideNz: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const y = b[bAt + i]!;
    out[outAt + i] = y !== 0 && y - y === 0 ? a[aAt + i]! / y : Number.NaN;
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
    out[outAt + i] = prior - prior === 0 ? Math.fround(now + prior) / 2 : now;
  }
};
/** Limits of an effective tax rate. */
const TAX_RATE_MAX = 0.5;
const taxRate: Loop = (a, aAt, b, bAt, out, outAt, n) => {
  for (let i = 0; i < n; i++) {
    const tax = a[aAt + i]!;
    const profit = b[bAt + i]!;
    const rate = profit <= 0 ? 0 : tax / profit;
    out[outAt + i] = tax - tax + (profit - profit) === 0 ? Math.min(Math.max(rate, 0), TAX_RATE_MAX) : Number.NaN;
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
    out[outAt + i] = x - x === 0 ? Math.exp(x) : Number.NaN;
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

/** Makes every value of out[from … from + n) that isn't finite NaN, in place. */
export function settleMissing(out: Float32Array, from: number, n: number): void {
  for (let i = from; i < from + n; i++) {
    const value = out[i]!;
    if (value - value !== 0) out[i] = Number.NaN;
  }
}
