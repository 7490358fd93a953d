import { describe, expect, it } from 'vitest';
import { chooseRows, correlateOn, countBinsOn, MASK_MISSING, MASK_PASSES, maskOn, scoresOn } from '../../kernels/bulk.ts';
import { type Device, DeviceLost, type Resident } from '../../kernels/device.ts';
import { spreadOf } from '../../kernels/distribution.ts';
import { chooseBins } from '../../kernels/edges.ts';
import { kernelPlan, kernelText } from '../../kernels/emit.ts';
import { filterByMask, filterNumbers } from '../../kernels/filter.ts';
import { openDevice } from '../../kernels/gpu.ts';
import { canaryOf, ResidentColumns } from '../../kernels/resident.ts';
import { evaluateRow } from '../../kernels/row.ts';
import { formulaColumns, parseFormula } from '../../src/catalogue/formula.ts';
import { Random } from '../random.ts';
import { bulkDifferences } from './bulk-parity.ts';
import { differences, PARITY_ROWS, randomFormula } from './parity.ts';

/** The device, and the columns that nobody has freed yet. */
function counted(device: Device): { device: Device; alive: Set<Resident> } {
  const alive = new Set<Resident>();
  const born = async (column: Promise<Resident>): Promise<Resident> => {
    alive.add(await column);
    return column;
  };
  return {
    alive,
    device: {
      name: device.name,
      renderer: device.renderer,
      isSoftware: device.isSoftware,
      size: device.size,
      upload: (values) => born(device.upload(values)),
      run: (text, operands) => born(device.run(text, operands)),
      read: (column) => device.read(column),
      free: (column) => {
        expect(alive.delete(column)).toBe(true);
        device.free(column);
      },
      close: () => device.close(),
    },
  };
}

describe('WebAssembly', () => {
  it('computes all ratios and 200 random formulas bit for bit as the loops do, and keeps nothing', async () => {
    const { device, alive } = counted(await openDevice('webasm', PARITY_ROWS + 96));
    expect(await differences(device)).toEqual([]);
    expect(alive.size).toBe(0);
    await device.close();
  });

  it('gives the masks, distributions, scores and correlations of their twins on the CPU, and keeps nothing', async () => {
    const { device, alive } = counted(await openDevice('webasm', 2048));
    expect(await bulkDifferences(device)).toEqual([]);
    expect(alive.size).toBe(0);
    await device.close();
  });
});

it('a rank is no kernel, and neither is a function of the host', () => {
  expect(() => kernelText(parseFormula('1 + rankDesc(a)'))).toThrow('rankDesc ranks a whole column');
  expect(() => kernelText(parseFormula('ln(a)'))).toThrow('ln is computed on the CPU');
});

it('a formula of many columns is cut into kernels of few, whose results make its value', () => {
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

describe('a device that has died', () => {
  const ROWS = 100;
  const values = Float32Array.from({ length: ROWS }, (_, row) => row + 1);
  const part = { weight: 1, better: 'higher', missing: 'zero' } as const;
  const bins = chooseBins(spreadOf(values));

  it.each<[string, (columns: ResidentColumns, device: Device) => Promise<unknown>]>([
    ['a mask', (columns) => maskOn(columns, 'a', 3, 5, true)],
    ['a mask of what lies outside', (columns) => maskOn(columns, 'a', 3, 5, false)],
    [
      'a distribution',
      async (columns) => {
        await chooseRows(columns, 'chosen', Uint32Array.of(1, 2));
        return countBinsOn(columns, 'a', 'chosen', bins);
      },
    ],
    ['a score', (columns) => scoresOn(columns, ['a'], [part])],
    ['a score of little weight', (columns) => scoresOn(columns, ['a'], [{ ...part, weight: 0.001 }])],
    ['a correlation', (_, device) => correlateOn(device, [values, values])],
    [
      'a formula',
      async (columns) => {
        await columns.compute('twice', parseFormula('2 * a'));
        return columns.values('twice');
      },
    ],
    ['a column', (columns) => columns.values('a')],
  ])('is told by its zeros for %s', async (_, work) => {
    const device = await openDevice('webasm', 128);
    const dead = { ...counted(device).device, read: async () => new Float32Array(device.size) };
    const living = counted(device).device;
    await expect(work(new ResidentColumns(living, () => values, ROWS), living)).resolves.not.toThrow();
    await expect(work(new ResidentColumns(dead, () => values, ROWS), dead)).rejects.toThrow(DeviceLost);
    await device.close();
  });

  it('is not mistaken for one where a value is the very number of the canary', async () => {
    const device = await openDevice('webasm', 128);
    const canary = canaryOf('a');
    const numbers = Float32Array.of(canary - 1, canary, canary, canary + 1, Number.NaN);
    const columns = new ResidentColumns(device, () => numbers, 5);
    const rows = Uint32Array.of(0, 1, 2, 3, 4);
    await chooseRows(columns, 'chosen', rows);
    expect([...(await countBinsOn(columns, 'a', 'chosen', chooseBins(spreadOf(numbers))))]).toEqual([1, 2, 1]);
    for (const [low, high] of [
      [canary, canary],
      [canary, Infinity],
      [-Infinity, canary],
    ] as const) {
      const mask = await maskOn(columns, 'a', low, high, true);
      expect(filterByMask(mask, MASK_PASSES, MASK_MISSING, rows)).toEqual(filterNumbers(numbers, null, rows, low, high, true));
    }
    await device.close();
  });

  it('takes no more rows than it has room for beside the canary, and no column of another size', async () => {
    const device = await openDevice('webasm', 128);
    expect(() => new ResidentColumns(device, () => values, 128)).toThrow("128 rows and a canary don't fit into 128 values");
    expect(new ResidentColumns(device, () => values, 127).rowCount).toBe(127);
    await expect(device.upload(new Float32Array(127))).rejects.toThrow('128 values, not 127');
    const many = Array.from({ length: 12 }, () => values);
    await expect(correlateOn(device, many)).rejects.toThrow('12 columns have more pairs');
    await device.close();
  });
});
