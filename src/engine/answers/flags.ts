/** What is doubtful about the numbers of a column, row by row: its formula is unfolded down to the columns that arrive. */
import { computeColumn } from '../../../kernels/column.ts';
import { medianOfKeys, sortedKeys } from '../../../kernels/sort/keys.ts';
import type { Column } from '../../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { FLAGS, type Flag, type FlagCounts, flagBit, flagsOf } from '../../catalogue/flag.ts';
import { type Formula, formulaColumns } from '../../catalogue/formula.ts';
import { printFormula } from '../../catalogue/formulaText.ts';
import { NIL_LINES } from '../../catalogue/nil.ts';
import { GUESSED_COLUMN } from '../../wire/history.ts';
import { readSourceFlags } from '../../wire/sourceFlags.ts';
import { formulaOf, partsOf } from '../table/formulaOf.ts';
import { KEEPS_UNIT, moneyPower } from '../table/formulas.ts';
import { memoizedPerTable } from '../table/memoizedPerTable.ts';
import { isTextColumn, type Table } from '../table/table.ts';

/**
 * A half-yearly report may follow the one before after 184 days and the annual report come four months behind its year
 * (Directive 2004/109/EC, article 4), 123 days: what is older has been overtaken, or should have been.
 */
export const STALE_REPORT_DAYS = 310;

/** A denominator smaller than this share of the usual one makes a quotient a hundred times the usual one. */
export const NEAR_ZERO_SHARE = 0.01;

const DAY_SECONDS = 86_400;
const STATEMENT_GROUPS: readonly Column['group'][] = ['BalanceSheet', 'IncomeStatement', 'CashFlowStatement', 'GrowthData'];
const STATEMENT_IDS: readonly string[] = ['dilutedEPSTTM', 'dividendPerShare'];

/** A denominator that is not the same for all rows, without the guard around it. */
export interface Denominator {
  readonly formula: Formula;
  readonly values: Float32Array;
  /** Size of the row that the denominator is measured by: total assets, price, shares; null for plain numbers. */
  readonly size: Float32Array | null;
  /** Median over the universe of |value| ÷ size; for plain numbers at most 1; NaN where no row has one. */
  readonly usual: number;
}

/** A function that has put a value in the place of a missing one, in some rows. */
export interface Substitute {
  readonly formula: Extract<Formula, { node: 'call' }>;
  /** 1 where it has. */
  readonly isUsed: Uint8Array;
}

export interface ColumnChecks {
  /** Every column that the number rests on, itself among them. */
  readonly columns: readonly string[];
  readonly readsStatements: boolean;
  readonly denominators: readonly Denominator[];
  readonly substitutes: readonly Substitute[];
}

/** Values of a formula in every row. */
export function formulaValues(table: Table, formula: Formula): Float32Array {
  const rateOf = (measure: Formula): Float32Array | null =>
    moneyPower(measure, (id) => table.column(id)) === 1 ? table.rates : null;
  return computeColumn(formula, (id) => table.numbers(id), table.rowCount, rateOf);
}

/** True for a column that comes from the statements. */
export function isFromStatements(column: Column | undefined): boolean {
  return column !== undefined && (STATEMENT_GROUPS.includes(column.group) || STATEMENT_IDS.includes(column.id));
}

interface Dimension {
  readonly money: number;
  readonly shares: number;
}

const PLAIN: Dimension = { money: 0, shares: 0 };
const isPlain = ({ money, shares }: Dimension): boolean => money === 0 && shares === 0;

function columnDimension(column: Column | undefined): Dimension {
  if (column?.unit === 'currency') return { money: 1, shares: 0 };
  if (column?.unit === 'currencyPerShare') return { money: 1, shares: -1 };
  return column?.unit === 'shares' ? { money: 0, shares: 1 } : PLAIN;
}

function dimensionOf(table: Table, formula: Formula): Dimension {
  switch (formula.node) {
    case 'number':
      return PLAIN;
    case 'column':
      return columnDimension(table.column(formula.id));
    case 'negate':
      return dimensionOf(table, formula.operand);
    case 'call':
      return KEEPS_UNIT.includes(formula.name) ? dimensionOf(table, formula.operands[0]!) : PLAIN;
    case 'binary': {
      const [left, right] = [dimensionOf(table, formula.left), dimensionOf(table, formula.right)];
      if (formula.operator === '+' || formula.operator === '-') return isPlain(left) ? right : left;
      const sign = formula.operator === '*' ? 1 : -1;
      return { money: left.money + sign * right.money, shares: left.shares + sign * right.shares };
    }
  }
}

/** The column that says how large a row is in the unit of a denominator; null for plain numbers and odd units. */
function sizeOf(table: Table, { money, shares }: Dimension): Float32Array | null | undefined {
  if (money === 1 && shares === 0) return table.numbers('totalAssets');
  if (money === 1 && shares === -1) return table.numbers('close');
  return money === 0 && shares === 1 ? table.numbers('commonStockSharesOutstanding') : null;
}

/** The median that a plain number is measured by is no more: a sum of 1 and something huge is not near zero without it. */
const PLAIN_USUAL_MAX = 1;

function denominator(table: Table, formula: Formula): Denominator {
  const values = formulaValues(table, formula);
  const size = sizeOf(table, dimensionOf(table, formula));
  if (size === undefined) return { formula, values, size: null, usual: Number.NaN };
  const shares = values.map((value, row) => Math.abs(size === null ? value : value / size[row]!));
  const median = medianOfKeys(sortedKeys(shares, null, table.rows));
  return { formula, values, size, usual: size === null ? Math.min(median, PLAIN_USUAL_MAX) : median };
}

