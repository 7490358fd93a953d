export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** The nearest index of a list. */
export const clampIndex = (index: number, length: number): number => clamp(index, 0, length - 1);
