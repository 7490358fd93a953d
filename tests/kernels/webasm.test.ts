import { describe, expect, it } from 'vitest';
import { openDevice } from '../../kernels/gpu.ts';
import { differences, PARITY_ROWS } from './parity.ts';

describe('WebAssembly', () => {
  it('computes all ratios and 200 random formulas bit for bit as the loops do', async () => {
    const device = await openDevice('webasm', PARITY_ROWS + 96);
    expect(await differences(device)).toEqual([]);
    await device.close();
  });
});
