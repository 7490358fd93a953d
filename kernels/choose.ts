/** Which back end does which kind of work: decided by self-tests on this machine, never by name. */

import { RATIOS } from '../src/catalogue/catalogue.ts';
import { parseFormula } from '../src/catalogue/formula.ts';
import { computeRatios, prepareRatios, ROW_RATIOS } from './compute.ts';
import { BACKENDS, type BackendName, DEVICE_SIZES, type Device, type DeviceName, DeviceRefused } from './gpu/device.ts';
import { chooseRows, correlateOn, countBinsOn, MASK_FAILS, MASK_MISSING, MASK_PASSES, maskOn } from './gpu/operations.ts';
import { ResidentColumns } from './gpu/resident.ts';
import { compile, run } from './loops/cpu.ts';
import { filterNumbers, filterRows, maskPass } from './loops/filter.ts';
import { chooseBins } from './statistics/binning.ts';
import { centeredRanks, correlate } from './statistics/correlation.ts';
import { binCodes, countCodes, spreadOf } from './statistics/distribution.ts';

export const WORK = ['ratios', 'masks', 'distributions', 'correlation'] as const;
export type Work = (typeof WORK)[number];

/** Incremented when kernels change, so that choices remembered for older ones are dropped. */
export const KERNELS_VERSION = 4;

/** The outcome for one back end. */
export interface BackendReport {
  readonly name: BackendName;
  readonly status: 'ok' | 'refused' | 'failed';
  /** Null for ok. */
  readonly reason: string | null;
  readonly renderer: string;
  readonly selfTestMs: number;
  /** True when every value of the self-test had the CPU's bits. */
  readonly isExact: boolean;
  /** Milliseconds per kind of work, everything included: the median of its trial; for ratios on a device, the self-test with opening and compiling. */
  readonly timings: Readonly<Partial<Record<Work, number>>>;
}

export interface Choice {
  readonly reports: readonly BackendReport[];
  readonly byWork: Readonly<Record<Work, BackendName>>;
  /** The back end that the user forced, or null. */
  readonly forced: BackendName | null;
  /** The drivers and the kernels' version for which this is valid. */
  readonly provenFor: string;
}

/** Opens a device, or throws DeviceRefused. */
export type OpenDevice = (name: DeviceName, size: number) => Promise<Device>;

export const CPU_ALONE: Choice = {
  reports: [
    { name: 'cpu', status: 'ok', reason: null, renderer: 'typed-array loops', selfTestMs: 0, isExact: true, timings: {} },
  ],
  byWork: { ratios: 'cpu', masks: 'cpu', distributions: 'cpu', correlation: 'cpu' },
  forced: null,
  provenFor: '',
};

/** Rows in which values that are far off are counted. */
const SELF_TEST_ROWS = 196;
/** Trials use columns of the size that the universe needs, up to this one. */
const TRIAL_SIZE_MAX = 65_536;
/** Operands that every device computes exactly before it computes ratios, whatever its trial size. */
const HARD_OPERANDS = TRIAL_SIZE_MAX - 1;
/** Values generated; longer columns repeat them. */
const DRAWN_ROWS = 16_383;
const TRIAL_CORRELATED = 32;
const TRIAL_ROUNDS = 5;
/** A device replaces the loops when it is at least this many times as fast. */
const FASTER = 1.3;
/** Largest share by which a value may differ from the CPU's, and how many values may differ by more. */
const FAR = 1e-4;
const FAR_VALUES_MAX = 50;
/** For correlation coefficients. */
const TOLERANCE = 1e-5;
/** Edge cases in an order that repeats with a different period for each column. */
const HARD = [1, -1, 0, Number.NaN, 0.5, 3e38, 1e13, -3e38, 16777217, 2 ** -126, 1e-40, 12.25, -7e9, 0.004, 2e-5, 123456.7];

