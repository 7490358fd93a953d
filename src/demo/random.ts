/** Seeded random numbers for the demo: the same seed and keys give the same numbers on every machine. */

/** Inverse of the normal distribution by Acklam's rational approximation, relative error below 1.2e-9. */
const CENTRE_TOP = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const CENTRE_BOTTOM = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1];
const TAIL_TOP = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783,
];
const TAIL_BOTTOM = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;
/** One-sided probability beyond three standard deviations, where `normal` is truncated to avoid implausible figures. */
const NORMAL_TAIL = 0.0013498980316301;

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < TAIL) {
    const q = Math.sqrt(-2 * Math.log(probability));
    return polynomial(TAIL_TOP, q) / polynomial(TAIL_BOTTOM, q);
  }
  const q = probability - 0.5;
  const r = q * q;
  return (polynomial(CENTRE_TOP, r) * q) / polynomial(CENTRE_BOTTOM, r);
}

/** Mixes seed and keys to 32 bits. */
export function hashOf(seed: number, ...keys: (number | string)[]): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const mix = (value: number): void => {
    hash = Math.imul(hash ^ value, 0xcc9e2d51);
    hash = Math.imul((hash << 15) | (hash >>> 17), 0x1b873593);
    hash ^= hash >>> 16;
  };
  for (const key of keys) {
    if (typeof key === 'number') mix(key);
    else for (let at = 0; at < key.length; at++) mix(key.charCodeAt(at));
    mix(0x5bd1e995);
  }
  return hash >>> 0;
}

export interface Random {
  /** A 32-bit unsigned integer. */
  bits(): number;
  /** In [0, 1). */
  uniform(): number;
  between(min: number, max: number): number;
  /** An integer in [0, end). */
  whole(end: number): number;
  chance(probability: number): boolean;
  /** A standard normal variable between -3 and 3. */
  normal(): number;
  /** A standard normal variable. */
  wideNormal(): number;
  /** Log-normal with median 1, truncated at three standard deviations. */
  spread(deviation: number): number;
  pick<T>(list: readonly T[]): T;
  /** A random index, in proportion to its weight. */
  weighted(weights: readonly number[]): number;
}

/** An independent generator for these keys (sfc32). */
export function randomFor(seed: number, ...keys: (number | string)[]): Random {
  let a = hashOf(seed, ...keys);
  let b = hashOf(a, 1);
  let c = hashOf(b, 2);
  let counter = 1;
  const bits = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) bits();
  const uniform = (): number => bits() / 2 ** 32;
  const wideNormal = (): number => normalQuantile((bits() + 0.5) / 2 ** 32);
  const normal = (): number => normalQuantile(NORMAL_TAIL + ((1 - 2 * NORMAL_TAIL) * (bits() + 0.5)) / 2 ** 32);
  const weighted = (weights: readonly number[]): number => {
    let left = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return index < 0 ? weights.length - 1 : index;
  };
  return {
    bits,
    uniform,
    between: (min, max) => min + (max - min) * uniform(),
    whole: (end) => Math.floor(uniform() * end),
    chance: (probability) => uniform() < probability,
    normal,
    wideNormal,
    spread: (deviation) => Math.exp(deviation * normal()),
    pick<T>(list: readonly T[]): T {
      return list[Math.floor(uniform() * list.length)] as T;
    },
    weighted,
  };
}
