import { describe, expect, it } from 'vitest';
import { openDevice } from '../../kernels/gpu.ts';
import { bulkDifferences } from './bulk-parity.ts';
import { differences, PARITY_ROWS } from './parity.ts';

describe('WebAssembly', () => {
  it('computes all ratios and 200 random formulas bit for bit as the loops do', async () => {
    const device = await openDevice('webasm', PARITY_ROWS + 96);
    expect(await differences(device)).toEqual([]);
    await device.close();
  });

  it('gives the masks, distributions, scores and correlations of their twins on the CPU', async () => {
    const device = await openDevice('webasm', 2048);
    expect(await bulkDifferences(device)).toEqual([]);
    await device.close();
  });
});
