/** The parity test as a page, built and minified like the product. */
import type { DeviceName } from '../../kernels/gpu/device.ts';
import { openDevice } from '../../kernels/gpu/gpu.ts';
import { bulkDifferences } from '../kernels/bulk-parity.ts';
import { differences, PARITY_ROWS } from '../kernels/parity.ts';

Object.assign(globalThis, {
  async compareBackends(name: DeviceName) {
    const device = await openDevice(name, PARITY_ROWS + 96);
    const small = await openDevice(name, 2048);
    return { isSoftware: device.isSoftware, found: await differences(device), bulk: await bulkDifferences(small) };
  },
});
