import type { ColumnRow } from './column.ts';

/** Properties shared by a table's columns. By default, a column is money and neutral. */
type Traits = Partial<Omit<ColumnRow, 'id'>>;
type Shared = Pick<ColumnRow, 'kind' | 'group'> & Traits;

export const HIGHER = { better: 'higher' } as const;
export const LOWER = { better: 'lower' } as const;
export const MULTIPLE = { unit: 'ratio', display: 'multiple' } as const;
export const PERCENT = { unit: 'percent', display: 'percent' } as const;
export const SCORE = { unit: 'score', display: 'score' } as const;
export const DAYS = { unit: 'days', display: 'days' } as const;
export const COUNT = { unit: 'count', display: 'count' } as const;
export const SHARES = { unit: 'shares', display: 'shares' } as const;
export const PER_SHARE = { unit: 'currencyPerShare' } as const;

export const higher = <Own extends object>(traits: Own) => ({ ...traits, ...HIGHER });
export const lower = <Own extends object>(traits: Own) => ({ ...traits, ...LOWER });

const AMOUNT = { unit: 'currency', display: 'currency', better: 'neutral' } as const;

/** A table of columns: shared properties, and each column's own by id. One of the two names the source. */
export function table<Id extends string, Own extends Traits>(shared: Shared, rows: Readonly<Record<Id, Own>>) {
  return (Object.keys(rows) as Id[]).map((id) => ({ source: '', ...AMOUNT, ...shared, ...rows[id], id }));
}
