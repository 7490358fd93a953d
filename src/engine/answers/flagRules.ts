/** What a column's flags depend on, whatever the data: its formula expanded down to the raw columns. */
import type { Column } from '../../catalogue/column.ts';
import { isText } from '../../catalogue/column.ts';
import { type Formula, formulaColumns } from '../../catalogue/formula.ts';
import { printFormula } from '../../catalogue/formulaText.ts';
import { NIL_LINES } from '../../catalogue/nil.ts';
import { partsOf } from '../table/formulaOf.ts';
import { KEEPS_UNIT, unitOperands } from '../table/formulas.ts';

type ColumnOf = (id: string) => Column | undefined;

/** A denominator that varies by row, without its guard. */
export interface Divisor {
  readonly formula: Formula;
  /** Column that measures a row's size in the divisor's unit; null for plain numbers and unusual units. */
  readonly sizeId: 'totalAssets' | 'close' | 'commonStockSharesOutstanding' | null;
}

type Call = Extract<Formula, { node: 'call' }>;

export interface FlagRules {
  /** Every column that the number depends on, including itself. */
  readonly columns: readonly string[];
  readonly readsStatements: boolean;
  readonly divisors: readonly Divisor[];
  /** Calls that replace a missing value. */
  readonly substitutes: readonly Call[];
}

const STATEMENT_GROUPS: readonly Column['group'][] = ['BalanceSheet', 'IncomeStatement', 'CashFlowStatement', 'GrowthData'];
const STATEMENT_IDS: readonly string[] = ['dilutedEPSTTM', 'dividendPerShare'];

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

function dimensionOf(formula: Formula, columnOf: ColumnOf): Dimension {
  switch (formula.node) {
    case 'number':
      return PLAIN;
    case 'column':
      return columnDimension(columnOf(formula.id));
    case 'negate':
      return dimensionOf(formula.operand, columnOf);
    case 'call': {
      if (!KEEPS_UNIT.includes(formula.name)) return PLAIN;
      const dimensions = unitOperands(formula).map((operand) => dimensionOf(operand, columnOf));
      return dimensions.find((each) => !isPlain(each)) ?? PLAIN;
    }
    case 'binary': {
      const [left, right] = [dimensionOf(formula.left, columnOf), dimensionOf(formula.right, columnOf)];
      if (formula.operator === '+' || formula.operator === '-') return isPlain(left) ? right : left;
      const sign = formula.operator === '*' ? 1 : -1;
      return { money: left.money + sign * right.money, shares: left.shares + sign * right.shares };
    }
  }
}

function sizeIdOf({ money, shares }: Dimension): Divisor['sizeId'] {
  if (money === 1 && shares === 0) return 'totalAssets';
  if (money === 1 && shares === -1) return 'close';
  return money === 0 && shares === 1 ? 'commonStockSharesOutstanding' : null;
}

/** The divisor without its guard; null for one that reads no column. */
function divisorOf(part: Formula): Formula | null {
  if (part.node !== 'binary' || part.operator !== '/' || formulaColumns(part.right).length === 0) return null;
  const { right } = part;
  return right.node === 'call' && (right.name === 'nz' || right.name === 'pos') ? right.operands[0]! : right;
}

function isSubstitute({ name, operands }: Call): boolean {
  const [x] = operands;
  if (name === 'opt') return !(x!.node === 'column' && NIL_LINES.includes(x!.id));
  return name === 'or1' || name === 'avg' || name === 'add';
}

/** @param formulaAt returns a column's formula; null for a raw column */
export function flagRules(id: string, columnOf: ColumnOf, formulaAt: (id: string) => Formula | null): FlagRules {
  const column = columnOf(id);
  const isBare = (column !== undefined && isText(column)) || (formulaAt(id) === null && !isFromStatements(column));
  if (isBare) return { columns: [id], readsStatements: false, divisors: [], substitutes: [] };
  const divisors = new Map<string, Formula>();
  const calls = new Map<string, Call>();
  const columns = new Set<string>();
  let readsStatements = false;
  for (const part of partsOf({ node: 'column', id }, formulaAt)) {
    if (part.node === 'column') {
      columns.add(part.id);
      readsStatements ||= isFromStatements(columnOf(part.id));
    }
    if (part.node === 'call') calls.set(printFormula(part), part);
    const divisor = divisorOf(part);
    if (divisor) divisors.set(printFormula(divisor), divisor);
  }
  return {
    columns: [...columns],
    readsStatements,
    divisors: [...divisors.values()].map((formula) => ({ formula, sizeId: sizeIdOf(dimensionOf(formula, columnOf)) })),
    substitutes: [...calls.values()].filter(isSubstitute),
  };
}
