import { describe, expect, it, vi } from 'vitest';
import { FALLBACK_IDS, prepareRatios, ROW_RATIOS } from '../../../kernels/compute.ts';
import { compile, run, type Target } from '../../../kernels/loops/cpu.ts';
import { RankSums } from '../../../kernels/simd/products.ts';
import { equalsLoops, type Runner, vectorRunner } from '../../../kernels/simd/ratios.ts';
import { correlate } from '../../../kernels/statistics/correlation.ts';
import { type Formula, FUNCTIONS, type FunctionName } from '../../../src/catalogue/formula.ts';
import { Random } from '../../random.ts';
import { randomNumbers } from '../../random-numbers.ts';
import { HARD_VALUES } from '../hardValues.ts';

const COLUMNS = ['a', 'b', 'c', 'd', 'absent'];
const CALLS = (Object.keys(FUNCTIONS) as FunctionName[]).filter((name) => name !== 'rankDesc');

function randomFormula(random: Random, depth: number): Formula {
  if (depth === 0 || random.chance(0.1)) {
    return random.chance(0.2)
      ? { node: 'number', value: random.pick([0, -0, 1, 2.5, -3, 1e30, 1e-30]) }
      : { node: 'column', id: random.pick(COLUMNS) };
  }
  const operand = (): Formula => randomFormula(random, depth - 1);
  if (random.chance(0.5)) {
    return { node: 'binary', operator: random.pick(['+', '-', '*', '/'] as const), left: operand(), right: operand() };
  }
  if (random.chance(0.1)) return { node: 'negate', operand: operand() };
  const name = random.pick(CALLS);
  return { node: 'call', name, operands: Array.from({ length: FUNCTIONS[name].arity }, operand) };
}

function randomColumn(random: Random, length: number): Float32Array {
  return random.chance(0.5)
    ? randomNumbers(random, length)
    : Float32Array.from({ length }, () =>
        random.chance(0.3) ? random.pick(HARD_VALUES) : random.normal() * 10 ** (random.below(30) - 15),
      );
}

/** Rows in which the vectors and the loops differ, both over [from, to) of arrays with 7 elsewhere. */
function differences(
  targets: readonly Target[],
  inputs: ReadonlyMap<string, Float32Array>,
  length: number,
  from: number,
  to: number,
): string[] {
  const program = compile(targets);
  const vectors = vectorRunner(program);
  if (!vectors) throw new Error('this machine has no vectors, or they are not the loops’ equal');
  const results = [vectors, (...operands: Parameters<Runner>) => run(program, ...operands)].map((each) => {
    const outputs = new Map(targets.map(({ id }) => [id, new Float32Array(length).fill(7)]));
    each((id) => outputs.get(id) ?? inputs.get(id), from, to);
    return outputs;
  });
  return targets.flatMap(({ id }) => {
    const [got, expected] = results.map((outputs) => outputs.get(id)!) as [Float32Array, Float32Array];
    const row = got.findIndex((value, index) => !Object.is(value, expected[index]));
    return row < 0 ? [] : [`${id}: ${got[row]} instead of ${expected[row]} in row ${row}`];
  });
}

