import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../kernels/gpu/device.ts';
import { openDevice } from '../../kernels/gpu/gpu.ts';
import { RATIOS } from '../../src/catalogue/catalogue.ts';
import { Loader, loadTable } from '../../src/engine/load/loader.ts';
import { Accelerator } from '../../src/engine/worker/accelerator.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const wire = randomUniverse(43, 3, 150);
const clock = { now: () => performance.now(), pause: () => new Promise<void>((resolve) => setTimeout(resolve)) };

describe.each<Exclude<DeviceName, 'webasm'>>(['webgpu', 'webgl2'])('%s that is forced during a load', (name) => {
  it('computes the ratios of the countries that arrive after it was chosen, bit for bit as the loops do', async () => {
    const accelerator = new Accelerator(openDevice, () => {});
    const plain = wireSource(wire);
    const last = wire.at(-1)!.country;
    let trial: Promise<void> = Promise.resolve();
    const gated = {
      ...plain,
      bytes: async (path: string) => {
        if (path.endsWith(`/${last}`)) await trial;
        return await plain.bytes(path);
      },
    };
    const computed: number[] = [];
    const loader = new Loader(
      gated,
      () => {},
      () =>
        accelerator.does('ratios')
          ? async (columnOf, rowCount, absent) => {
              const isDone = await accelerator.ratios(columnOf, rowCount, absent);
              if (isDone) computed.push(rowCount);
              return isDone;
            }
          : null,
    );
    trial = accelerator.forceForRatios(name, clock);
    await loader.load();
    // A card whose division is inexact may not compute ratios; software adapters are exact.
    const isAdmitted = accelerator.choice.reports[0]?.isExact === true;
    expect(computed).toEqual(isAdmitted ? [wire.at(-1)!.rows.length] : []);
    if (accelerator.choice.reports[0]?.renderer.match(/swiftshader/i)) expect(isAdmitted).toBe(true);
    const table = await loadTable(wireSource(wire));
    for (const { id } of RATIOS) expect(loader.table().numbers(id), id).toEqual(table.numbers(id));
    await accelerator.close();
  }, 120_000);
});