function edgeColumn(seed: number, length: number): Float32Array {
  let state = seed * 2654435761 + 12345;
  const drawn = Float32Array.from({ length: Math.min(length, DRAWN_ROWS) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const draw = (state >>> 8) / 2 ** 24;
    const edge = HARD[Math.floor(draw * 64)];
    return edge ?? Math.exp(draw * 40 - 10) * (state & 64 ? 1 : -1);
  });
  const column = new Float32Array(length);
  for (let at = 0; at < length; at += drawn.length) column.set(drawn.subarray(0, length - at), at);
  return column;
}

/** Operands whose quotients, products, sums and differences are often halfway between two float32 numbers, where rounding is hardest. */
function hardOperands(length: number): readonly [Float32Array, Float32Array] {
  let state = 20251123;
  const draw = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  const divisors = Float32Array.from(
    { length },
    () => (1 + draw()) * 2 ** Math.floor(draw() * 40 - 20) * (draw() < 0.5 ? 1 : -1),
  );
  const middle = (): number => 1 + (Math.floor(draw() * 2 ** 23) + 0.5) * 2 ** -23;
  const dividends = divisors.map((divisor, row) =>
    row % 2 === 0 ? middle() * divisor : (1 + draw()) * 2 ** Math.floor(draw() * 20),
  );
  return [dividends, divisors];
}

const ARITHMETIC = ['a / b', 'a * b', 'a + b', 'a - b'].map((text) => ({ text, formula: parseFormula(text) }));

/** True when a device rounds every result of the four operations as float32 arithmetic does. */
async function isArithmeticExact(device: Device): Promise<boolean> {
  const rows = device.size - 1;
  const [dividends, divisors] = hardOperands(Math.max(rows, HARD_OPERANDS));
  for (let first = 0; first < dividends.length; first += rows) {
    const block = (operands: Float32Array): Float32Array => {
      const from = Math.min(first, operands.length - rows);
      return operands.subarray(from, from + rows);
    };
    if (!(await isExactOver(device, block(dividends), block(divisors)))) return false;
  }
  return true;
}

async function isExactOver(device: Device, a: Float32Array, b: Float32Array): Promise<boolean> {
  const rows = a.length;
  const expected = new Float32Array(rows);
  const columnOf = (id: string): Float32Array => (id === 'a' ? a : id === 'b' ? b : expected);
  const resident = new ResidentColumns(device, columnOf, rows);
  try {
    for (const { text, formula } of ARITHMETIC) {
      await resident.compute(text, formula);
      const got = await resident.values(text);
      run(compile([{ id: text, formula }]), columnOf, 0, rows);
      if (got.some((value, row) => value !== expected[row])) return false;
    }
    return true;
  } finally {
    resident.freeAll();
  }
}

/** A generated universe of `length` rows: inputs from edge cases, ratios computed by the loops. */
function fixture(length: number): (id: string) => Float32Array {
  const columns = new Map<string, Float32Array>();
  const isRatio = new Set(RATIOS.map(({ id }) => id));
  const columnOf = (id: string): Float32Array => {
    let values = columns.get(id);
    if (!values) {
      values = isRatio.has(id) ? new Float32Array(length) : edgeColumn(columns.size + 1, length);
      columns.set(id, values);
    }
    return values;
  };
  computeRatios(columnOf, 0, length, new Set(), () => false, 'loops');
  return columnOf;
}

interface SelfTest {
  /** True when all bits are the CPU's. */
  readonly isExact: boolean;
  /** For all ratios from scratch: compiling kernels, sending inputs, reading results. */
  readonly ratiosMs: number;
}

/**
 * Computes every ratio over the edge cases, then the four operations over hard operands.
 * A device may divide inexactly, which changes differences of quotients and comparisons of equal ones: it then does not compute ratios.
 * Throws DeviceRefused when a value is missing on one side only, or more than a few are far off.
 */
