import { describe, expect, it } from 'vitest';
import { type Clock, CPU_ALONE, chooseBackends, forceForRatios, holdsFor, provenFor, WORK } from '../../kernels/choose.ts';
import { ROW_RATIOS } from '../../kernels/compute.ts';
import { type Device, DeviceRefused, type Resident } from '../../kernels/gpu/device.ts';
import { openDevice } from '../../kernels/gpu/gpu.ts';
import { Random } from '../random.ts';

const clock = { now: () => performance.now(), pause: async () => {} };
const onlyWebasm = (change: (device: Device) => Device) => async (name: Device['name'], size: number) => {
  if (name !== 'webasm') throw new DeviceRefused('not here');
  return change(await openDevice(name, size));
};

/** A device with some of its methods replaced. */
function altered(device: Device, changes: Partial<Device>): Device {
  return {
    name: device.name,
    renderer: device.renderer,
    isSoftware: device.isSoftware,
    size: device.size,
    upload: (values) => device.upload(values),
    run: (text, operands) => device.run(text, operands),
    read: (column) => device.read(column),
    free: (column) => device.free(column),
    close: () => device.close(),
    ...changes,
  };
}

describe('the choice of a back end', () => {
  /** Rounds of a trial, and milliseconds that a device takes for each kind of work. */
  const ROUNDS = 5;
  const ROUND_MS = {
    masks: [500, 30, 76, 20, 400],
    distributions: [500, 30, 77, 20, 400],
    correlation: [9, 8, 30, 300, 90],
  };

  /** A clock by which a round of the loops takes 100 ms, and a round of a device, which reports when it runs, what ROUND_MS says. */
  function scripted(): { clock: Clock; runs: () => void } {
    let [time, last, pauses] = [0, 0, 0];
    const deviceMs = Object.values(ROUND_MS).flat();
    return {
      clock: {
        now: () => {
          time += 100;
          last = time;
          return time;
        },
        pause: async () => {
          pauses++;
        },
      },
      runs: () => {
        // The loops' rounds come first, then a pause before each ratio of the self-test.
        const round = pauses - ROUNDS * WORK.length - ROW_RATIOS.length - 1;
        time = last + (deviceMs[round] ?? 100) - 100;
      },
    };
  }

  /** The given number of values read first are far off, and one more is off by less. */
  const spoiled = (farCount: number, runs: () => void) => {
    let left = farCount + 1;
    return onlyWebasm((device) =>
      altered(device, {
        run: (text, operands) => {
          runs();
          return device.run(text, operands);
        },
        read: async (column) => {
          const values = await device.read(column);
          for (let row = 0; row < 100 && left > 0; row++) {
            const size = Math.abs(values[row]!);
            // Zeros and missing values can't be spoiled.
            if (size > 1e-30 && size < 1e30) values[row]! *= left-- === 1 ? 1.00005 : 1.001;
          }
          return values;
        },
      }),
    );
  };

  it('uses a device for work that it does at least 1.3 times as fast by the median of five rounds, for ratios if it is exact and faster, opening included', async () => {
    const { clock: counted, runs } = scripted();
    const choice = await chooseBackends(spoiled(50, runs), null, counted, 'driver 7');
    expect(choice.byWork).toEqual({ ratios: 'cpu', masks: 'webasm', distributions: 'cpu', correlation: 'webasm' });
    expect([choice.forced, choice.provenFor]).toEqual([null, provenFor('driver 7')]);
    const [webgpu, webgl, webasm, cpu] = choice.reports;
    expect(webasm).toMatchObject({ name: 'webasm', status: 'ok', isExact: false, reason: null, renderer: 'WebAssembly' });
    expect(webasm?.timings).toEqual({ ratios: 100 * (1 + ROW_RATIOS.length), masks: 76, distributions: 77, correlation: 30 });
    expect(webasm?.selfTestMs).toBe(100 * (1 + 2 * ROW_RATIOS.length));
    expect(cpu).toMatchObject({ name: 'cpu', status: 'ok', isExact: true, reason: null, selfTestMs: 0 });
    expect(cpu?.timings).toEqual({ ratios: 100, masks: 100, distributions: 100, correlation: 100 });
    for (const report of [webgpu, webgl]) {
      expect(report).toMatchObject({ status: 'refused', reason: 'not here', renderer: '', selfTestMs: 0, timings: {} });
    }
  });

  it('tries a device three times at work that it is too slow for, and five times if it is forced', async () => {
    const correlations: number[] = [];
    for (const forced of [null, 'webasm'] as const) {
      let [time, count] = [0, 0];
      const slow = onlyWebasm((device) =>
        altered(device, {
          run: (text, operands) => {
            time += 10;
            if (text.split('\n')[0]?.includes('sums')) count++;
            return device.run(text, operands);
          },
        }),
      );
      const choice = await chooseBackends(slow, forced, { now: () => ++time, pause: async () => {} });
      expect(choice.byWork.correlation).toBe(forced ?? 'cpu');
      correlations.push(count);
    }
    const [free, whole] = correlations as [number, number];
    expect(whole).toBeGreaterThan(0);
    expect(5 * free).toBe(3 * whole);
  });

  it('rejects a device that is far off in 51 values', async () => {
    const choice = await chooseBackends(
      spoiled(51, () => {}),
      null,
      clock,
    );
    expect(choice.reports[2]).toMatchObject({ status: 'refused', reason: expect.stringContaining('where it has to be') });
  });

  it('if forced, lets it do everything that it can', async () => {
    const choice = await chooseBackends(
      onlyWebasm((found) => found),
      'webasm',
      clock,
    );
    expect(Object.values(choice.byWork)).toEqual(['webasm', 'webasm', 'webasm', 'webasm']);
    expect(choice.reports[2]).toMatchObject({ status: 'ok', isExact: true });
  });

  it('rejects a wrong device, and a software renderer', async () => {
    const wrong = onlyWebasm((device) =>
      altered(device, { read: async (column) => (await device.read(column)).map((value) => value * 1.001) }),
    );
    const first = await chooseBackends(wrong, 'webasm', clock);
    expect(first.reports[2]).toMatchObject({ name: 'webasm', status: expect.not.stringMatching('ok') });
    expect(Object.values(first.byWork)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
    const soft = await chooseBackends(
      onlyWebasm((device) => altered(device, { isSoftware: true, renderer: 'SwiftShader' })),
      null,
      clock,
    );
    expect(soft.reports[2]).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('SwiftShader is a software renderer'),
    });
  });

  const other = (value: number): number => (value === 1 ? 2 : 1);
  const half = (value: number): number => value / 2;
  it.each<[string, string, number, (value: number) => number, string]>([
    ['mask', 'inside, outside', 3, other, 'the mask of totalAssets is not that of the loops'],
    ['distribution', 'edges', 40, other, 'the distribution of totalAssets is not that of the loops'],
    // The first column with itself: its products and its rows.
    ['correlation', 'sums', 0, half, 'a column does not correlate with itself'],
  ])('rejects a device for one wrong value of a %s', async (_, sign, place, change, reason) => {
    const wrong = onlyWebasm((device) =>
      altered(device, {
        run: async (text, operands) => {
          const result = await device.run(text, operands);
          const [head = ''] = text.split('\n');
          if (!head.includes(sign) || (sign === 'sums' && operands[0] !== operands[1])) return result;
          const values = await device.read(result);
          return device.upload(values.with(place, change(values[place]!)));
        },
      }),
    );
    const choice = await chooseBackends(wrong, null, clock);
    expect(choice.reports[2]).toMatchObject({ status: 'refused', reason });
    expect(Object.values(choice.byWork)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
  });

  it('names a device that fails midway, and continues without it', async () => {
    let left = 50;
    const dying = onlyWebasm((device) =>
      altered(device, {
        run: async (text, operands): Promise<Resident> =>
          left-- > 0 ? device.run(text, operands) : device.upload(new Float32Array(device.size)),
      }),
    );
    const choice = await chooseBackends(dying, 'webasm', clock);
    expect(choice.reports[2]).toMatchObject({ status: 'failed', reason: expect.stringContaining('answered 0') });
    expect(Object.values(choice.byWork)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
  });

  /** A device of another name with changed quotients. */
  const named = (name: Device['name'], quotient: (value: number) => number) => async (asked: Device['name'], size: number) => {
    if (asked !== name) throw new DeviceRefused('not here');
    const device = await openDevice('webasm', size);
    const run = async (text: string, operands: readonly (Resident | number)[]): Promise<Resident> => {
      const result = await device.run(text, operands);
      return /x\d+ \/ |t\d+ \/ /.test(text) ? device.upload((await device.read(result)).map(quotient)) : result;
    };
    return altered(device, { name, run });
  };

  it('does not use a device that divides inexactly for what steps and files read', async () => {
    const random = new Random(3);
    const ulps = (value: number): number =>
      Math.abs(value) < 1e30 ? Math.fround(value * (1 + (random.below(7) - 3) * 2 ** -23)) : value;
    const choice = await chooseBackends(named('webgpu', ulps), 'webgpu', clock);
    expect(choice.reports[0]).toMatchObject({ name: 'webgpu', status: 'ok', reason: null, isExact: false });
    expect(choice.byWork.ratios).toBe('cpu');
    expect(choice.byWork.masks).toBe('webgpu');
  });

  it('lets a device of any name compute ratios if every bit is right, and none that rounds one quotient of a thousand differently', async () => {
    const exact = await chooseBackends(
      named('webgpu', (value) => value),
      'webgpu',
      clock,
    );
    expect(exact.reports[0]).toMatchObject({ name: 'webgpu', status: 'ok', isExact: true });
    expect(exact.byWork.ratios).toBe('webgpu');
    const random = new Random(5);
    const rarely = (value: number): number =>
      random.chance(0.001) && Math.abs(value) < 1e30 ? Math.fround(value * (1 + 2 ** -23)) : value;
    const inexact = await chooseBackends(named('webgl2', rarely), 'webgl2', clock);
    expect(inexact.reports[1]).toMatchObject({ name: 'webgl2', status: 'ok', isExact: false });
    expect(inexact.byWork.ratios).toBe('cpu');
  });

  it('forced during a load is tested for ratios only, by the same self-test: an exact device computes them, and nothing is remembered', async () => {
    const quotients: readonly [string, (value: number) => number][] = [
      ['webgpu', (value) => value],
      ['cpu', (value) => (Math.abs(value) > 1 && Math.abs(value) < 2 ? Math.fround(value * (1 + 2 ** -23)) : value)],
    ];
    for (const [winner, quotient] of quotients) {
      const choice = await forceForRatios(named('webgpu', quotient), 'webgpu', { now: () => 0, pause: async () => {} });
      expect(choice.byWork).toEqual({ ratios: winner, masks: 'cpu', distributions: 'cpu', correlation: 'cpu' });
      expect(choice.reports.map(({ name, timings }) => [name, timings])).toEqual([['webgpu', { ratios: 0 }]]);
      expect([null, 9000, 60_000].map((rows) => holdsFor(choice, '', rows))).toEqual([false, false, false]);
    }
  });

  it('is valid only for the same drivers, kernels and size', async () => {
    const choice = { ...CPU_ALONE, provenFor: provenFor('driver 7', 60_000) };
    expect(holdsFor(choice, 'driver 7', 50_000)).toBe(true);
    expect(holdsFor(choice, 'driver 7', 900_000)).toBe(true);
    expect(holdsFor(choice, 'driver 7', null)).toBe(true);
    expect(holdsFor(choice, 'driver 7', 9000)).toBe(false);
    expect(holdsFor(choice, 'driver 8', null)).toBe(false);
    expect(holdsFor({ ...choice, forced: 'webgpu' }, 'driver 7', null)).toBe(false);
  });
});