/** True where a denominator is below zero. */
export function isNegative({ values }: Denominator, row: number): boolean {
  return values[row]! < 0;
}

/** True where a denominator is next to nothing for a row of its size; a row of unknown size is not. */
export function isNearZero({ values, size, usual }: Denominator, row: number): boolean {
  return Math.abs(values[row]!) < NEAR_ZERO_SHARE * usual * (size === null ? 1 : Math.abs(size[row]!));
}

/** Divisors of a part of a formula without their guards; none for a divisor that reads no column. */
function divisorOf(part: Formula): Formula | null {
  if (part.node !== 'binary' || part.operator !== '/' || formulaColumns(part.right).length === 0) return null;
  const { right } = part;
  return right.node === 'call' && (right.name === 'nz' || right.name === 'pos') ? right.operands[0]! : right;
}

function substituteOf(table: Table, part: Formula): Substitute | null {
  if (part.node !== 'call') return null;
  const [x, y] = part.operands;
  const isMissing = (formula: Formula): Uint8Array =>
    Uint8Array.from(formulaValues(table, formula), (value) => (Number.isNaN(value) ? 1 : 0));
  switch (part.name) {
    case 'opt':
      return x!.node === 'column' && NIL_LINES.includes(x!.id) ? null : { formula: part, isUsed: isMissing(x!) };
    case 'or1':
      return { formula: part, isUsed: isMissing(x!) };
    case 'avg':
    case 'add': {
      const [lacksX, lacksY] = [isMissing(x!), isMissing(y!)];
      const counts = (row: number): boolean => lacksX[row] !== lacksY[row] && (part.name === 'add' || lacksY[row] === 1);
      return { formula: part, isUsed: lacksX.map((_, row) => (counts(row) ? 1 : 0)) };
    }
    default:
      return null;
  }
}

function makeChecks(table: Table, id: string): ColumnChecks {
  const divisors = new Map<string, Formula>();
  const calls = new Map<string, Formula>();
  const columns = new Set<string>();
  let readsStatements = false;
  for (const part of partsOf({ node: 'column', id }, table)) {
    if (part.node === 'column') {
      columns.add(part.id);
      readsStatements ||= isFromStatements(table.column(part.id));
    }
    if (part.node === 'call') calls.set(printFormula(part), part);
    const divisor = divisorOf(part);
    if (divisor) divisors.set(printFormula(divisor), divisor);
  }
  return {
    columns: [...columns],
    readsStatements,
    denominators: [...divisors.values()].map((divisor) => denominator(table, divisor)),
    substitutes: [...calls.values()].flatMap((call) => substituteOf(table, call) ?? []),
  };
}

/** Days from the end of the reported period of each row to the newest price of the universe; NaN where one is not known. */
export function reportAges(table: Table): Float32Array {
  const [dates, reports] = [table.numbers('date'), table.numbers('latestQuarter')];
  let newest = Number.NaN;
  for (const date of dates ?? []) if (!(date <= newest) && !Number.isNaN(date)) newest = date;
  return Float32Array.from({ length: table.rowCount }, (_, row) => (newest - (reports?.[row] ?? Number.NaN)) / DAY_SECONDS);
}

/** 1 where the statements are known to be kept in another currency than the price. */
function foreignStatements(table: Table): Uint8Array {
  const [statements, prices] = [table.text(STATEMENT_CURRENCY), table.text('currency')];
  const foreign = new Uint8Array(table.rowCount);
  if (!statements || !prices) return foreign;
  return foreign.map((_, row) => {
    const [statement, price] = [statements.labels[statements.codes[row]!]!, prices.labels[prices.codes[row]!]!];
    return statement !== '' && price !== '' && statement !== price ? 1 : 0;
  });
}

/** 1 where a filing day was guessed: in the table of a past date. */
function guessedFilings(table: Table): Uint8Array {
  const guessed = table.text(GUESSED_COLUMN);
  const isTrue = guessed?.labels.map((label) => label === 'true') ?? [];
  return Uint8Array.from({ length: table.rowCount }, (_, row) => (guessed && isTrue[guessed.codes[row]!] ? 1 : 0));
}

/** Columns whose flags are kept per table, the last used ones. */
const KEPT_MAX = 16;
const once = memoizedPerTable<Uint16Array>(KEPT_MAX);

/** The flags of a number column in every row, as bits in the order of FLAGS, whether or not there is a value. */
export function columnFlags(table: Table, id: string): Uint16Array {
  return once(table, id, () => makeFlags(table, columnChecks(table, id)));
}

/** What the flags of a column are read from. Nothing for a text column. */
export function columnChecks(table: Table, id: string): ColumnChecks {
  const isBare = isTextColumn(table, id) || (formulaOf(table, id) === null && !isFromStatements(table.column(id)));
  return isBare ? { columns: [id], readsStatements: false, denominators: [], substitutes: [] } : makeChecks(table, id);
}

/** The columns among `columns` that the source flags in a row, by flag. */
export function sourceFindings(table: Table, columns: readonly string[], row: number): Map<Flag, string[]> {
  const found = new Map<Flag, string[]>();
  const text = table.text(SOURCE_FLAGS);
  const flags = readSourceFlags(text?.labels[text.codes[row]!] ?? '');
  for (const id of columns) for (const flag of flagsOf(flags.get(id) ?? 0)) found.set(flag, [...(found.get(flag) ?? []), id]);
  return found;
}

/** The bits that the source states for any of the columns, per label of its field. */
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

/** Counts the flags of a column over some rows. */
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
