/** The only adapter of gpu.js: kernels as text on WebGPU, WebGL 2 or WebAssembly. Loaded on demand, by the worker only. */
import { GPU, type IKernelRunShortcut, Input, type Texture } from 'gpu.js';
import { type Device, DeviceLost, type DeviceName, DeviceRefused, type Resident } from './device.ts';
import { webglRenderer, webgpuRenderer } from './renderers.ts';

/** Time limit of a run or a read. */
const ANSWER_MS = 10_000;
/** Each WebAssembly kernel has its own memory, and a page may have about a hundred. */
const WEBASM_KERNELS_MAX = 32;
const UPLOAD = 'function(a) { return a[this.thread.x]; }';

type Value = Texture | Float32Array;

/** The mode that really runs: gpu.js falls back to other back ends with only a warning. */
function modeOf(kernel: IKernelRunShortcut): string {
  return (kernel as unknown as { kernel: { constructor: { mode: string } } }).kernel.constructor.mode;
}

/** Modes as gpu.js names them. */
const MODES: Readonly<Record<DeviceName, string>> = { webgpu: 'webgpu', webgl2: 'gpu', webasm: 'webasm' };

async function inTime<T>(work: Promise<T> | T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeviceLost(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a device for columns of `size` values. Throws DeviceRefused with the reason. */
export async function openDevice(name: DeviceName, size: number): Promise<Device> {
  const adapter = name === 'webgpu' ? await webgpuRenderer() : null;
  if (typeof adapter === 'string') throw new DeviceRefused(adapter);
  let gpu: GPU;
  try {
    gpu = new GPU({ mode: name });
  } catch (error) {
    throw new DeviceRefused(error instanceof Error ? error.message : String(error));
  }
  const device = new GpuDevice(name, size, gpu);
  try {
    await device.selfTest();
  } catch (error) {
    await device.close();
    throw error instanceof DeviceRefused ? error : new DeviceRefused(error instanceof Error ? error.message : String(error));
  }
  Object.assign(
    device,
    adapter ??
      (name === 'webgl2' ? webglRenderer(gpu.context as WebGL2RenderingContext) : { renderer: 'WebAssembly', isSoftware: false }),
  );
  return device;
}

class GpuDevice implements Device {
  readonly name: DeviceName;
  readonly size: number;
  readonly renderer: string = '';
  readonly isSoftware: boolean = false;
  readonly #gpu: GPU;
  readonly #kernels = new Map<string, IKernelRunShortcut>();

  constructor(name: DeviceName, size: number, gpu: GPU) {
    this.name = name;
    this.size = size;
    this.#gpu = gpu;
  }

  /** Runs a kernel with a known result; refuses a back end other than the requested one. */
  async selfTest(): Promise<void> {
    const text = 'function(a, b) { return a[this.thread.x] / b; }';
    const column = await this.upload(new Float32Array(this.size).fill(7));
    const answer = await this.read(await this.run(text, [column, 2]));
    const mode = modeOf(this.#kernel(text));
    if (mode !== MODES[this.name]) throw new DeviceRefused(`gpu.js took ${mode} instead`);
    if (answer.length !== this.size || answer.some((value) => value !== 3.5)) throw new DeviceRefused('7 / 2 is not 3.5 on it');
  }

  #kernel(text: string): IKernelRunShortcut {
    let kernel = this.#kernels.get(text);
    if (kernel && this.name === 'webasm') {
      this.#kernels.delete(text);
      this.#kernels.set(text, kernel);
    }
    if (!kernel) {
      if (this.name === 'webasm' && this.#kernels.size >= WEBASM_KERNELS_MAX) this.#dropOldest();
      const isWebGl = this.name === 'webgl2';
      const settings = {
        output: [this.size],
        precision: 'single',
        tactic: 'precision',
        fixIntegerDivisionAccuracy: false,
        ...(this.name === 'webasm' ? {} : { pipeline: true, immutable: true }),
        ...(isWebGl ? { optimizeFloatMemory: true } : {}),
      } as const;
      kernel = (this.#gpu.createKernel as unknown as (source: string, settings: object) => IKernelRunShortcut)(text, settings);
      this.#kernels.set(text, kernel);
    }
    return kernel;
  }

  #dropOldest(): void {
    for (const [text, kernel] of this.#kernels) {
      this.#kernels.delete(text);
      kernel.destroy();
      return;
    }
  }

  async upload(values: Float32Array): Promise<Resident> {
    if (values.length !== this.size) throw new Error(`a column of this device has ${this.size} values, not ${values.length}`);
    if (this.name === 'webasm') return { resident: values.slice() };
    const input = new Input(values as unknown as number[], [this.size]);
    return this.#call(this.#kernel(UPLOAD), [input]);
  }

  async run(text: string, operands: readonly (Resident | number)[]): Promise<Resident> {
    return this.#call(
      this.#kernel(text),
      operands.map((operand) => (typeof operand === 'number' ? operand : operand.resident)),
    );
  }

  async #call(kernel: IKernelRunShortcut, operands: readonly unknown[]): Promise<Resident> {
    const call = kernel as unknown as (...values: readonly unknown[]) => Value | Promise<Value>;
    const result = await this.#alive(async () => call(...operands));
    return { resident: this.name === 'webasm' ? (result as Float32Array).slice() : result };
  }

  async read({ resident }: Resident): Promise<Float32Array> {
    if (this.name === 'webasm') return (resident as Float32Array).slice();
    const values = await this.#alive(async () => (resident as Texture).toArray() as Float32Array | Promise<Float32Array>);
    return values instanceof Float32Array ? values : Float32Array.from(values as ArrayLike<number>);
  }

  free({ resident }: Resident): void {
    if (this.name !== 'webasm') (resident as Texture).delete();
  }

  async close(): Promise<void> {
    this.#kernels.clear();
    await Promise.resolve(this.#gpu.destroy()).catch(() => {});
  }

  /** A lost WebGL context returns zeros without an error, so it is checked after each call. */
  async #alive<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await inTime(work());
      if (this.name === 'webgl2' && (this.#gpu.context as WebGL2RenderingContext).isContextLost())
        throw new DeviceLost('the WebGL context was lost');
      return result;
    } catch (error) {
      if (error instanceof DeviceLost || error instanceof DeviceRefused) throw error;
      throw new DeviceLost(error instanceof Error ? error.message : String(error));
    }
  }
}