describe('vectors compared with loops', () => {
  it('give the same bits for every ratio, over hard values, odd ranges and several blocks', () => {
    const random = new Random(5);
    for (const [length, from, to] of [
      [1, 0, 1],
      [2500, 0, 2500],
      [2500, 3, 1030],
    ] as const) {
      const inputs = new Map(compile(ROW_RATIOS).inputs.map((id) => [id, randomColumn(random, length)]));
      expect(differences(ROW_RATIOS, inputs, length, from, to)).toEqual([]);
    }
  });

  it('give the same bits for random formulas with every function, absent columns, and results that others read', () => {
    const random = new Random(17);
    const seen = new Set<string>();
    for (let round = 0; round < 120; round++) {
      const targets = Array.from({ length: 1 + random.below(6) }, (_, index) => ({
        id: `result ${index}`,
        formula: randomFormula(random, 1 + random.below(5)),
      }));
      for (const name of CALLS) if (JSON.stringify(targets).includes(`"${name}"`)) seen.add(name);
      const inputs = new Map(COLUMNS.slice(0, -1).map((id) => [id, randomColumn(random, 1100)]));
      expect(differences(targets, inputs, 1100, random.below(5), 1100 - random.below(70)), JSON.stringify(targets)).toEqual([]);
    }
    expect(seen.size).toBe(CALLS.length);
  });

  it('compute the ratios, whatever the server leaves out', () => {
    expect(prepareRatios(new Set())).toBe('vectors');
    expect(prepareRatios(new Set(FALLBACK_IDS))).toBe('vectors');
  });

  it('are rejected if one value is off', () => {
    const program = compile(ROW_RATIOS);
    const right = vectorRunner(program)!;
    const wrong: Runner = (columnOf, from, to, isSettled) => {
      right(columnOf, from, to, isSettled);
      columnOf('altmanZScore')![to - 1] = 12345;
    };
    expect(equalsLoops(program, right)).toBe(true);
    expect(equalsLoops(program, wrong)).toBe(false);
  });

  it('are not used without WebAssembly, or without its vectors', () => {
    const formula: Formula = {
      node: 'binary',
      operator: '+',
      left: { node: 'column', id: 'a' },
      right: { node: 'column', id: 'b' },
    };
    class Module {
      constructor() {
        throw new Error('no vectors');
      }
    }
    for (const absent of [undefined, { ...WebAssembly, Memory: WebAssembly.Memory, Module }]) {
      vi.stubGlobal('WebAssembly', absent);
      expect(vectorRunner(compile([{ id: 'x', formula }]))).toBeNull();
      const sums = new RankSums([Float32Array.of(2, 3), Float32Array.of(5, -7)], [Uint32Array.of(1)]);
      sums.addBlock(2);
      expect([sums.product(0, 1), sums.listed(1, 0)]).toEqual([-11, { x: -7, xx: 49 }]);
      vi.unstubAllGlobals();
    }
    expect(vectorRunner(compile([{ id: 'x', formula }]))).not.toBeNull();
  });

  it('sum ranks as the loops do', () => {
    const random = new Random(23);
    const [rows, columnCount] = [1300, 7];
    const columns = Array.from({ length: columnCount }, () =>
      Float32Array.from({ length: rows }, () => random.below(2 * rows) - rows),
    );
    const lists = Array.from({ length: 3 }, () =>
      // The first position of a block, and the last one.
      Uint32Array.from({ length: rows }, (_, row) => row).filter((row) => random.chance(0.3) || row % 512 === 0 || row === 1023),
    );
    const [vectors, loops] = (['vectors', 'loops'] as const).map((backend) => {
      const made = vi.fn();
      class Instance extends WebAssembly.Instance {
        constructor(...operands: ConstructorParameters<typeof WebAssembly.Instance>) {
          super(...operands);
          made();
        }
      }
      vi.stubGlobal('WebAssembly', { Memory: WebAssembly.Memory, Module: WebAssembly.Module, Instance });
      const sums = new RankSums(columns, lists, backend);
      vi.unstubAllGlobals();
      expect(made).toHaveBeenCalledTimes(backend === 'vectors' ? 1 : 0);
      for (let from = 0; from < rows; from += 512) sums.addBlock(Math.min(512, rows - from));
      return columns.flatMap((_, a) => [
        ...columns.map((_, b) => sums.product(a, b)),
        ...lists.flatMap((_, list) => Object.values(sums.listed(a, list))),
      ]);
    });
    expect(vectors).toEqual(loops);
    const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
    const expected = columns.flatMap((a) => [
      ...columns.map((b) => total(Array.from(a, (number, row) => number * b[row]!))),
      ...lists.flatMap((list) => [total(Array.from(list, (row) => a[row]!)), total(Array.from(list, (row) => a[row]! ** 2))]),
    ]);
    expect(loops).toEqual(expected);
    const work = correlate(
      columns.map((values) => ({ values, rates: null })),
      Uint32Array.from({ length: rows }, (_, row) => row),
    );
    let step = work.next();
    while (!step.done) step = work.next();
    expect(step.value.coefficients[columnCount + 1]).toBe(1);
  });
});
