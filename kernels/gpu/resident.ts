import type { Formula } from '../../src/catalogue/formula.ts';
import { compile, run } from '../loops/cpu.ts';
import { evaluateRow } from '../loops/row.ts';
import { type Device, DeviceLost, type Resident } from './device.ts';
import { kernelPlan, MISSING, PRESENT_OVER } from './emit.ts';

/** Share by which a result's canary may differ, because GPUs may divide inexactly. */
const CANARY_TOLERANCE = 1e-4;
const SMALLEST_NORMAL = 2 ** -126;

/** Values as kernels expect them: missing is MISSING, tiny magnitudes are zero, padded to `size`, the canary last. */
export function toDevice(values: Float32Array | undefined, size: number, canary: number): Float32Array {
  const out = new Float32Array(size).fill(MISSING);
  const length = Math.min(values?.length ?? 0, size - 1);
  for (let row = 0; row < length; row++) {
    const value = values![row]!;
    const magnitude = Math.abs(value);
    if (magnitude < -PRESENT_OVER) out[row] = magnitude < SMALLEST_NORMAL ? 0 : value;
  }
  out[size - 1] = canary;
  return out;
}

/** The first `length` values of a device's column, with missing as NaN. */
export function fromDevice(values: Float32Array, length: number): Float32Array {
  const out = new Float32Array(length);
  for (let row = 0; row < length; row++) {
    const value = values[row]!;
    out[row] = value > PRESENT_OVER && value < -PRESENT_OVER ? value : Number.NaN;
  }
  return out;
}

/** A column's value in the canary's row: different for each column, and never what a dead device returns. */
export function canaryOf(id: string): number {
  let hash = 7;
  for (let index = 0; index < id.length; index++) hash = (hash * 31 + id.charCodeAt(index)) % 997;
  return 1 + hash / 8;
}

interface Kept {
  readonly column: Resident;
  readonly canary: number;
}

/**
 * The columns of a range of rows on a device: sent once, computed there, read back on request.
 * The canary of every column read is checked. Throws DeviceLost.
 */
export class ResidentColumns {
  readonly device: Device;
  readonly rowCount: number;
  readonly #columnOf: (id: string) => Float32Array | undefined;
  readonly #kept = new Map<string, Kept>();

  /** @param columnOf values on the CPU, of `rowCount` rows, fewer than the device's size; undefined for a column missing in every row */
  constructor(device: Device, columnOf: (id: string) => Float32Array | undefined, rowCount: number) {
    if (rowCount >= device.size) throw new Error(`${rowCount} rows and a canary don't fit into ${device.size} values`);
    this.device = device;
    this.rowCount = rowCount;
    this.#columnOf = columnOf;
  }

  /** Registers a column made elsewhere under a name of its own. */
  keep(id: string, column: Resident, canary: number): void {
    this.#kept.set(id, { column, canary });
  }

  /** A column on the device, sent on first use. */
  async column(id: string): Promise<Resident> {
    return (await this.#at(id)).column;
  }

  async #at(id: string): Promise<Kept> {
    let kept = this.#kept.get(id);
    if (!kept) {
      const canary = Math.fround(canaryOf(id));
      kept = { column: await this.device.upload(toDevice(this.#columnOf(id), this.device.size, canary)), canary };
      this.#kept.set(id, kept);
    }
    return kept;
  }

  /** Computes a formula on the device; the result stays there under `id`. */
  async compute(id: string, formula: Formula): Promise<void> {
    const { steps, hostColumns } = kernelPlan(id, formula);
    for (const host of hostColumns) await this.#sendHostColumn(host.id, host.formula);
    for (const step of steps) {
      const inputs = await Promise.all(step.columns.map((column) => this.#at(column)));
      const column = await this.device.run(step.text, [...inputs.map((input) => input.column), ...step.numbers]);
      const canaries = new Map(step.columns.map((name, index) => [name, inputs[index]!.canary]));
      const canary = evaluateRow(step.formula, (name) => fromCanary(canaries.get(name)!));
      this.#kept.set(step.id, { column, canary: Number.isNaN(canary) ? MISSING : canary });
    }
    for (const { id: part } of steps.slice(0, -1)) this.free(part);
  }

  async #sendHostColumn(id: string, formula: Formula): Promise<void> {
    const values = new Float32Array(this.rowCount);
    run(compile([{ id, formula }]), (name) => (name === id ? values : this.#columnOf(name)), 0, this.rowCount);
    const canary = Math.fround(canaryOf(id));
    this.#kept.set(id, { column: await this.device.upload(toDevice(values, this.device.size, canary)), canary });
  }

  /** Reads back a column of the device. */
  async values(id: string): Promise<Float32Array> {
    const { column, canary } = await this.#at(id);
    const values = await this.device.read(column);
    checkCanary(values, canary, this.device);
    return fromDevice(values, this.rowCount);
  }

  free(id: string): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    this.#kept.delete(id);
    this.device.free(kept.column);
  }

  freeAll(): void {
    for (const id of [...this.#kept.keys()]) this.free(id);
  }
}

function fromCanary(canary: number): number {
  return canary > PRESENT_OVER ? canary : Number.NaN;
}

/** Throws DeviceLost when the last value is wrong: a dead device returns zeros. */
export function checkCanary(values: Float32Array, canary: number, device: Device): void {
  const got = values[device.size - 1] ?? Number.NaN;
  const isMissing = canary <= PRESENT_OVER;
  const isRight = isMissing
    ? !(got > PRESENT_OVER && got < -PRESENT_OVER)
    : Math.abs(got - canary) <= CANARY_TOLERANCE * Math.abs(canary);
  if (!isRight) throw new DeviceLost(`${device.name} answered ${got} where it had to answer ${canary}`);
}
