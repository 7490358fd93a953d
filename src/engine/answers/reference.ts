/**
 * Whom the rows are compared with: all rows of the universe; or all rows of their sectors, each sector with the weight that it has
 * among the rows, so that the mix of sectors itself makes no difference. Rows of no sector are left out then.
 */
export const REFERENCES = ['universe', 'sector'] as const;
export type Reference = (typeof REFERENCES)[number];
