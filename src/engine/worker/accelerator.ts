/** Runs work on the device chosen for it after its self-test, and falls back to the loops when it fails. Results stay the same. */

import {
  type BackendReport,
  type Choice,
  type Clock,
  CPU_ALONE,
  chooseBackends,
  forceForRatios,
  holdsFor,
  type OpenDevice,
  WORK,
  type Work,
} from '../../../kernels/choose.ts';
import { computeRatiosOn } from '../../../kernels/compute.ts';
import { type BackendName, DEVICE_SIZES, type Device, type DeviceName } from '../../../kernels/gpu/device.ts';
import { chooseRows, correlateOn, countBinsOn, type GoOn, maskOn } from '../../../kernels/gpu/operations.ts';
import { ResidentColumns } from '../../../kernels/gpu/resident.ts';
import { type Correlations, centeredRanks } from '../../../kernels/statistics/correlation.ts';
import { comparedNumbers, MISSING_CODE } from '../../../kernels/statistics/distribution.ts';
import { universeDistribution } from '../answers/distribution.ts';
import { comparisonOf } from '../steps/bounds.ts';
import { isNumericFilter } from '../steps/filter.ts';
import { stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';

interface Open {
  readonly device: Device;
  readonly table: Table;
  readonly columns: ResidentColumns;
}

/** Id of a filter's compared column: the values, or money in the base currency. */
const comparedId = (id: string, isMoney: boolean): string => (isMoney ? `${id} compared` : id);

/** GPUs may treat smaller numbers as 0. */
const SMALLEST_NORMAL = 2 ** -126;
const isNormal = (bound: number): boolean => bound === 0 || Math.abs(bound) >= SMALLEST_NORMAL;

export class Accelerator {
  readonly #openDevice: OpenDevice;
  readonly #onChange: (choice: Choice) => void;
  #choice: Choice = CPU_ALONE;
  #open: Open | null = null;

  /** @param onChange called with every choice, and after a device fails */
  constructor(openDevice: OpenDevice, onChange: (choice: Choice) => void) {
    this.#openDevice = openDevice;
    this.#onChange = onChange;
  }

  get choice(): Choice {
    return this.#choice;
  }

  /** Uses a remembered choice if it is still valid here; `rowCount` is null while unknown. */
  recall(remembered: Choice | null, drivers: string, rowCount: number | null): boolean {
    const holds = remembered !== null && holdsFor(remembered, drivers, rowCount);
    if (holds) this.#take(remembered);
    return holds;
  }

  /** Tests every back end on this machine, for a universe of `rowCount` rows, and chooses the fastest correct one for each kind of work. */
  async chooseBackends(forced: BackendName | null, clock: Clock, drivers = '', rowCount = 0): Promise<void> {
    this.#take(await chooseBackends(this.#openDevice, forced, clock, drivers, rowCount));
  }

  /** Tests a forced device during a load: if correct, it computes the ratios of the remaining countries. Reported once all of its work is chosen. */
  async forceForRatios(name: DeviceName, clock: Clock): Promise<void> {
    this.#choice = await forceForRatios(this.#openDevice, name, clock);
  }

  /** True when a device does this kind of work. */
  does(work: Work): boolean {
    return this.#choice.byWork[work] !== 'cpu';
  }

  /**
   * Computes the ratios of a block of rows into the arrays of `columnOf`. Resolves to false to leave it to the loops.
   * @param absent columns that the server does not send
   */
  async ratios(
    columnOf: (id: string) => Float32Array | undefined,
    rowCount: number,
    absent: ReadonlySet<string>,
  ): Promise<boolean> {
    const name = this.#choice.byWork.ratios;
    const size = DEVICE_SIZES.find((each) => each > rowCount);
    if (name === 'cpu' || size === undefined) return false;
    let device: Device | null = null;
    try {
      device = await this.#openDevice(name, size);
      await computeRatiosOn(new ResidentColumns(device, columnOf, rowCount), (id) => columnOf(id)!, absent);
      return true;
    } catch (error) {
      await this.#lose(name, error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      await device?.close();
    }
  }

  /** Masks of the numeric filters by step; empty to leave them to the loops. */
  async masks(table: Table, steps: readonly Step[]): Promise<Map<Step, Uint8Array>> {
    const masks = new Map<Step, Uint8Array>();
    await this.#on('masks', table, async ({ columns }) => {
      for (const step of steps) {
        if (!isNumericFilter(step) || step.keepMissing || stepFault(step, (id) => table.column(id)) !== null) continue;
        const comparison = comparisonOf(table, step);
        if (!comparison) continue;
        const { low, high, inside, rates } = comparison;
        if (!isNormal(low) || !isNormal(high)) continue;
        // The device has the rates of the table alone.
        if (rates !== null && rates !== table.rates) continue;
        masks.set(step, await maskOn(columns, comparedId(step.columnId, rates !== null), low, high, inside));
      }
    });
    return masks;
  }

  /** Counts of a column's rows by bin, with the missing after the last possible bin; null to leave it to the loops. */
  async counts(table: Table, id: string, rows: Uint32Array): Promise<Uint32Array | null> {
    const { lows, scale, from, to } = universeDistribution(table, id);
    const { rates } = numbersOf(table, id);
    return this.#on('distributions', table, async ({ columns }) => {
      await chooseRows(columns, 'chosen rows', rows);
      const counted = await countBinsOn(columns, comparedId(id, rates !== null), 'chosen rows', { lows, scale, from, to });
      columns.free('chosen rows');
      const counts = new Uint32Array(MISSING_CODE + 1);
      counts.set(counted);
      counts[MISSING_CODE] = rows.length - counted.reduce((sum, count) => sum + count, 0);
      return counts;
    });
  }

  /**
   * Rank correlations of the columns over the rows; null to leave it to the loops, or when `goOn` resolves to false.
   * @param goOn called after every ranked column and every block of rows
   */
  async correlation(table: Table, ids: readonly string[], rows: Uint32Array, goOn: GoOn): Promise<Correlations | null> {
    return this.#on('correlation', table, async ({ device }) => {
      const columns = ids.map((id) => numbersOf(table, id));
      const total = 2 * ids.length;
      const work = centeredRanks(columns, rows);
      for (let step = work.next(); ; step = work.next()) {
        if (step.done) {
          const ranks = step.value;
          return correlateOn(device, ranks, (part) => goOn({ done: ids.length * (1 + part.done / part.total), total }));
        }
        if (!(await goOn({ done: step.value.done, total }))) return null;
      }
    });
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.device.close();
  }

  #take(choice: Choice): void {
    this.#choice = choice;
    this.#onChange(choice);
  }

  async #on<T>(work: Work, table: Table, run: (open: Open) => Promise<T>): Promise<T | null> {
    const name = this.#choice.byWork[work];
    if (name === 'cpu' || table.rowCount + 1 > DEVICE_SIZES[DEVICE_SIZES.length - 1]!) return null;
    try {
      return await run(await this.#ready(name, table));
    } catch (error) {
      // The request is invalid; the device is fine.
      if (error instanceof RangeError) return null;
      await this.#lose(name, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  async #ready(name: DeviceName, table: Table): Promise<Open> {
    if (this.#open?.table === table && this.#open.device.name === name) return this.#open;
    const size = DEVICE_SIZES.find((each) => each > table.rowCount)!;
    let device = this.#open?.device;
    this.#open?.columns.freeAll();
    if (device?.name !== name || device.size !== size) {
      await this.close();
      device = await this.#openDevice(name, size);
    }
    const columnOf = (id: string): Float32Array | undefined => {
      const bare = id.endsWith(' compared') ? id.slice(0, -' compared'.length) : id;
      const values = table.numbers(bare);
      return values && bare !== id ? comparedNumbers(values, table.rates) : values;
    };
    this.#open = { device, table, columns: new ResidentColumns(device, columnOf, table.rowCount) };
    return this.#open;
  }

  /** The device is not used again in this session. */
  async #lose(name: BackendName, reason: string): Promise<void> {
    await this.close().catch(() => {});
    const reports = this.#choice.reports.map(
      (report): BackendReport => (report.name === name ? { ...report, status: 'failed', reason } : report),
    );
    const byWork = Object.fromEntries(
      WORK.map((work) => [work, this.#choice.byWork[work] === name ? 'cpu' : this.#choice.byWork[work]]),
    );
    this.#take({ ...this.#choice, reports, byWork: byWork as Record<Work, BackendName> });
  }
}
