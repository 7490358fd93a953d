import { describe, expect, it } from 'vitest';
import { prove, WORK } from '../../kernels/choose.ts';
import { type Device, DeviceRefused, type Resident } from '../../kernels/device.ts';
import { openDevice } from '../../kernels/gpu.ts';
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
  it('uses a right device for what it does faster, if anything, and says what it took', async () => {
    const choice = await prove(
      onlyWebasm((found) => found),
      null,
      clock,
    );
    const report = choice.reports.find(({ name }) => name === 'webasm');
    expect(report).toMatchObject({ status: 'ok', isExact: true, reason: null });
    for (const work of WORK) expect(report?.timings[work]).toBeGreaterThan(0);
    expect(choice.reports.find(({ name }) => name === 'webgpu')).toMatchObject({ status: 'refused', reason: 'not here' });
  });

  it('forced, lets it do all it may do', async () => {
    const choice = await prove(
      onlyWebasm((found) => found),
      'webasm',
      clock,
    );
    expect(Object.values(choice.byWork)).toEqual(['webasm', 'webasm', 'webasm', 'webasm']);
  });

  it('turns a wrong device down, and a software renderer', async () => {
    const wrong = onlyWebasm((device) =>
      altered(device, { read: async (column) => (await device.read(column)).map((value) => value * 1.001) }),
    );
    const first = await prove(wrong, 'webasm', clock);
    expect(first.reports[2]).toMatchObject({ name: 'webasm', status: expect.not.stringMatching('ok') });
    expect(Object.values(first.byWork)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
    const soft = await prove(
      onlyWebasm((device) => altered(device, { isSoftware: true, renderer: 'SwiftShader' })),
      null,
      clock,
    );
    expect(soft.reports[2]).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('SwiftShader is a software renderer'),
    });
  });

  it('names a device that dies in the middle, and does without it', async () => {
    let left = 200;
    const dying = onlyWebasm((device) =>
      altered(device, {
        run: async (text, operands): Promise<Resident> =>
          left-- > 0 ? device.run(text, operands) : device.upload(new Float32Array(device.size)),
      }),
    );
    const choice = await prove(dying, 'webasm', clock);
    expect(choice.reports[2]).toMatchObject({ status: 'failed', reason: expect.stringContaining('answered 0') });
    expect(Object.values(choice.byWork)).toEqual(['cpu', 'cpu', 'cpu', 'cpu']);
  });

  it('keeps a device that divides inexactly from what steps and files read', async () => {
    const random = new Random(3);
    const ulps = (value: number): number =>
      Math.abs(value) < 1e30 ? Math.fround(value * (1 + (random.below(7) - 3) * 2 ** -23)) : value;
    // WebGPU is not exact by specification, whatever it is found to be.
    const inexact = async (name: Device['name'], size: number): Promise<Device> => {
      if (name !== 'webgpu') throw new DeviceRefused('not here');
      const device = await openDevice('webasm', size);
      const run = async (text: string, operands: readonly (Resident | number)[]): Promise<Resident> => {
        const result = await device.run(text, operands);
        return /x\d+ \/ |t\d+ \/ /.test(text) ? device.upload((await device.read(result)).map(ulps)) : result;
      };
      return altered(device, { name: 'webgpu', run });
    };
    const choice = await prove(inexact, 'webgpu', clock);
    expect(choice.reports[0]).toMatchObject({ name: 'webgpu', status: 'ok', reason: null, isExact: false });
    expect(choice.byWork.ratios).toBe('cpu');
    expect(choice.byWork.masks).toBe('webgpu');
  });
});
