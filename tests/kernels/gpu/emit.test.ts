import { expect, it } from 'vitest';
import { kernelPlan, kernelText } from '../../../kernels/gpu/emit.ts';
import { evaluateRow } from '../../../kernels/loops/row.ts';
import { formulaColumns, parseFormula } from '../../../src/catalogue/formula.ts';
import { Random } from '../../random.ts';
import { randomFormula } from '../parity.ts';

it('a rank has no kernel, nor has a function of the host', () => {
  expect(() => kernelText(parseFormula('1 + rankDesc(a)'))).toThrow('rankDesc ranks a whole column');
  expect(() => kernelText(parseFormula('ln(a)'))).toThrow('ln is computed on the CPU');
});

it('a kernel reads each column and each number once, and computes equal parts once', () => {
  const { text, columns, numbers } = kernelText(parseFormula('(2 * a - b) * (2 * a - 0.5)'));
  expect([columns, numbers]).toEqual([
    ['a', 'b'],
    [2, 0.5],
  ]);
  const lines = text.split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'function(a0, a1, k0, k1) {',
    'const x0 = a0[this.thread.x];',
    'const x1 = a1[this.thread.x];',
  ]);
  expect(lines.slice(3, -2).map((line) => line.match(/let (t\d) .*?(\S+ [-*] \S+);/)?.slice(1))).toEqual([
    ['t0', 'k0 * x0'],
    ['t1', 't0 - x1'],
    ['t2', 't0 - k1'],
    ['t3', 't1 * t2'],
  ]);
  expect(lines.slice(-2)).toEqual(['return t3;', '}']);
});

it('a formula of many columns is divided into kernels of few, whose results give its value', () => {
  const random = new Random(29);
  const names = Array.from('abcdefgh');
  const values = new Map(names.map((name) => [name, random.normal()]));
  let cut = 0;
  for (let round = 0; round < 300; round++) {
    const formula = randomFormula(random, 5, names);
    const most = 2 + random.below(4);
    const { steps, hostColumns } = kernelPlan('x', formula, most);
    const known = new Map(values);
    const read = (id: string): number => known.get(id) ?? Number.NaN;
    for (const host of hostColumns) known.set(host.id, evaluateRow(host.formula, read));
    for (const step of steps) {
      expect(step.columns.length, step.text).toBeLessThanOrEqual(most);
      expect(step.columns).toEqual(formulaColumns(step.formula));
      known.set(step.id, evaluateRow(step.formula, read));
    }
    expect(steps.at(-1)!.id).toBe('x');
    expect(read('x') + 0).toBe(evaluateRow(formula, (id) => values.get(id)!) + 0);
    cut += steps.length - 1;
  }
  expect(cut).toBeGreaterThan(100);
  expect(() => kernelPlan('x', parseFormula('a + b'), 1)).toThrow("the formula of x can't be cut into kernels of 1 columns");
});
