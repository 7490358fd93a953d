const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a number such as `-1.5` or `2e9`; NaN for empty text, other notations such as `0x10`, and overflow. */
export function decimalOf(text: string): number {
  const tidy = text.trim();
  const value = DECIMAL.test(tidy) ? Number(tidy) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
