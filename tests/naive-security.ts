/** A security as an object: column id → number (NaN for missing) or text. */
export type Security = Record<string, number | string>;
