import type { ColumnRow } from './column.ts';

/** What the rows of one table share. Unless a row says otherwise it is an amount of money, and more of it is neither better nor worse. */
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
const AMOUNT = { unit: 'currency', display: 'currency', better: 'neutral' } as const;

/** A table of columns: what they share, and by id what each has of its own. One of the two names the source. */
export function table<Id extends string, Own extends Traits>(shared: Shared, rows: Readonly<Record<Id, Own>>) {
  return (Object.keys(rows) as Id[]).map((id) => ({ source: '', ...AMOUNT, ...shared, ...rows[id], id }));
}
