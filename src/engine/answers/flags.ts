/** Flags of a column's values by row. The column's formula is expanded down to the raw columns. */
import { computeColumn } from '../../../kernels/column.ts';
import { medianOfKeys, sortedKeys } from '../../../kernels/sort/keys.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { FLAGS, type Flag, type FlagCounts, flagBit, flagsOf } from '../../catalogue/flag.ts';
import type { Formula } from '../../catalogue/formula.ts';
import { GUESSED_COLUMN } from '../../wire/history.ts';
import { readSourceFlags } from '../../wire/sourceFlags.ts';
import { formulaOf } from '../table/formulaOf.ts';
import { moneyPower } from '../table/formulas.ts';
import { memoizedPerTable } from '../table/memoizedPerTable.ts';
import { labelAt, type Table } from '../table/table.ts';
import { type Divisor, type FlagRules, flagRules } from './flagRules.ts';

/**
 * Half-yearly reports are up to 184 days apart and annual reports are due four months (123 days) after the year's end
 * (Directive 2004/109/EC, article 4): an older report has been superseded, or should have been.
 */
export const STALE_REPORT_DAYS = 310;

/** Below this share of the usual denominator, a quotient is more than a hundred times the usual one. */
export const NEAR_ZERO_SHARE = 0.01;

const DAY_SECONDS = 86_400;
/** A denominator that varies by row, without its guard. */
export interface Denominator {
  readonly formula: Formula;
  readonly values: Float32Array;
  /** The row's size that the denominator is compared with: total assets, price or shares; null for plain numbers. */
  readonly size: Float32Array | null;
  /** Median over the universe of |value| ÷ size, at most 1 for plain numbers; NaN without values. */
  readonly usual: number;
}

/** A call that replaced a missing value in some rows. */
export interface Substitute {
  readonly formula: Extract<Formula, { node: 'call' }>;
  /** 1 where it did. */
  readonly isUsed: Uint8Array;
}

export interface ColumnChecks {
  /** Every column that the number depends on, including itself. */
  readonly columns: readonly string[];
  readonly readsStatements: boolean;
  readonly denominators: readonly Denominator[];
  readonly substitutes: readonly Substitute[];
}

export function formulaValues(table: Table, formula: Formula): Float32Array {
  const rateOf = (measure: Formula): Float32Array | null =>
    moneyPower(measure, (id) => table.column(id)) === 1 ? table.rates : null;
  return computeColumn(formula, (id) => table.numbers(id), table.rowCount, rateOf, table.rows);
}

/** Cap on the usual size of a plain number. Without it, 1 + x with a usually huge x would count as near zero. */
export const PLAIN_USUAL_MAX = 1;

function denominator(table: Table, { formula, sizeId }: Divisor): Denominator {
  const values = formulaValues(table, formula);
  const size = sizeId === null ? null : table.numbers(sizeId);
  if (size === undefined) return { formula, values, size: null, usual: Number.NaN };
  const shares = values.map((value, row) => Math.abs(size === null ? value : value / size[row]!));
  const median = medianOfKeys(sortedKeys(shares, null, table.rows));
  return { formula, values, size, usual: size === null ? Math.min(median, PLAIN_USUAL_MAX) : median };
}

export function isNegative({ values }: Denominator, row: number): boolean {
  return values[row]! < 0;
}

/** True when a denominator is negligible for the row's size; false when the size is unknown. */
export function isNearZero({ values, size, usual }: Denominator, row: number): boolean {
  return Math.abs(values[row]!) < NEAR_ZERO_SHARE * usual * (size === null ? 1 : Math.abs(size[row]!));
}

function substituteOf(table: Table, formula: FlagRules['substitutes'][number]): Substitute {
  const [x, y] = formula.operands;
  const isMissing = (operand: Formula): Uint8Array =>
    Uint8Array.from(formulaValues(table, operand), (value) => (Number.isNaN(value) ? 1 : 0));
  const lacksX = isMissing(x!);
  if (y === undefined) return { formula, isUsed: lacksX };
  const lacksY = isMissing(y);
  const counts = (row: number): boolean => lacksX[row] !== lacksY[row] && (formula.name === 'add' || lacksY[row] === 1);
  return { formula, isUsed: lacksX.map((_, row) => (counts(row) ? 1 : 0)) };
}

/** Days from the end of each row's reported period to the newest price in the universe; NaN when either is unknown. */
export function reportAges(table: Table): Float32Array {
  const [dates, reports] = [table.numbers('date'), table.numbers('latestQuarter')];
  let newest = Number.NaN;
  for (const date of dates ?? []) if (!(date <= newest) && !Number.isNaN(date)) newest = date;
  return Float32Array.from({ length: table.rowCount }, (_, row) => (newest - (reports?.[row] ?? Number.NaN)) / DAY_SECONDS);
}

