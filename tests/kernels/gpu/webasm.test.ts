import { describe, expect, it } from 'vitest';
import type { Device, Resident } from '../../../kernels/gpu/device.ts';
import { openDevice } from '../../../kernels/gpu/gpu.ts';
import { bulkDifferences } from '../bulk-parity.ts';
import { differences, PARITY_ROWS } from '../parity.ts';

/** The device, and the columns that have not been freed yet. */
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
  it('computes all ratios and 200 random formulas bit for bit as the loops do, and frees everything', async () => {
    const { device, alive } = counted(await openDevice('webasm', PARITY_ROWS + 96));
    expect(await differences(device)).toEqual([]);
    expect(alive.size).toBe(0);
    await device.close();
  });

  it('gives the masks, distributions, scores and correlations of their twins on the CPU, and frees everything', async () => {
    const { device, alive } = counted(await openDevice('webasm', 2048));
    expect(await bulkDifferences(device)).toEqual([]);
    expect(alive.size).toBe(0);
    await device.close();
  });
});
