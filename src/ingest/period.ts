/** One reported period of a company, and which of its columns are flows, stocks and money. */
import { NIL_BESIDE, NIL_IN_BALANCE } from '../catalogue/nil.ts';
import { RAW_COLUMNS } from '../catalogue/raw.ts';

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

const IS_MONEY: readonly boolean[] = COLUMNS.map(({ unit }) => unit === 'currency' || unit === 'currencyPerShare');

const POSITIONS: ReadonlyMap<string, number> = new Map(STATEMENT_IDS.map((id, index) => [id, index]));

/** Position of a column in {@link STATEMENT_IDS}. Throws on an id that is none of them. */
export function statementPosition(id: string): number {
  const position = POSITIONS.get(id);
  if (position === undefined) throw new Error(`${id} is no column of a statement`);
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
  /** Per value the bits of flagBit, as the source of the period states them; none when left out. A missing value with one is not nil. */
  readonly flags?: Uint16Array;
  /** What the report is kept in, before it was converted; null where the source doesn't say. */
  readonly currency?: string | null;
}

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

const BALANCE_POSITIONS = COLUMNS.flatMap(({ group }, position) => (group === 'BalanceSheet' ? [position] : []));
const NIL_IN_BALANCE_POSITIONS = NIL_IN_BALANCE.map(statementPosition);
const NIL_BESIDE_POSITIONS = [...NIL_BESIDE].map(
  ([beside, ids]) => [statementPosition(beside), ids.map(statementPosition)] as const,
);

/** Periods with 0 for the lines that companies leave out because they are nil. One without a balance sheet gets none of one. */
export function fillNil(periods: readonly Period[]): Period[] {
  const width = STATEMENT_IDS.length;
  const all = new Float64Array(width * periods.length);
  return periods.map((period, at) => {
    const values = all.subarray(width * at, width * (at + 1));
    values.set(period.values);
    if (period.kind !== 'trailing') fillNilOf(values, period.flags);
    return { ...period, values };
  });
}

function fillNilOf(values: Float64Array, flags: Uint16Array | undefined): void {
  const fill = (positions: readonly number[]): void => {
    for (const position of positions) if (Number.isNaN(values[position]) && !flags?.[position]) values[position] = 0;
  };
  if (BALANCE_POSITIONS.some((position) => !Number.isNaN(values[position]))) fill(NIL_IN_BALANCE_POSITIONS);
  for (const [beside, positions] of NIL_BESIDE_POSITIONS) if (!Number.isNaN(values[beside])) fill(positions);
}
