import { columnById, RATIOS } from '../src/catalogue/catalogue.ts';
import { type Formula, formulaColumns } from '../src/catalogue/formula.ts';
import { evaluate, roundReference } from './naive-formula.ts';
import type { Security } from './naive-security.ts';

const NIL = [
  'preferredStock',
  'minorityInterest',
  'goodwill',
  'intangibleAssetsExcludingGoodwill',
  'shortTermInvestments',
  'preferredDividends',
];
const STATEMENTS = ['BalanceSheet', 'IncomeStatement', 'CashFlowStatement', 'GrowthData'];
const DAY = 86400;

/** What a walk through the formulas of one security meets. */
interface Met {
  readonly divisors: Map<string, { readonly value: number; readonly size: number | null }>;
  readonly columns: Set<string>;
  fallback: boolean;
  statements: boolean;
}

const number = (security: Security, id: string): number => roundReference(Number(security[id] ?? Number.NaN));
const formulaOf = (id: string): Formula | undefined => RATIOS.find((ratio) => ratio.id === id)?.formula;

/** Powers of money and of shares of what a formula is measured in. */
function measure(formula: Formula): [money: number, shares: number] {
  if (formula.node === 'column') {
    const unit = columnById(formula.id)?.unit;
    return unit === 'currency' ? [1, 0] : unit === 'currencyPerShare' ? [1, -1] : unit === 'shares' ? [0, 1] : [0, 0];
  }
  if (formula.node === 'negate') return measure(formula.operand);
  if (formula.node === 'call') {
    return /^(nz|pos|opt|optIf|add|avg|or1|max|abs|diff)$/.test(formula.name) ? measure(formula.operands[0]!) : [0, 0];
  }
  if (formula.node !== 'binary') return [0, 0];
  const [left, right] = [measure(formula.left), measure(formula.right)];
  if (formula.operator === '+' || formula.operator === '-') return left.some((power) => power !== 0) ? left : right;
  const sign = formula.operator === '/' ? -1 : 1;
  return [left[0] + sign * right[0], left[1] + sign * right[1]];
}

function sizeOf(security: Security, formula: Formula): number | null {
  const powers = measure(formula).join();
  const id = { '1,0': 'totalAssets', '1,-1': 'close', '0,1': 'commonStockSharesOutstanding' }[powers];
  return id === undefined ? null : Math.abs(Number(security[id]));
}

function walk(security: Security, formula: Formula, met: Met): void {
  const value = (node: Formula): number =>
    evaluate(
      node,
      (id) => number(security, id),
      roundReference,
      () => Number.NaN,
    );
  const lacks = (node: Formula | undefined): boolean => node !== undefined && Number.isNaN(value(node));
  if (formula.node === 'column') {
    met.columns.add(formula.id);
    const column = columnById(formula.id);
    if (column && (STATEMENTS.includes(column.group) || /^(dilutedEPSTTM|dividendPerShare)$/.test(column.id)))
      met.statements = true;
    const inner = formulaOf(formula.id);
    if (inner) walk(security, inner, met);
  } else if (formula.node === 'negate') walk(security, formula.operand, met);
  else if (formula.node === 'binary') {
    walk(security, formula.left, met);
    walk(security, formula.right, met);
    if (formula.operator !== '/' || formulaColumns(formula.right).length === 0) return;
    const { right } = formula;
    const divisor = right.node === 'call' && /^(nz|pos)$/.test(right.name) ? right.operands[0]! : right;
    met.divisors.set(JSON.stringify(divisor), { value: value(divisor), size: sizeOf(security, divisor) });
  } else if (formula.node === 'call') {
    for (const operand of formula.operands) walk(security, operand, met);
    const [x, y] = formula.operands;
    const { name } = formula;
    if (name === 'opt' && !(x!.node === 'column' && NIL.includes(x!.id)) && lacks(x)) met.fallback = true;
    if (name === 'or1' && lacks(x)) met.fallback = true;
    if (name === 'avg' && lacks(y) && !lacks(x)) met.fallback = true;
    if (name === 'add' && lacks(x) !== lacks(y)) met.fallback = true;
  }
}

const walked = new WeakMap<readonly Security[], Map<string, ReadonlyMap<Security, Met>>>();

function metBy(all: readonly Security[], id: string): ReadonlyMap<Security, Met> {
  const known = walked.get(all) ?? new Map<string, ReadonlyMap<Security, Met>>();
  walked.set(all, known);
  const found =
    known.get(id) ??
    new Map(
      all.map((security) => {
        const met: Met = { divisors: new Map(), columns: new Set(), fallback: false, statements: false };
        walk(security, { node: 'column', id }, met);
        return [security, met];
      }),
    );
  known.set(id, found);
  return found;
}

const usuals = new WeakMap<readonly Security[], Map<string, number>>();

function usual(all: readonly Security[], id: string, divisor: string): number {
  const known = usuals.get(all) ?? new Map<string, number>();
  usuals.set(all, known);
  const value = known.get(divisor) ?? medianSize(all, id, divisor);
  known.set(divisor, value);
  return value;
}

function medianSize(all: readonly Security[], id: string, divisor: string): number {
  const sizes = [...metBy(all, id).values()].map((met) => {
    const { value, size } = met.divisors.get(divisor)!;
    return Math.fround(Math.abs(size === null ? value : value / size));
  });
  const there = sizes.filter((size) => !Number.isNaN(size)).sort((a, b) => a - b);
  const [low, high] = [there[Math.ceil(there.length / 2) - 1], there[Math.floor(there.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : low === high ? low : Math.fround((low + high) / 2);
}

const newests = new WeakMap<readonly Security[], number>();

function newestDate(all: readonly Security[]): number {
  const newest =
    newests.get(all) ??
    all.reduce((latest, { date }) => (Number(date) > latest ? Number(date) : latest), Number.NEGATIVE_INFINITY);
  newests.set(all, newest);
  return newest;
}

/** The flags of a security's number, straight from their definitions, in the order in which the engine has them. */
export function naiveFlags(security: Security, id: string, all: readonly Security[]): string[] {
  const met = metBy(all, id).get(security)!;
  const newest = newestDate(all);
  const age = Math.fround((newest - Number(security.latestQuarter)) / DAY);
  const { statementCurrency, currency } = security;
  const divisors = [...met.divisors];
  const nearZero = divisors.some(([text, { value, size }]) => {
    const median = usual(all, id, text);
    return Math.abs(value) < 0.01 * (size === null ? Math.min(median, 1) : median) * (size ?? 1);
  });
  const stated = String(security.sourceFlags ?? '')
    .split(' ')
    .flatMap((part) => {
      const [flag, ids = ''] = part.split(':');
      return ids.split(';').some((each) => met.columns.has(each)) ? [flag] : [];
    });
  return [
    ...(met.statements && age > 310 ? ['stale'] : []),
    ...(met.statements && statementCurrency !== '' && statementCurrency !== currency ? ['currency'] : []),
    ...(divisors.some(([, { value }]) => value < 0) ? ['negative'] : []),
    ...(nearZero ? ['nearZero'] : []),
    ...(met.fallback || stated.includes('fallback') ? ['fallback'] : []),
    ...['mixedPeriods', 'inconsistent', 'stalePrice', 'gaps'].filter((flag) => stated.includes(flag)),
    ...(met.statements && security.filedGuessed === 'true' ? ['guessedFiling'] : []),
  ];
}
