/** One reported period of a company, and which of its columns are flows, stocks and money. */
import { RAW_COLUMNS } from '../../catalogue/raw.ts';

const GROUPS_OF_STATEMENTS: readonly string[] = [
  'BalanceSheet',
  'IncomeStatement',
  'CashFlowStatement',
  'CondensedFundamentalData',
];
const FLOW_GROUPS: readonly string[] = ['IncomeStatement', 'CashFlowStatement'];
/** Flows among the condensed figures: amounts of a period, not of a day. */
const CONDENSED_FLOWS: readonly string[] = ['dilutedEPSTTM', 'dividendPerShare'];

const COLUMNS = RAW_COLUMNS.filter(({ id, group }) => GROUPS_OF_STATEMENTS.includes(group) && id !== 'usdRate');

/** Ids of the columns that a row of `statements` may fill: everything raw but prices, growth, forecasts and rates. */
export const STATEMENT_IDS: readonly string[] = COLUMNS.map(({ id }) => id);

/** Per column of {@link STATEMENT_IDS}: an amount of the period (summed to trailing twelve months), else one of its last day. */
export const IS_FLOW: readonly boolean[] = COLUMNS.map(
  ({ id, group }) => FLOW_GROUPS.includes(group) || CONDENSED_FLOWS.includes(id),
);

/** Per column of {@link STATEMENT_IDS}: an amount of money, per share or not. */
export const IS_MONEY: readonly boolean[] = COLUMNS.map(({ unit }) => unit === 'currency' || unit === 'currencyPerShare');

const POSITIONS: ReadonlyMap<string, number> = new Map(STATEMENT_IDS.map((id, index) => [id, index]));

/** Position of a column in {@link STATEMENT_IDS}. Throws on an id that is none of them. */
export function statementPosition(id: string): number {
  const position = POSITIONS.get(id);
  if (position === undefined) throw new Error(`${id} is not a column of a statement`);
  return position;
}

/** `trailing`: the flows of twelve months, as a source knows them; it has no balance sheet. */
export const PERIOD_KINDS = ['annual', 'half', 'quarter', 'trailing'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

export interface Period {
  /** Last day of the period, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: PeriodKind;
  /** In the order of {@link STATEMENT_IDS}, NaN for missing. */
  readonly values: Float64Array;
  /** Per value the bits of flagBit, as the source of the period states them; none when left out. A missing value with `fallback` or `gaps` is not nil. */
  readonly flags?: Uint16Array;
  /** First day of the period, where the source states it. */
  readonly startDay?: number;
  /** Day of filing, where the source states it. */
  readonly filedDay?: number;
  /** Day of the first filing in the shares that the period is stated in, where a split lies before. */
  readonly sharesSince?: number;
  /** What the report is kept in, before it was converted; null where the source doesn't say. */
  readonly currency?: string | null;
  /** The reported periods that this one was made of, where it was. */
  readonly madeOf?: readonly Period[];
}

/** Nobody closes the books, has them audited and files them in less: a day of filing that is so many days behind the period's end, or earlier, is a mistake of the source. */
export const FILING_DAYS_MIN = 3;

/** The value of a column, NaN when missing. */
export function figureAt(values: Float64Array, id: string): number {
  return values[statementPosition(id)] ?? Number.NaN;
}

/** Multiplies the amounts of money of a period by an exchange rate; share counts and ratios stay. */
export function convertPeriod(period: Period, rate: number): Period {
  return rate === 1
    ? period
    : { ...period, values: period.values.map((value, index) => (IS_MONEY[index] ? value * rate : value)) };
}

/** The period with more flags on a value. */
export function flagged(period: Period, bitsAt: (position: number) => number): Period {
  const flags = period.flags?.slice() ?? new Uint16Array(STATEMENT_IDS.length);
  for (let position = 0; position < flags.length; position++) flags[position]! |= bitsAt(position);
  return { ...period, flags };
}

const SHARES_POSITION = statementPosition('commonStockSharesOutstanding');
const BALANCE_POSITIONS = COLUMNS.flatMap(({ group }, position) =>
  group === 'BalanceSheet' && position !== SHARES_POSITION ? [position] : [],
);

/** Whether a period has a balance sheet: a share count alone is none. */
export function hasBalance({ values }: Period): boolean {
  return BALANCE_POSITIONS.some((position) => !Number.isNaN(values[position]));
}

/** Whether a period has any flow. */
export function hasFlows({ values }: Pick<Period, 'values'>): boolean {
  return IS_FLOW.some((isFlow, position) => isFlow && !Number.isNaN(values[position]));
}
