import type { RAW_COLUMNS } from '../catalogue/raw.ts';

/** Figures by column id; omitted ones are missing. */
export type Figures = { [id in (typeof RAW_COLUMNS)[number]['id']]?: number };
