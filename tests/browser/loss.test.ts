import { describe, expect, it } from 'vitest';
import { type BackendReport, type Choice, CPU_ALONE, provenFor, WORK, type Work } from '../../kernels/choose.ts';
import type { BackendName, DeviceName } from '../../kernels/gpu/device.ts';
import { openDevice } from '../../kernels/gpu/gpu.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { applySteps } from '../../src/engine/run/apply.ts';
import type { Step } from '../../src/engine/steps/registry.ts';
import { Accelerator } from '../../src/engine/worker/accelerator.ts';
import { naiveSecurities } from '../naive-screen.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';

/** Everything that the page opens on a graphics card from now on, for the test to lose. */
const contexts: WebGL2RenderingContext[] = [];
const devices: { destroy(): void }[] = [];
for (const canvas of [HTMLCanvasElement.prototype, OffscreenCanvas.prototype]) {
  const getContext = canvas.getContext as (this: unknown, ...args: unknown[]) => unknown;
  Object.assign(canvas, {
    getContext(this: unknown, ...args: unknown[]) {
      const context = getContext.apply(this, args);
      if (context instanceof WebGL2RenderingContext) contexts.push(context);
      return context;
    },
  });
}
const adapter = (
  globalThis as { GPUAdapter?: { prototype: { requestDevice(...args: unknown[]): Promise<{ destroy(): void }> } } }
).GPUAdapter;
if (adapter) {
  const requestDevice = adapter.prototype.requestDevice;
  adapter.prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    devices.push(device);
    return device;
  };
}

const lose: Readonly<Record<'webgpu' | 'webgl2', () => void>> = {
  webgpu: () => {
    for (const device of devices) device.destroy();
  },
  webgl2: () => {
    for (const context of contexts) context.getExtension('WEBGL_lose_context')?.loseContext();
  },
};

/** A choice remembered from an earlier visit: the device does all work without another self-test. */
function proven(name: DeviceName): Choice {
  const report: BackendReport = { ...CPU_ALONE.reports[0]!, name };
  const byWork = Object.fromEntries(WORK.map((work) => [work, name])) as Record<Work, BackendName>;
  return { reports: [report, ...CPU_ALONE.reports], byWork, forced: null, provenFor: provenFor('') };
}

const wire = randomUniverse(41, 2, 120);
const securities = naiveSecurities(wire);
const valuesOf = (id: string) => securities.slice(0, 50).map((security) => security[id] ?? Number.NaN);

describe.each<Exclude<DeviceName, 'webasm'>>(['webgpu', 'webgl2'])('%s lost in the middle of a run', (name) => {
  it('never gives a wrong row: the loops continue, and the loss is named', async () => {
    const table = await loadTable(wireSource(wire));
    const doing: string[] = [];
    const accelerator = new Accelerator(openDevice, ({ byWork }) => doing.push(byWork.masks));
    expect(accelerator.recall(proven(name), '', null)).toBe(true);
    expect(doing).toEqual([name]);
    const random = new Random(4);
    let masked = 0;
    for (let round = 0; round < 40; round++) {
      if (round === 15) lose[name]();
      const steps: Step[] = randomScreen(random, valuesOf);
      const masks = await accelerator.masks(table, steps);
      masked += masks.size;
      const { rows } = applySteps(table, steps, null, (step) => masks.get(step));
      expect(rows).toEqual(applySteps(table, steps, null).rows);
    }
    expect(masked).toBeGreaterThan(0);
    expect(doing).toEqual([name, 'cpu']);
    expect(accelerator.choice.reports.find((report) => report.name === name)).toMatchObject({ status: 'failed' });
    await accelerator.close();
  });
});