async function selfTest(device: Device, columnOf: ColumnOfAll, { now, pause }: Clock): Promise<SelfTest> {
  const rows = device.size - 1;
  let isExact = true;
  let ratiosMs = 0;
  const resident = new ResidentColumns(device, columnOf, rows);
  let far = 0;
  for (const { id, formula } of ROW_RATIOS) {
    await pause();
    const from = now();
    await resident.compute(id, formula);
    const got = await resident.values(id);
    ratiosMs += now() - from;
    const expected = columnOf(id);
    for (let row = 0; row < rows; row++) {
      const [a, b] = [got[row]!, expected[row]!];
      if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
      isExact = false;
      if (Number.isNaN(a) || Number.isNaN(b)) throw new DeviceRefused(`${id} is ${a} where it has to be ${b}`);
      if (row < SELF_TEST_ROWS && !(Math.abs(a - b) <= FAR * Math.abs(b)) && ++far > FAR_VALUES_MAX)
        throw new DeviceRefused(`${id} is ${a} where it has to be ${b}`);
    }
  }
  resident.freeAll();
  return { isExact: isExact && (await isArithmeticExact(device)), ratiosMs };
}

/** Time, and a way to let other work run between two trials. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  pause(): Promise<void>;
}

type ColumnOfAll = (id: string) => Float32Array;
type Trial = (columnOf: ColumnOfAll, allRows: Uint32Array) => Promise<void>;

const trialInputs = ['totalAssets', 'totalRevenue', 'netIncome', 'ebit', 'cash', 'close', 'beta', 'volume'];

const CPU_TRIALS: Readonly<Record<Work, Trial>> = {
  async ratios(columnOf, allRows) {
    computeRatios(columnOf, 0, allRows.length);
  },
  async masks(columnOf, allRows) {
    for (const id of trialInputs) filterNumbers(columnOf(id), null, allRows, 0, 1e9, true);
  },
  async distributions(columnOf, allRows) {
    for (const id of trialInputs) countCodes(binCodes(columnOf(id), chooseBins(spreadOf(columnOf(id)))), allRows);
  },
  async correlation(columnOf, allRows) {
    const work = correlate(
      RATIOS.slice(0, TRIAL_CORRELATED).map(({ id }) => ({ values: columnOf(id), rates: null })),
      allRows,
    );
    while (!work.next().done);
  },
};

/** Trials on a device, everything included: ranking, sending columns, and reading back. Ratios are timed by the self-test. */
function deviceTrials(
  device: Device,
  columnOf: ColumnOfAll,
  allRows: Uint32Array,
): Readonly<Record<Exclude<Work, 'ratios'>, () => Promise<void>>> {
  // The first round of each trial is checked; the others are only timed.
  const looked = new Set<Work>();
  const firstTime = (work: Work): boolean => {
    const isFirst = !looked.has(work);
    looked.add(work);
    return isFirst;
  };
  const sent = async (on: Device, work: (resident: ResidentColumns) => Promise<void>): Promise<void> => {
    const resident = new ResidentColumns(on, columnOf, allRows.length);
    try {
      await work(resident);
    } finally {
      resident.freeAll();
    }
  };
  const ranked = RATIOS.slice(0, TRIAL_CORRELATED).map(({ id }) => ({ values: columnOf(id), rates: null }));
  return {
    masks: () =>
      sent(device, async (resident) => {
        const looks = firstTime('masks');
        for (const id of trialInputs) {
          const mask = await maskOn(resident, id, 0, 1e9, true);
          filterRows(allRows, [maskPass(mask, MASK_PASSES, MASK_MISSING)]);
          if (!looks) continue;
          const { rows, missing } = filterNumbers(columnOf(id), null, allRows, 0, 1e9, true);
          const isRight =
            rows.every((row) => mask[row] === MASK_PASSES) &&
            mask.filter((code) => code === MASK_FAILS).length === allRows.length - rows.length - missing;
          if (!isRight) throw new DeviceRefused(`the mask of ${id} is not that of the loops`);
        }
      }),
    distributions: () =>
      sent(device, async (resident) => {
        const looks = firstTime('distributions');
        await chooseRows(resident, 'chosen', allRows);
        for (const id of trialInputs) {
          const bins = chooseBins(spreadOf(columnOf(id)));
          const counts = await countBinsOn(resident, id, 'chosen', bins);
          if (!looks) continue;
          const expected = countCodes(binCodes(columnOf(id), bins), allRows);
          if (counts.some((count, bin) => count !== expected[bin]))
            throw new DeviceRefused(`the distribution of ${id} is not that of the loops`);
        }
      }),
    async correlation() {
      const work = centeredRanks(ranked, allRows);
      let step = work.next();
      while (!step.done) step = work.next();
      const { coefficients } = (await correlateOn(device, step.value))!;
      if (!ranked.every((_, index) => !(Math.abs(coefficients[index * (ranked.length + 1)]! - 1) > TOLERANCE))) {
        throw new DeviceRefused('a column does not correlate with itself');
      }
    },
  };
}

