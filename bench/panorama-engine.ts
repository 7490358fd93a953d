/** The engine's part of the panorama's measurements, in a worker: a table of the seeded universe, and its codes on a port. */
import { computeRatios } from '../kernels/compute.ts';
import { serveCodes } from '../src/engine/panorama/codesPort.ts';
import { DESCRIBED, makeUniverse, tableOf } from './universe.ts';

self.onmessage = ({ data, ports }: MessageEvent<number>) => {
  const table = tableOf(makeUniverse(data));
  computeRatios(
    (id) => table.numbers(id),
    0,
    data,
    new Set(),
    () => true,
  );
  serveCodes(ports[0]!, {
    table: () => table,
    withColumns: async (ask) => await ask(),
    pause: () => new Promise((resolve) => setTimeout(resolve)),
  });
  self.postMessage({ version: table.version, ids: DESCRIBED });
};
