import type { Group } from './codes.ts';

/** Where a column comes from: the wire (raw, growth, forecast, statistic, company), a formula (ratio), or a server with more columns (other). */
export type ColumnKind = 'raw' | 'growth' | 'forecast' | 'statistic' | 'company' | 'ratio' | 'other';

/** What one unit of the stored value means. `percent` is a fraction (0.15 = 15 %); both currency units are in the row's currency. */
export type Unit =
  | 'currency'
  | 'currencyPerShare'
  | 'shares'
  | 'percent'
  | 'ratio'
  | 'score'
  | 'count'
  | 'days'
  | 'date'
  | 'text';

/** Which rule of display.ts turns the value into text. */
export type Display =
  | 'number'
  | 'multiple'
  | 'score'
  | 'days'
  | 'percent'
  | 'rateBack'
  | 'percentPerBillion'
  | 'currency'
  | 'shares'
  | 'count'
  | 'date'
  | 'category'
  | 'text';

export type Better = 'higher' | 'lower' | 'neutral';

/** A row of the catalogue as written down; catalogue.ts completes it to a {@link Column}. */
export interface ColumnRow {
  readonly id: string;
  readonly kind: ColumnKind;
  readonly group: Group;
  readonly unit: Unit;
  readonly display: Display;
  readonly better: Better;
  /** An input of other columns that few users want to see: hidden by default. */
  readonly helper?: true;
  /** How the data pipeline computes it, in words; never computed by the page. */
  readonly definedAs?: string;
  /** In the language of formula.ts: a ratio, or a raw column's fallback when the server does not send it. */
  readonly formula?: string;
  readonly missingWhen?: string;
  readonly source: string;
}

/** Granularity of a slider: the number of steps from min to max. */
export const GRANULARITY = 1000;
export const RATIO_GRANULARITY = 100_000;

export interface Column {
  readonly id: string;
  readonly kind: ColumnKind;
  readonly group: Group | 'Other';
  readonly unit: Unit;
  readonly display: Display;
  readonly better: Better;
  readonly helper: boolean;
  readonly granularity: number;
  readonly formula: string | null;
  readonly definedAs: string | null;
  readonly missingWhen: string | null;
  readonly source: string;
}

/** A column of amounts in the row's currency, which need exchange rates to be compared. */
export function isMoney(column: Column): boolean {
  return column.unit === 'currency' || column.unit === 'currencyPerShare';
}

/** A column whose values are text or categories; every other column holds float32 numbers. */
export function isText(column: Column): boolean {
  return column.unit === 'text';
}
