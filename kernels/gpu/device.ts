/** What a back end other than the CPU's loops has to be able to do. gpu.ts implements it; tests make imprecise and dying ones. */

/** Back ends in the order in which ties are decided. */
export const BACKENDS = ['webgpu', 'webgl2', 'webasm', 'cpu'] as const;
export type BackendName = (typeof BACKENDS)[number];
export type DeviceName = Exclude<BackendName, 'cpu'>;

/** Sizes of columns on a device, so that kernels are compiled for a few sizes only. The last one bounds what a device is used for. */
export const DEVICE_SIZES = [16_384, 65_536, 262_144, 1_048_576] as const;

/** A column that lives on the device. Whoever got it frees it. */
export interface Resident {
  readonly resident: unknown;
}

export interface Device {
  readonly name: DeviceName;
  /** The graphics card as its driver names it. */
  readonly renderer: string;
  /** True when the processor only plays a graphics card: right, but slower than plain loops. */
  readonly isSoftware: boolean;
  /** Values per column: rows, padding and the canary in the last place. */
  readonly size: number;
  /** Sends a column of `size` finite values. */
  upload(values: Float32Array): Promise<Resident>;
  /** Runs a kernel, one thread per value. Numbers go in as uniforms. At most ARGUMENT_ARRAYS_MAX columns. */
  run(text: string, operands: readonly (Resident | number)[]): Promise<Resident>;
  /** Fetches a column: `size` values. */
  read(column: Resident): Promise<Float32Array>;
  free(column: Resident): void;
  close(): Promise<void>;
}

/** Most columns that one kernel may read: one more returns zeros without an error on some drivers. */
export const ARGUMENT_ARRAYS_MAX = 6;

/** A device that can't be had: why, in the driver's or our words. */
export class DeviceRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DeviceRefused';
  }
}

/** A device that stopped working: context lost, no answer in time, or a canary that came back dead. */
export class DeviceLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DeviceLost';
  }
}
