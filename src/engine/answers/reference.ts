/**
 * What the rows are compared with: all rows of the universe; or all rows of their sectors, each sector weighted as it is
 * among the rows, so that the sector mix makes no difference. Rows without a sector are then left out.
 */
export const REFERENCES = ['universe', 'sector'] as const;
export type Reference = (typeof REFERENCES)[number];
