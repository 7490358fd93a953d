import { describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../../src/catalogue/catalogue.ts';
import { isMoney, isText } from '../../../src/catalogue/column.ts';
import { type Formula, FUNCTIONS, type FunctionName, parseFormula } from '../../../src/catalogue/formula.ts';
import { exportChunks } from '../../../src/engine/answers/export.ts';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { trace } from '../../../src/engine/answers/trace.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { stepFault } from '../../../src/engine/steps/language.ts';
import { ScreenTextError } from '../../../src/engine/steps/reader.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { checkFormulas, knowingFormulas } from '../../../src/engine/table/formulas.ts';
import { withFormulas } from '../../../src/engine/table/withFormulas.ts';
import { evaluate, plainZeros, roundReference } from '../../naive-formula.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import type { Security } from '../../naive-security.ts';
import { Random } from '../../random.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(61, 2, 100);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const NUMBER_IDS = COLUMNS.filter((column) => !isText(column)).map(({ id }) => id);
const NAMES = Object.keys(FUNCTIONS) as FunctionName[];

function randomFormula(random: Random, depth: number, ids: readonly string[]): string {
  if (depth === 0) return random.chance(0.2) ? String(random.below(100) / 8) : random.pick(ids);
  const part = (): string => randomFormula(random, depth - 1, ids);
  if (random.chance(0.5)) return `(${part()} ${random.pick(['+', '-', '*', '/'])} ${part()})`;
  if (random.chance(0.1)) return `-${part()}`;
  const name = random.pick(NAMES.filter((each) => !['ln', 'exp', 'sqrt'].includes(each)));
  return `${name}(${Array.from({ length: FUNCTIONS[name].arity }, part).join(', ')})`;
}

/** Power of money, by the rule in words: sums keep it, products add it, functions of a value keep it, everything else is a plain number. */
function naivePower(node: Formula): number {
  if (node.node === 'column' && node.id === 'usdRate') return -1;
  if (node.node === 'column') return columnById(node.id) && isMoney(columnById(node.id)!) ? 1 : 0;
  if (node.node === 'negate') return naivePower(node.operand);
  if (node.node === 'binary') {
    const [left, right] = [naivePower(node.left), naivePower(node.right)];
    if (node.operator === '*') return left + right;
    return node.operator === '/' ? left - right : left === 0 || right === 0 ? left + right : Math.max(left, right);
  }
  const keeps = ['nz', 'pos', 'opt', 'optIf', 'add', 'avg', 'or1', 'max', 'abs', 'diff'];
  if (node.node !== 'call' || !keeps.includes(node.name)) return 0;
  const powers = node.operands.slice(0, node.name === 'optIf' ? 1 : 2).map(naivePower);
  return powers.length === 1 || powers[1] === 0 ? powers[0]! : powers[0] === 0 ? powers[1]! : Math.max(...powers);
}

function naiveValue(formula: Formula, security: Security): number {
  const read = (id: string): number => Number(security[id]);
  return evaluate(formula, read, roundReference, (measure) => {
    const key = (each: Security): number =>
      naivePower(measure) === 1 ? Math.fround(naiveValue(measure, each) * Number(each.usdRate)) : naiveValue(measure, each);
    const own = key(security);
    return Number.isNaN(own) ? Number.NaN : 1 + securities.filter((other) => key(other) > own).length;
  });
}

describe('a formula column', () => {
  it('equals the naive evaluation row by row, for 150 random formulas', () => {
    const random = new Random(1);
    let present = 0;
    for (let round = 0; round < 150; round++) {
      const text = randomFormula(random, 1 + random.below(2), NUMBER_IDS);
      const values = withFormulas(table, parseScreen(`let x = ${text}`)).numbers('x')!;
      const formula = parseFormula(text);
      const expected = Float32Array.from(securities, (security) => naiveValue(formula, security));
      expect(plainZeros(values), text).toEqual(plainZeros(expected));
      present += values.filter((value) => !Number.isNaN(value)).length;
    }
    expect(present).toBeGreaterThan(5000);
  });

  it('may read one that is defined later, and is computed once per table', () => {
    const steps = parseScreen('let b = a * 2 | let a = beta + 1');
    const full = withFormulas(table, steps);
    expect(full.numbers('b')).toEqual(table.numbers('beta')!.map((beta) => Math.fround(Math.fround(beta + 1) * 2)));
    expect(withFormulas(table, parseScreen('let b = a * 2 | let a = beta + 1 | rows 1..2'))).toBe(full);
    expect(withFormulas(full, steps)).toBe(full);
    expect(withFormulas(full, [])).toBe(table);
    expect(withFormulas(full, parseScreen('let a = 1')).numbers('b')).toBeUndefined();
  });

  it('is an amount of money if its formula is one', () => {
    const full = withFormulas(table, parseScreen('let surplus = ebit - 2 * interestExpense | let share = ebit / totalAssets'));
    expect([full.column('surplus')?.unit, full.column('share')?.unit]).toEqual(['currency', 'ratio']);
  });

  it('is an amount of money where a plain number stands before the amount, and none where the amount was brought to dollars', () => {
    const made = (formula: string) => withFormulas(table, parseScreen(`let made = ${formula}`)).column('made')?.unit;
    expect(['max(0, ebit)', 'add(1, ebit)', '1 - ebit', 'optIf(beta, ebit)'].map(made)).toEqual([
      'currency',
      'currency',
      'currency',
      'ratio',
    ]);
    expect(made('ebit * usdRate')).toBe('ratio');
    const steps = parseScreen('let dollars = ebit * usdRate | dollars >= 1e9');
    expect(applySteps(table, steps, null).rows).toEqual(applySteps(table, parseScreen('ebit >= 1e9'), null).rows);
  });

  it('is an amount where it is the square root of a product of two, so that a sort compares one currency', () => {
    const text = 'let graham = sqrt(22.5 * dilutedEPSTTM * bookValuePerShare) | sort graham desc | rows 1..50';
    const { rows } = applySteps(table, parseScreen(text), null);
    const graham = withFormulas(table, parseScreen(text)).numbers('graham')!;
    const dollars = Array.from(rows, (row) => Math.fround(graham[row]! * table.rates[row]!));
    expect(new Set(Array.from(rows, (row) => table.rates[row])).size).toBeGreaterThan(2);
    expect(dollars).toEqual(dollars.toSorted((a, b) => b - a));
  });

  it.each(NAMES.map((name) => [name]))('of an amount by %s is an amount if the function returns its argument', (name) => {
    const operands = ['ebit', 'totalAssets'].slice(0, FUNCTIONS[name].arity).join(', ');
    const full = withFormulas(table, parseScreen(`let made = ${name}(${operands})`));
    const keeps = ['nz', 'pos', 'opt', 'optIf', 'add', 'avg', 'or1', 'max', 'abs', 'diff'].includes(name);
    expect(full.column('made')?.unit).toBe(keeps ? 'currency' : 'ratio');
  });

  it('is usable in every step, in the trace and in an export', () => {
    const text =
      'let surplus = ebit - interestExpense | surplus >= 0 EUR | any of (percentile of surplus in sector >= 20%, surplus is missing) | top 40 surplus | rank by (surplus desc)';
    const steps = parseScreen(text);
    const { rows } = applySteps(table, steps, null);
    const full = withFormulas(table, steps);
    const amount = (row: number): number => Math.fround(full.numbers('surplus')![row]! * table.rates[row]!);
    expect(rows.length).toBe(40);
    expect(Array.from(rows, amount)).toEqual(Array.from(rows, amount).sort((a, b) => b - a));
    expect(printScreen(steps)).toBe(text);
    const lost = table.rows.find((row) => Number.isNaN(table.numbers('ebit')![row]!))!;
    expect(trace(table, steps, lost)).toMatchObject({ leftAt: 1, value: null, cause: ['ebit'] });
    const [head, first] = [...exportChunks(full, { format: 'csv', columnIds: ['symbol', 'surplus'], rows: rows.slice(0, 1) })];
    expect(head).toBe('symbol,surplus\n');
    expect(first).toMatch(/^[A-Z]+\d+,\d/);
  });

  it('leaves the steps that read it without effect when it is removed, as in the ledger', () => {
    const steps = parseScreen('let x = beta * 2 | x >= 1 | rows 1..500');
    const { lines } = ledger(table, steps, null);
    expect(lines[0]).toMatchObject({ in: 200, out: 200, failed: 0, missing: 0, without: 200 });
    for (const [index, line] of lines.entries()) {
      expect(line.without).toBe(applySteps(table, steps.toSpliced(index, 1), null).rows.length);
    }
  });
});

describe('a formula that is wrong', () => {
  const columnOf = (id: string) => table.column(id);

  it.each([
    ['let x = beta + nowhere', 'there is no column nowhere', 7],
    ['let x = 1e9 + e9', 'there is no column e9', 6],
    ['let x = beta + `no where`', 'there is no column no where', 7],
    ['let x = beta * type', 'type holds text', 7],
    ['let x = beta + x', 'x depends on itself', 7],
    ['let x = y + 1 | let y = 2 * x', 'x depends on itself', 4],
    ['let beta = 1', 'there is already a column beta', 0],
    ['let x = 1 | let x = 2', 'x is defined twice', 0],
  ])('%j', (text, message, at) => {
    const [fault] = checkFormulas(parseScreen(text), columnOf).faults;
    expect(fault).toMatchObject({ message, at });
  });

  it.each([
    ['let x = beta +', 14, 'expected a column'],
    ['beta >= 1 | let x = nowhere(beta) | rows 1..2', 20, 'unknown function'],
    ['let x = (beta', 13, 'expected “)”'],
    ['let x beta', 6, 'expected “=”'],
    ['let x = beta | | rows 1..2', 15, 'expected a column'],
    ['let x = `beta', 8, 'expected a column'],
  ])('%j is refused at %i', (text, at, message) => {
    try {
      parseScreen(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ScreenTextError);
      expect((error as ScreenTextError).message).toContain(message);
      expect((error as ScreenTextError).at).toBe(at);
    }
  });

  it('is a fault at its position if it cannot be read, whoever wrote the step', () => {
    const steps: Step[] = [{ operatorType: 'let', columnId: 'x', formula: 'beta + * 2' }];
    expect(checkFormulas(steps, columnOf)).toEqual({
      columns: [],
      faults: [{ id: 'x', message: expect.stringContaining('expected a column'), at: 7 }],
    });
  });

  it('is left out, and so are the steps that read it', () => {
    const steps = parseScreen('let x = nowhere | let y = x + 1 | y >= 1e30 | rows 1..5');
    expect(checkFormulas(steps, columnOf).faults.map(({ id }) => id)).toEqual(['x', 'y']);
    expect(applySteps(table, steps, null).rows.length).toBe(5);
  });

  it('is a fault of its step; a right one makes the later steps right', () => {
    const steps = parseScreen('let x = beta + 1 | x >= 1 | let z = nowhere');
    const known = knowingFormulas(steps, columnOf);
    expect(steps.map((step) => stepFault(step, known))).toEqual([
      null,
      null,
      "the formula of z can't be computed: there is no column nowhere",
    ]);
  });
});

describe('“let” in the text', () => {
  it.each([
    ['let = Equity', 'let = Equity'],
    ['let in (a) | let between 1 and 2 | let is missing', 'let in (a) | let between 1 and 2 | let is missing'],
    ['LET  x=`a | b`*  2 |x>=1', 'let x = `a | b`* 2 | x >= 1'],
    ['let `sort` = beta', 'let `sort` = beta'],
    ['let let = beta | let >= 1', 'let let = beta | let >= 1'],
  ])('%j prints as %j', (text, canonical) => {
    expect(printScreen(parseScreen(text))).toBe(canonical);
    expect(parseScreen(canonical)).toEqual(parseScreen(text));
  });
});
