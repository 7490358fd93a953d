/** A reported period of a company; which columns are flows, stocks and money. */
import { RAW_COLUMNS } from '../../catalogue/raw.ts';

const GROUPS_OF_STATEMENTS: readonly string[] = [
  'BalanceSheet',
  'IncomeStatement',
  'CashFlowStatement',
  'CondensedFundamentalData',
];
const FLOW_GROUPS: readonly string[] = ['IncomeStatement', 'CashFlowStatement'];
/** Condensed figures that are flows: amounts of a period, not of a day. */
const CONDENSED_FLOWS: readonly string[] = ['dilutedEPSTTM', 'dividendPerShare'];

const COLUMNS = RAW_COLUMNS.filter(({ id, group }) => GROUPS_OF_STATEMENTS.includes(group) && id !== 'usdRate');

/** Columns that a row of `statements` may fill: all raw columns except prices, growth, forecasts and rates. */
export const STATEMENT_IDS: readonly string[] = COLUMNS.map(({ id }) => id);

/** Per column of {@link STATEMENT_IDS}: true for an amount of the period (summed to trailing twelve months), false for one of its last day. */
export const IS_FLOW: readonly boolean[] = COLUMNS.map(
  ({ id, group }) => FLOW_GROUPS.includes(group) || CONDENSED_FLOWS.includes(id),
);

/** Per column of {@link STATEMENT_IDS}: whether it is money, per share or not. */
export const IS_MONEY: readonly boolean[] = COLUMNS.map(({ unit }) => unit === 'currency' || unit === 'currencyPerShare');

const POSITIONS: ReadonlyMap<string, number> = new Map(STATEMENT_IDS.map((id, index) => [id, index]));

/** Position of a column in {@link STATEMENT_IDS}. Throws on any other id. */
export function statementPosition(id: string): number {
  const position = POSITIONS.get(id);
  if (position === undefined) throw new Error(`${id} is not a column of a statement`);
  return position;
}

/** Sources date the same fiscal period differently: the last day of the month, or of the week. */
export const SAME_END_DAYS = 7;

/** `trailing`: flows of twelve months as a source states them, without a balance sheet. */
export const PERIOD_KINDS = ['annual', 'half', 'quarter', 'trailing'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

export interface Period {
  /** Last day of the period, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: PeriodKind;
  /** In the order of {@link STATEMENT_IDS}, NaN for missing. */
  readonly values: Float64Array;
  /** Flag bits per value, as stated by the source. A missing value with `fallback` or `gaps` is not nil. */
  readonly flags?: Uint16Array;
  /** First day of the period, where the source states it. */
  readonly startDay?: number;
  /** Day of filing, where the source states it. */
  readonly filedDay?: number;
  /** After a split: day of the first filing on the period's share basis. */
  readonly sharesSince?: number;
  /** New shares per old share of that split, if the source states it. */
  readonly sharesRatio?: number;
  /** Reporting currency before conversion; null if the source doesn't state it. */
  readonly currency?: string | null;
  /** For a computed period, the reported periods that it is made of. */
  readonly madeOf?: readonly Period[];
}

/** Closing and auditing the books takes longer: a filing day up to this many days after the period's end is a mistake of the source. */
export const FILING_DAYS_MIN = 3;

export function figureAt(values: Float64Array, id: string): number {
  return values[statementPosition(id)] ?? Number.NaN;
}

/** Multiplies monetary amounts by an exchange rate; share counts and ratios stay. */
export function convertPeriod(period: Period, rate: number): Period {
  return rate === 1
    ? period
    : { ...period, values: period.values.map((value, index) => (IS_MONEY[index] ? value * rate : value)) };
}

/** Adds flags to a period's values. */
export function flagged(period: Period, bitsAt: (position: number) => number): Period {
  const flags = period.flags?.slice() ?? new Uint16Array(STATEMENT_IDS.length);
  for (let position = 0; position < flags.length; position++) flags[position]! |= bitsAt(position);
  return { ...period, flags };
}

const SHARES_POSITION = statementPosition('commonStockSharesOutstanding');
const BALANCE_POSITIONS = COLUMNS.flatMap(({ group }, position) =>
  group === 'BalanceSheet' && position !== SHARES_POSITION ? [position] : [],
);

/** A share count alone is not a balance sheet. */
export function hasBalance({ values }: Period): boolean {
  return BALANCE_POSITIONS.some((position) => !Number.isNaN(values[position]));
}

export function hasFlows({ values }: Pick<Period, 'values'>): boolean {
  return IS_FLOW.some((isFlow, position) => isFlow && !Number.isNaN(values[position]));
}
