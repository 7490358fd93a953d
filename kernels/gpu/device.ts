/** Interface of the back ends other than the CPU's loops. gpu.ts implements it; tests make imprecise and failing ones. */

/** Back ends, preferred ones first among equals. */
export const BACKENDS = ['webgpu', 'webgl2', 'webasm', 'cpu'] as const;
export type BackendName = (typeof BACKENDS)[number];
export type DeviceName = Exclude<BackendName, 'cpu'>;

/** Column sizes on a device, few so that kernels are compiled for few sizes. The last is the largest that a device is used for. */
export const DEVICE_SIZES = [16_384, 65_536, 262_144, 1_048_576] as const;

/** A column on the device. Its owner frees it. */
export interface Resident {
  readonly resident: unknown;
}

export interface Device {
  readonly name: DeviceName;
  /** The GPU as its driver names it. */
  readonly renderer: string;
  /** True when the CPU emulates a GPU: correct, but slower than plain loops. */
  readonly isSoftware: boolean;
  /** Values per column: rows, padding and a canary in the last position. */
  readonly size: number;
  /** Sends a column of `size` finite values. */
  upload(values: Float32Array): Promise<Resident>;
  /** Runs a kernel, one thread per value. Numbers are passed as uniforms. At most ARGUMENT_ARRAYS_MAX columns. */
  run(text: string, operands: readonly (Resident | number)[]): Promise<Resident>;
  /** Reads back a column: `size` values. */
  read(column: Resident): Promise<Float32Array>;
  free(column: Resident): void;
  close(): Promise<void>;
}

/** Most columns that one kernel may read: with one more, some drivers return zeros without an error. */
export const ARGUMENT_ARRAYS_MAX = 6;

/** A device that is not available: why, in the driver's or our words. */
export class DeviceRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DeviceRefused';
  }
}

/** A device that stopped working: context lost, no answer in time, or a wrong canary. */
export class DeviceLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DeviceLost';
  }
}
