import type { RAW_COLUMNS } from '../catalogue/raw.ts';

/** Figures of the vector by column id; a column that is left out is missing. */
export type Figures = { [id in (typeof RAW_COLUMNS)[number]['id']]?: number };
