import { describe, expect, it } from 'vitest';
import { type Device, DeviceLost } from '../../../kernels/gpu/device.ts';
import { MISSING, PRESENT_OVER } from '../../../kernels/gpu/emit.ts';
import { openDevice } from '../../../kernels/gpu/gpu.ts';
import { chooseRows, correlateOn, countBinsOn, MASK_MISSING, MASK_PASSES, maskOn } from '../../../kernels/gpu/operations.ts';
import { canaryOf, fromDevice, ResidentColumns, toDevice } from '../../../kernels/gpu/resident.ts';
import { filterNumbers, filterRows, maskPass } from '../../../kernels/loops/filter.ts';
import { chooseBins } from '../../../kernels/statistics/binning.ts';
import { spreadOf } from '../../../kernels/statistics/distribution.ts';
import { COLUMNS } from '../../../src/catalogue/catalogue.ts';
import { parseFormula } from '../../../src/catalogue/formula.ts';

it('columns go to a device and come back: missing as a number, tiny as zero, the canary last', () => {
  const values = Float32Array.of(1, Number.NaN, 1e-40, Infinity, -3.4028235e38, -(2 ** -126), 3.4027e38, 5, 6);
  const sent = toDevice(values, 9, 9);
  expect([...sent]).toEqual([1, MISSING, 0, MISSING, MISSING, -(2 ** -126), Math.fround(3.4027e38), 5, 9]);
  expect([...toDevice(undefined, 3, 9)]).toEqual([MISSING, MISSING, 9]);
  expect([...toDevice(Float32Array.of(4), 3, 9)]).toEqual([4, MISSING, 9]);
  const absent = Number.NaN;
  expect([...fromDevice(sent, 8)]).toEqual([1, absent, 0, absent, absent, -(2 ** -126), Math.fround(3.4027e38), 5]);
  expect([...fromDevice(Float32Array.of(PRESENT_OVER, -PRESENT_OVER, MISSING), 3)]).toEqual([absent, absent, absent]);
  // (7 × 31 + 97) / 8 above 1.
  expect([canaryOf(''), canaryOf('a')]).toEqual([1.875, 40.25]);
  const canaries = COLUMNS.map(({ id }) => canaryOf(id));
  expect(Math.min(...canaries)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...canaries)).toBeLessThan(126);
  expect(new Set(canaries).size).toBeGreaterThan(190);
});

describe('a failed device', () => {
  const ROWS = 100;
  const values = Float32Array.from({ length: ROWS }, (_, row) => row + 1);
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
    ['a correlation', (_, device) => correlateOn(device, [values, values])],
    [
      'a formula',
      async (columns) => {
        await columns.compute('twice', parseFormula('2 * a'));
        return columns.values('twice');
      },
    ],
    ['a column', (columns) => columns.values('a')],
  ])('is recognized by its zeros for %s', async (_, work) => {
    const device = await openDevice('webasm', 128);
    const dead: Device = {
      ...{ name: device.name, renderer: device.renderer, isSoftware: device.isSoftware, size: device.size },
      upload: (values) => device.upload(values),
      run: (text, operands) => device.run(text, operands),
      read: async () => new Float32Array(device.size),
      free: (column) => device.free(column),
      close: () => device.close(),
    };
    await expect(work(new ResidentColumns(device, () => values, ROWS), device)).resolves.not.toThrow();
    await expect(work(new ResidentColumns(dead, () => values, ROWS), dead)).rejects.toThrow(DeviceLost);
    await device.close();
  });

  it('is not suspected if a value equals the number of the canary', async () => {
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
      const { rows: kept, missing } = filterNumbers(numbers, null, rows, low, high, true);
      const masked = filterRows(rows, [maskPass(mask, MASK_PASSES, MASK_MISSING)]);
      expect(masked).toEqual({ rows: kept, passed: [{ kept: kept.length, missing }] });
    }
    await device.close();
  });

  it('accepts no more rows than fit with the canary, and no column of another size', async () => {
    const device = await openDevice('webasm', 128);
    expect(() => new ResidentColumns(device, () => values, 128)).toThrow("128 rows and a canary don't fit into 128 values");
    expect(new ResidentColumns(device, () => values, 127).rowCount).toBe(127);
    await expect(device.upload(new Float32Array(127))).rejects.toThrow('128 values, not 127');
    const many = Array.from({ length: 129 }, () => values);
    await expect(correlateOn(device, many)).rejects.toThrow('129 columns are more than the device has values');
    await device.close();
  });
});