/** Median of five rounds, or of fewer once three were too slow, so that the median cannot meet the limit. */
async function medianMs(trial: () => Promise<void>, limitMs: number, { now, pause }: Clock): Promise<number> {
  const times: number[] = [];
  const isLost = (): boolean => times.filter((time) => time > limitMs).length > TRIAL_ROUNDS >> 1;
  while (times.length < TRIAL_ROUNDS && !isLost()) {
    await pause();
    const from = now();
    await trial();
    times.push(now() - from);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

/** Median milliseconds of each kind of work. With the loops' times as limits, a device is tried until it has won or lost. */
async function timings(
  trials: Readonly<Partial<Record<Work, () => Promise<void>>>>,
  clock: Clock,
  limits?: BackendReport['timings'],
): Promise<Partial<Record<Work, number>>> {
  const found: Partial<Record<Work, number>> = {};
  for (const work of WORK) {
    const trial = trials[work];
    if (trial) found[work] = await medianMs(trial, (limits?.[work] ?? Number.POSITIVE_INFINITY) / FASTER, clock);
  }
  return found;
}

/** Values per column in trials for a universe of so many rows. */
function trialSize(rowCount: number): number {
  return Math.min(TRIAL_SIZE_MAX, DEVICE_SIZES.find((size) => size > rowCount) ?? TRIAL_SIZE_MAX);
}

/** True when a choice was made on these drivers, with this kernels' version, for a universe of similar size; null accepts any size. */
export function holdsFor(choice: Choice, drivers: string, rowCount: number | null): boolean {
  if (choice.forced !== null) return false;
  if (rowCount !== null) return choice.provenFor === provenFor(drivers, rowCount);
  return DEVICE_SIZES.some((size) => choice.provenFor === provenFor(drivers, size - 1));
}

/** What a choice is valid for: the drivers, the kernels' version and the approximate number of rows. */
export function provenFor(drivers: string, rowCount = 0): string {
  return `${KERNELS_VERSION} | ${trialSize(rowCount)} | ${drivers}`;
}

function refusal(name: DeviceName, error: unknown, renderer: string): BackendReport {
  const reason = error instanceof Error ? error.message : String(error);
  const status = error instanceof DeviceRefused ? 'refused' : 'failed';
  return { name, status, reason, renderer, selfTestMs: 0, isExact: false, timings: {} };
}

async function reportOfLoops(columnOf: ColumnOfAll, allRows: Uint32Array, clock: Clock): Promise<BackendReport> {
  const trials = Object.fromEntries(WORK.map((work) => [work, () => CPU_TRIALS[work](columnOf, allRows)]));
  const renderer =
    prepareRatios(new Set()) === 'vectors' ? 'typed-array loops, ratios by WebAssembly vectors' : 'typed-array loops';
  return { ...CPU_ALONE.reports[0]!, renderer, timings: await timings(trials, clock) };
}

function choiceOf(reports: readonly BackendReport[], forced: BackendName | null, proven: string): Choice {
  const byWork = Object.fromEntries(WORK.map((work) => [work, fastest(work, reports, forced)])) as Record<Work, BackendName>;
  return { reports, byWork, forced, provenFor: proven };
}

/**
 * A forced device's self-test during a load, on columns of the smallest size: if it passes, the device computes ratios. Rejects when the
 * clock's pause rejects, by which the test can be stopped.
 */
export async function forceForRatios(open: OpenDevice, name: DeviceName, clock: Clock): Promise<Choice> {
  const [size] = DEVICE_SIZES;
  await clock.pause();
  const choice = choiceOf([await reportOf(open, name, size, fixture(size - 1), name, clock)], name, '');
  // Nothing else was tested.
  return { ...choice, byWork: { ...CPU_ALONE.byWork, ratios: choice.byWork.ratios } };
}

/** Tests a device, which times ratios, and runs `trials`. */
async function reportOf(
  open: OpenDevice,
  name: DeviceName,
  size: number,
  columnOf: ColumnOfAll,
  forced: BackendName | null,
  clock: Clock,
  trials: (device: Device) => Promise<BackendReport['timings']> = async () => ({}),
): Promise<BackendReport> {
  let device: Device | null = null;
  try {
    const opened = clock.now();
    device = await open(name, size);
    const openMs = clock.now() - opened;
    const { renderer } = device;
    if (device.isSoftware && forced !== name)
      throw new DeviceRefused(`${renderer} is a software renderer, slower than the loops`);
    const from = clock.now();
    const { isExact, ratiosMs } = await selfTest(device, columnOf, clock);
    const selfTestMs = clock.now() - from;
    const timed = { ratios: openMs + ratiosMs, ...(await trials(device)) };
    return { name, status: 'ok', reason: null, renderer, selfTestMs, isExact, timings: timed };
  } catch (error) {
    return refusal(name, error, device?.renderer ?? '');
  } finally {
    await device?.close();
  }
}

/**
 * Opens each device, runs its self-test and compares it with the loops. Software renderers are refused unless forced.
 * @param forced does all the work that it can, whatever its speed
 * @param drivers names the drivers, for `provenFor`
 * @param rowCount of the universe
 */
export async function chooseBackends(
  open: OpenDevice,
  forced: BackendName | null,
  clock: Clock,
  drivers = '',
  rowCount = 0,
): Promise<Choice> {
  const size = trialSize(rowCount);
  const allRows = Uint32Array.from({ length: size - 1 }, (_, row) => row);
  const columnOf = fixture(allRows.length);
  const cpu = await reportOfLoops(columnOf, allRows, clock);
  const reports: BackendReport[] = [];
  for (const name of BACKENDS) {
    if (name === 'cpu') continue;
    const limits = name === forced ? undefined : cpu.timings;
    const trials = (device: Device) => timings(deviceTrials(device, columnOf, allRows), clock, limits);
    reports.push(await reportOf(open, name, size, columnOf, forced, clock, trials));
  }
  reports.push(cpu);
  return choiceOf(reports, forced, provenFor(drivers, rowCount));
}

function fastest(work: Work, reports: readonly BackendReport[], forced: BackendName | null): BackendName {
  const mayDo = ({ status, isExact }: BackendReport): boolean => status === 'ok' && (work !== 'ratios' || isExact);
  const able = reports.filter(mayDo);
  if (forced) return able.some(({ name }) => name === forced) ? forced : 'cpu';
  const cpuMs = reports.find(({ name }) => name === 'cpu')?.timings[work] ?? Number.POSITIVE_INFINITY;
  const best = able
    .filter(({ name }) => name !== 'cpu')
    .sort((a, b) => (a.timings[work] ?? Infinity) - (b.timings[work] ?? Infinity))[0];
  return best && (best.timings[work] ?? Infinity) * FASTER <= cpuMs ? best.name : 'cpu';
}
