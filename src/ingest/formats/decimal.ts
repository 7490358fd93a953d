/** Numbers as files of figures write them. */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number of a text such as `-1.5` or `2e9`; NaN for an empty one, for other notations such as `0x10`, and for what no double can hold. */
export function decimalOf(text: string): number {
  const tidy = text.trim();
  const value = DECIMAL.test(tidy) ? Number(tidy) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
