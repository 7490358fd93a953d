import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../kernels/choose.ts';
import { type Device, DeviceRefused, type Resident } from '../../../kernels/gpu/device.ts';
import { openDevice } from '../../../kernels/gpu/gpu.ts';
import { correlate, type Progress } from '../../../kernels/statistics/correlation.ts';
import { COLUMNS } from '../../../src/catalogue/catalogue.ts';
import { isText } from '../../../src/catalogue/column.ts';
import { columnCorrelations } from '../../../src/engine/answers/correlation.ts';
import { presentDistribution } from '../../../src/engine/answers/distribution.ts';
import { digest } from '../../../src/engine/answers/receipt.ts';
import { Loader, loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { printScreen } from '../../../src/engine/steps/text.ts';
import { numbersOf } from '../../../src/engine/table/numbers.ts';
import { Accelerator } from '../../../src/engine/worker/accelerator.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(31, 2, 150);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

/** Devices that run on WebAssembly, with faults added. */
const opener = (change: (device: Device) => Partial<Device>) => async (name: Device['name'], size: number) => {
  if (name !== 'webasm') throw new DeviceRefused('not here');
  const device = await openDevice(name, size);
  const changed: Device = {
    name,
    renderer: device.renderer,
    isSoftware: false,
    size,
    upload: (values) => device.upload(values),
    run: (text, operands) => device.run(text, operands),
    read: (column) => device.read(column),
    free: (column) => device.free(column),
    close: () => device.close(),
    ...change(device),
  };
  return changed;
};

/** The trial of an unchanged device takes seconds: one serves all tests whose device changes later. */
let trial: Promise<Choice> | undefined;
async function tried(): Promise<Choice> {
  const { accelerator } = await chosen(() => ({}));
  return { ...accelerator.choice, forced: null };
}

interface Proven {
  readonly accelerator: Accelerator;
  readonly choices: string[][];
}

function made(change: (device: Device) => Partial<Device>): Proven {
  const choices: string[][] = [];
  const accelerator = new Accelerator(opener(change), ({ byWork }) => choices.push(Object.values(byWork)));
  return { accelerator, choices };
}

/** Has passed its own trial. */
async function chosen(change: (device: Device) => Partial<Device>): Promise<Proven> {
  const device = made(change);
  await device.accelerator.chooseBackends('webasm', { now: () => performance.now(), pause: async () => {} });
  return device;
}

/** Has passed a trial before, and does not change until later. */
async function proven(change: (device: Device) => Partial<Device> = () => ({})): Promise<Proven> {
  trial ??= tried();
  const device = made(change);
  expect(device.accelerator.recall(await trial, '', null)).toBe(true);
  return device;
}

const always = async (): Promise<boolean> => true;

describe('a working device', () => {
  /** Every quotient off by up to 3 units in the last place, at random. */
  const imprecise = (device: Device): Partial<Device> => {
    const random = new Random(12);
    return {
      run: async (text, operands) => {
        const result = await device.run(text, operands);
        if (!/[xt]\d+ \/ /.test(text)) return result;
        const values = await device.read(result);
        return device.upload(
          values.map((value) => (Math.abs(value) < 1e30 ? value * (1 + (random.below(7) - 3) * 2 ** -23) : value)),
        );
      },
    };
  };

  it.each<[string, (device: Device) => Partial<Device>]>([
    ['an exact device', () => ({})],
    ['a device whose quotients are off by up to 3 units in the last place', imprecise],
  ])('%s gives the rows of the loops for 1,000 random screens with bounds on existing values', async (_, change) => {
    const { accelerator } = await chosen(change);
    const random = new Random(8);
    let masked = 0;
    for (let round = 0; round < 1000; round++) {
      const steps: Step[] = randomScreen(random, valuesOf);
      const masks = await accelerator.masks(table, steps);
      masked += masks.size;
      const { rows, counts } = applySteps(table, steps, null, (step) => masks.get(step));
      const expected = applySteps(table, steps, null);
      expect(rows, printScreen(steps)).toEqual(expected.rows);
      expect(counts, printScreen(steps)).toEqual(expected.counts);
      expect(digest(table, rows)).toBe(digest(table, expected.rows));
    }
    expect(masked).toBeGreaterThan(500);
    await accelerator.close();
  });

  it('gives the table, the distributions and the correlations of the loops, which compute the ratios that it fails at', async () => {
    let isLost = false;
    const { accelerator, choices } = await proven((device) => ({
      run: async (text, operands) => (isLost ? Promise.reject(new Error('lost')) : device.run(text, operands)),
    }));
    const expectSameTable = async (): Promise<void> => {
      const loader = new Loader(
        wireSource(wire),
        () => {},
        () => (columnOf, rowCount, absent) => accelerator.ratios(columnOf, rowCount, absent),
      );
      await loader.load();
      for (const id of ['altmanZScore', 'ohlsonProbability', 'priceToGrahamNumber', 'beneishMScore', 'magicFormula', 'close']) {
        expect(loader.table().numbers(id), id).toEqual(table.numbers(id));
      }
    };
    await expectSameTable();
    const rows = table.rows.filter((row) => row % 3 !== 0);
    const ids = ['marketCapitalization', 'beta', 'piotroskiFScore', 'altmanZScore'];
    for (const id of ids) {
      const counts = await accelerator.counts(table, id, rows);
      expect(counts).not.toBeNull();
      expect(presentDistribution(table, id, rows, counts!)).toEqual(presentDistribution(table, id, rows));
    }
    const found = await accelerator.correlation(table, ids, rows, always);
    const work = correlate(
      ids.map((id) => numbersOf(table, id)),
      rows,
    );
    let step = work.next();
    while (!step.done) step = work.next();
    expect(found!.counts).toEqual(step.value.counts);
    for (const [pair, r] of step.value.coefficients.entries()) expect(found!.coefficients[pair]).toBeCloseTo(r, 4);
    expect([accelerator.does('ratios'), choices.length]).toEqual([true, 1]);
    isLost = true;
    await expectSameTable();
    expect(choices.at(-1)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
    expect(accelerator.choice.reports.find(({ name }) => name === 'webasm')).toMatchObject({ status: 'failed', reason: 'lost' });
    expect(accelerator.does('ratios')).toBe(false);
    await accelerator.close();
  });

  it('correlates all columns of a table with fewer rows than they have pairs, and stays in use', async () => {
    const { accelerator, choices } = await proven();
    const ids = COLUMNS.filter((column) => !isText(column)).map(({ id }) => id);
    expect(ids.length ** 2).toBeGreaterThan(16_384);
    const found = await accelerator.correlation(table, ids, table.rows, always);
    const expected = runToEnd(columnCorrelations(table, ids, table.rows));
    expect(found?.counts).toEqual(expected.counts);
    const far = expected.coefficients.findIndex((r, pair) => {
      const got = found!.coefficients[pair]!;
      return Number.isNaN(r) ? !Number.isNaN(got) : !(Math.abs(got - r) <= 1e-4);
    });
    expect(far).toBe(-1);
    expect([accelerator.does('correlation'), choices.length]).toEqual([true, 1]);
    await accelerator.close();
  });

  it('is not lost by an unanswerable request', async () => {
    const { accelerator, choices } = await proven();
    expect(await accelerator.correlation(table, ['beta', 'nothing of this name'], table.rows, always)).toBeNull();
    expect(await accelerator.correlation(table, ['beta', 'name'], table.rows, always)).toBeNull();
    const many = Array.from({ length: 16_385 }, () => 'beta');
    expect(await accelerator.correlation(table, many, table.rows.subarray(0, 1), always)).toBeNull();
    expect(choices).toEqual([['webasm', 'webasm', 'webasm', 'webasm']]);
    expect(await accelerator.correlation(table, ['beta', 'close'], table.rows, always)).not.toBeNull();
    await accelerator.close();
  });

  it('reports the progress of a correlation, from the first ranks to the last rows, and stops on request', async () => {
    const { accelerator, choices } = await proven();
    const ids = ['beta', 'close', 'volume', 'marketCapitalization'];
    const told: number[] = [];
    const counting = async ({ done, total }: Progress): Promise<boolean> => {
      told.push(done / total);
      return true;
    };
    await accelerator.correlation(table, ids, table.rows, counting);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.slice(0, 4)).toEqual([1 / 8, 2 / 8, 3 / 8, 4 / 8]);
    expect(told.at(-1)).toBe(1);
    for (const stop of [1, 4, 5]) {
      let asked = 0;
      expect(await accelerator.correlation(table, ids, table.rows, async () => ++asked < stop)).toBeNull();
      expect(asked).toBe(stop);
    }
    expect([accelerator.does('correlation'), choices.length]).toEqual([true, 1]);
    await accelerator.close();
  });

  it.each<[string, (left: () => boolean) => (device: Device) => Partial<Device>]>([
    [
      'answers zeros',
      (dies) => (device) => ({ read: async (column) => (dies() ? new Float32Array(device.size) : device.read(column)) }),
    ],
    [
      'throws',
      (dies) => (device) => ({
        run: async (text, operands): Promise<Resident> =>
          dies() ? Promise.reject(new Error('lost')) : device.run(text, operands),
      }),
    ],
    [
      'refuses to take columns',
      (dies) => (device) => ({
        upload: async (values) => (dies() ? Promise.reject(new Error('out of memory')) : device.upload(values)),
      }),
    ],
  ])('is abandoned midway if it %s: the rows stay right, and it is not used again', async (_, death) => {
    for (const calls of [0, 1, 7]) {
      let left = calls;
      const dies = (): boolean => left-- <= 0;
      const { accelerator, choices } = await proven(death(dies));
      const random = new Random(calls);
      for (let round = 0; round < 40; round++) {
        const steps = randomScreen(random, valuesOf);
        const masks = await accelerator.masks(table, steps);
        const { rows } = applySteps(table, steps, null, (step) => masks.get(step));
        expect(rows, printScreen(steps)).toEqual(applySteps(table, steps, null).rows);
      }
      expect(choices).toEqual([
        ['webasm', 'webasm', 'webasm', 'webasm'],
        ['cpu', 'cpu', 'cpu', 'cpu'],
      ]);
      expect(accelerator.choice.reports.find(({ name }) => name === 'webasm')?.status).toBe('failed');
    }
  });
});