/** 1 where the statements are known to be in a different currency from the price. */
function foreignStatements(table: Table): Uint8Array {
  const [statements, prices] = [table.text(STATEMENT_CURRENCY), table.text('currency')];
  const foreign = new Uint8Array(table.rowCount);
  if (!statements || !prices) return foreign;
  return foreign.map((_, row) => {
    const [statement, price] = [statements.labels[statements.codes[row]!]!, prices.labels[prices.codes[row]!]!];
    return statement !== '' && price !== '' && statement !== price ? 1 : 0;
  });
}

/** 1 where the filing date was guessed (tables of past dates only). */
function guessedFilings(table: Table): Uint8Array {
  const guessed = table.text(GUESSED_COLUMN);
  const isTrue = guessed?.labels.map((label) => label === 'true') ?? [];
  return Uint8Array.from({ length: table.rowCount }, (_, row) => (guessed && isTrue[guessed.codes[row]!] ? 1 : 0));
}

/** Columns cached per table, the most recently used. */
const KEPT_MAX = 16;
const once = memoizedPerTable<Uint16Array>(KEPT_MAX);

/** A number column's flags by row, as bits in the order of FLAGS, also where the value is missing. */
export function columnFlags(table: Table, id: string): Uint16Array {
  return once(table, id, () => makeFlags(table, columnChecks(table, id)));
}

/** What a column's flags depend on; empty for a text column. */
export function columnChecks(table: Table, id: string): ColumnChecks {
  const rules = flagRules(
    id,
    (each) => table.column(each),
    (each) => formulaOf(table, each),
  );
  return {
    columns: rules.columns,
    readsStatements: rules.readsStatements,
    denominators: rules.divisors.map((divisor) => denominator(table, divisor)),
    substitutes: rules.substitutes.map((call) => substituteOf(table, call)),
  };
}

/** The columns among `columns` that the source flags in this row, by flag. */
export function sourceFindings(table: Table, columns: readonly string[], row: number): Map<Flag, string[]> {
  const found = new Map<Flag, string[]>();
  const flags = readSourceFlags(labelAt(table.text(SOURCE_FLAGS), row));
  for (const id of columns) for (const flag of flagsOf(flags.get(id) ?? 0)) found.set(flag, [...(found.get(flag) ?? []), id]);
  return found;
}

/** The source's flag bits for any of the columns, by label of its field. */
function sourceBits(labels: readonly string[], columns: readonly string[]): Uint16Array {
  return Uint16Array.from(labels, (label) => {
    if (label === '') return 0;
    const flags = readSourceFlags(label);
    return columns.reduce((bits, id) => bits | (flags.get(id) ?? 0), 0);
  });
}

function makeFlags(table: Table, { columns, readsStatements, denominators, substitutes }: ColumnChecks): Uint16Array {
  const codes = new Uint16Array(table.rowCount);
  const source = table.text(SOURCE_FLAGS);
  if (source) {
    const bits = sourceBits(source.labels, columns);
    for (let row = 0; row < codes.length; row++) codes[row] = bits[source.codes[row]!]!;
  }
  if (readsStatements) {
    const [ages, foreign, guessed] = [reportAges(table), foreignStatements(table), guessedFilings(table)];
    for (let row = 0; row < codes.length; row++) {
      if (ages[row]! > STALE_REPORT_DAYS) codes[row]! |= flagBit('stale');
      if (foreign[row] === 1) codes[row]! |= flagBit('currency');
      if (guessed[row] === 1) codes[row]! |= flagBit('guessedFiling');
    }
  }
  for (const each of denominators) {
    for (let row = 0; row < codes.length; row++) {
      if (isNegative(each, row)) codes[row]! |= flagBit('negative');
      if (isNearZero(each, row)) codes[row]! |= flagBit('nearZero');
    }
  }
  for (const { isUsed } of substitutes) {
    for (let row = 0; row < codes.length; row++) if (isUsed[row] === 1) codes[row]! |= flagBit('fallback');
  }
  return codes;
}

export function flagCounts(table: Table, id: string, rows: Uint32Array): FlagCounts {
  const codes = columnFlags(table, id);
  const byFlag = Object.fromEntries(FLAGS.map((flag) => [flag, 0])) as Record<Flag, number>;
  let flagged = 0;
  for (const row of rows) {
    if (codes[row] === 0) continue;
    flagged++;
    for (const flag of flagsOf(codes[row]!)) byFlag[flag]++;
  }
  return { byFlag, flagged, rowCount: rows.length };
}
