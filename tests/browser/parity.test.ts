import { afterEach, describe, expect, it } from 'vitest';
import type { Device, DeviceName } from '../../kernels/gpu/device.ts';
import { openDevice } from '../../kernels/gpu/gpu.ts';
import { bulkDifferences } from '../kernels/bulk-parity.ts';
import { differences, PARITY_ROWS } from '../kernels/parity.ts';

let device: Device | undefined;
afterEach(() => device?.close());

describe.each<DeviceName>(['webgpu', 'webgl2', 'webasm'])('%s in this browser', (name) => {
  it('computes all ratios and 200 random formulas bit for bit as the loops do', async () => {
    device = await openDevice(name, PARITY_ROWS + 96);
    expect(device.renderer).not.toBe('');
    const found = await differences(device);
    // Division may be off by 2.5 units in the last place on a real graphics card; software adapters are exact.
    if (device.isSoftware || name === 'webasm') expect(found).toEqual([]);
    else {
      expect(found.filter(({ missing }) => missing > 0)).toEqual([]);
      for (const { relative, example } of found) expect(relative, example).toBeLessThan(1e-5);
    }
  });

  it('gives the masks, distributions, scores and correlations of their twins on the CPU', async () => {
    device = await openDevice(name, 2048);
    expect(await bulkDifferences(device)).toEqual([]);
  });
});
