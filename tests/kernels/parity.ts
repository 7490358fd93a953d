/** The test that a device computes what the CPU's loops compute; run in Node for WebAssembly and in a browser for the others. */

import { computeRatios } from '../../kernels/compute.ts';
import type { Device } from '../../kernels/gpu/device.ts';
import { ResidentColumns } from '../../kernels/gpu/resident.ts';
import { compile, run } from '../../kernels/loops/cpu.ts';
import { RATIOS } from '../../src/catalogue/catalogue.ts';
import { type Formula, FUNCTIONS, type FunctionName } from '../../src/catalogue/formula.ts';
import { Random } from '../random.ts';
import { randomColumn } from './hardValues.ts';

export const PARITY_ROWS = 4000;
export const RANDOM_FORMULAS = 200;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function randomFormula(random: Random, depth: number, names: readonly string[]): Formula {
  if (depth === 0 || random.chance(0.15)) {
    return random.chance(0.2)
      ? { node: 'number', value: random.pick([0, 1, -1.5, 22.5, 0.004]) }
      : { node: 'column', id: random.pick(names) };
  }
  if (random.chance(0.5)) {
    const operator = random.pick(['+', '-', '*', '/'] as const);
    return {
      node: 'binary',
      operator,
      left: randomFormula(random, depth - 1, names),
      right: randomFormula(random, depth - 1, names),
    };
  }
  if (random.chance(0.1)) return { node: 'negate', operand: randomFormula(random, depth - 1, names) };
  const name = random.pick(Object.keys(FUNCTIONS).filter((key) => key !== 'rankDesc')) as FunctionName;
  return {
    node: 'call',
    name,
    operands: Array.from({ length: FUNCTIONS[name].arity }, () => randomFormula(random, depth - 1, names)),
  };
}

/** How a device's values differ from the CPU's. */
export interface Difference {
  readonly id: string;
  /** Rows missing on one side only. */
  readonly missing: number;
  /** Rows whose bits differ, the sign of zero apart. */
  readonly bits: number;
  /** Largest relative distance. */
  readonly relative: number;
  readonly example: string;
}

export function difference(id: string, got: Float32Array, expected: Float32Array): Difference {
  let [missing, bits, relative, example] = [0, 0, 0, ''];
  for (let row = 0; row < expected.length; row++) {
    const [a, b] = [got[row]!, expected[row]!];
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
    if (Number.isNaN(a) !== Number.isNaN(b)) missing++;
    else bits++;
    relative = Math.max(relative, Math.abs(a - b) / Math.abs(b));
    if (example === '') example = `row ${row}: got ${a}, expected ${b}`;
  }
  return { id, missing, bits, relative, example };
}

/** The ratios and random formulas that a device computes differently from the CPU. */
export async function differences(device: Device): Promise<Difference[]> {
  const random = new Random(17);
  const columns = new Map<string, Float32Array>();
  const columnOf = (id: string): Float32Array => {
    if (!columns.has(id)) {
      columns.set(
        id,
        RATIOS.some((ratio) => ratio.id === id) ? new Float32Array(PARITY_ROWS) : randomColumn(random, PARITY_ROWS),
      );
    }
    return columns.get(id)!;
  };
  computeRatios(columnOf, 0, PARITY_ROWS);
  const found: Difference[] = [];
  const resident = new ResidentColumns(device, columnOf, PARITY_ROWS);
  for (const { id, formula } of RATIOS) {
    if (id === 'magicFormula') continue;
    await resident.compute(id, formula);
    found.push(difference(id, await resident.values(id), columnOf(id)));
  }
  resident.freeAll();

  const inputs = new Map(NAMES.map((name) => [name, randomColumn(random, PARITY_ROWS)]));
  const randoms = new ResidentColumns(device, (id) => inputs.get(id), PARITY_ROWS);
  for (let index = 0; index < RANDOM_FORMULAS; index++) {
    const formula = randomFormula(random, 4, NAMES);
    const expected = new Float32Array(PARITY_ROWS);
    run(compile([{ id: 'out', formula }]), (id) => (id === 'out' ? expected : inputs.get(id)), 0, PARITY_ROWS);
    const id = `random ${index}`;
    await randoms.compute(id, formula);
    const got = difference(id, await randoms.values(id), expected);
    found.push({ ...got, example: `${got.example} ${got.bits + got.missing > 0 ? JSON.stringify(formula) : ''}` });
    randoms.free(id);
  }
  randoms.freeAll();
  return found.filter(({ missing, bits }) => missing + bits > 0);
}
