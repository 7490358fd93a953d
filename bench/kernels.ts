/** Upload, compute and read-back of every back end compared with the loops, and the loops with the tuned baseline. */

import { computeRatios, ROW_RATIOS } from '../kernels/compute.ts';
import { type Device, DeviceLost, type DeviceName, DeviceRefused } from '../kernels/gpu/device.ts';
import { openDevice } from '../kernels/gpu/gpu.ts';
import { chooseRows, correlateOn, countBinsOn, maskOn } from '../kernels/gpu/operations.ts';
import { ResidentColumns } from '../kernels/gpu/resident.ts';
import { compile, run } from '../kernels/loops/cpu.ts';
import { filterNumbers } from '../kernels/loops/filter.ts';
import { type Bins, chooseBins } from '../kernels/statistics/binning.ts';
import { correlate } from '../kernels/statistics/correlation.ts';
import { binCodes, countCodes, spreadOf } from '../kernels/statistics/distribution.ts';
import { percentiles } from '../kernels/statistics/percentile.ts';
import { RATIOS } from '../src/catalogue/catalogue.ts';
import { parseFormula } from '../src/catalogue/formula.ts';
import { REFERENCE } from './reference.ts';
import { quantile, type Result } from './results.ts';

const ROUNDS = 5;
const CORRELATED = 32;
const FILTERS = 8;
/** Maximum rows for correlations on a software renderer. */
const SOFTWARE_ROWS_MAX = 100_000;

/** A seeded universe: 12 % missing, log-normal sizes of both signs. */
function universe(rows: number): (id: string) => Float32Array {
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  const columns = new Map<string, Float32Array>(RATIOS.map(({ id }) => [id, new Float32Array(rows)]));
  return (id) => {
    let values = columns.get(id);
    if (!values) {
      values = Float32Array.from({ length: rows }, () =>
        next() < 0.12 ? Number.NaN : Math.exp(next() * 20) * (next() < 0.1 ? -1 : 1),
      );
      columns.set(id, values);
    }
    return values;
  };
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function median(work: () => unknown, rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return quantile(times, 0.5);
}

function drain(work: Generator<unknown, unknown>): void {
  while (!work.next().done);
}

interface Workload {
  readonly rows: number;
  readonly where: Result['where'];
  readonly columnOf: (id: string) => Float32Array;
  readonly allRows: Uint32Array;
  readonly ids: readonly string[];
  readonly bins: readonly Bins[];
}

/** The loops as the engine runs them over decoded columns, interleaved with those of the tuned baseline; checked to be equal. */
async function loops({ rows, where, columnOf, allRows, ids, bins }: Workload): Promise<Result[]> {
  const program = compile(REFERENCE.map(({ id, formula }) => ({ id, formula: parseFormula(formula) })));
  const [byLoops, byHand] = [new Map<string, Float32Array>(), new Map<string, Float32Array>()];
  for (const { id } of REFERENCE) for (const map of [byLoops, byHand]) map.set(id, new Float32Array(rows));
  const times = { loops: [] as number[], hand: [] as number[] };
  for (let round = 0; round < 2 * ROUNDS; round++) {
    times.hand.push(
      await timed(() => {
        for (const { id, compute } of REFERENCE) compute(columnOf, byHand.get(id)!);
      }),
    );
    times.loops.push(
      await timed(() =>
        run(
          program,
          (id) => byLoops.get(id) ?? columnOf(id),
          0,
          rows,
          () => true,
        ),
      ),
    );
  }
  for (const { id } of REFERENCE) {
    const [a, b] = [byLoops.get(id)!, byHand.get(id)!];
    const off = a.findIndex((value, row) => value !== b[row] && !(Number.isNaN(value) && Number.isNaN(b[row]!)));
    if (off >= 0) throw new Error(`${id}: the loops give ${a[off]}, those of the tuned baseline ${b[off]} in row ${off}`);
  }
  const [limit, own] = [quantile(times.hand.slice(ROUNDS), 0.5), quantile(times.loops.slice(ROUNDS), 0.5)];
  const result = (workload: string, medianMs: number, vsLimit: number | null = null, contender = 'cpu'): Result => ({
    workload,
    rows,
    where,
    contender,
    medianMs,
    vsLimit,
  });
  return [
    result('60 ratios', limit, 1, 'bare loop'),
    result('60 ratios', own, own / limit),
    result('89 ratios', await median(() => computeRatios(columnOf, 0, rows, new Set(), () => true))),
    result('8 masks', await median(() => ids.map((id) => filterNumbers(columnOf(id), null, allRows, 0, 1e9, true)))),
    result(
      '8 distributions',
      await median(() => ids.map((id, index) => countCodes(binCodes(columnOf(id), bins[index]!), allRows))),
    ),
    result(
      'correlation 32 × 32',
      await median(
        () =>
          drain(
            correlate(
              RATIOS.slice(0, CORRELATED).map(({ id }) => ({ values: columnOf(id), rates: null })),
              allRows,
            ),
          ),
        3,
      ),
    ),
  ];
}

async function onDevice(name: DeviceName, { rows, where, columnOf, allRows, ids, bins }: Workload): Promise<Result[]> {
  const size = 2 ** Math.ceil(Math.log2(rows + 1));
  let device: Device;
  try {
    device = await openDevice(name, size);
  } catch (error) {
    if (!(error instanceof DeviceRefused)) throw error;
    return [{ workload: 'refused', rows, where, contender: name, medianMs: Number.NaN, vsLimit: null, note: error.message }];
  }
  const results: Result[] = [];
  const resident = new ResidentColumns(device, columnOf, rows);
  const inputs = compile(ROW_RATIOS).inputs;
  const computeAll = async (): Promise<void> => {
    for (const { id, formula } of ROW_RATIOS) {
      resident.free(id);
      await resident.compute(id, formula);
    }
  };
  const upload = async (): Promise<void> => {
    for (const id of inputs) await resident.column(id);
  };
  const readBack = async (): Promise<void> => {
    for (const { id } of ROW_RATIOS) await resident.values(id);
  };
  const masks = async (): Promise<void> => {
    for (const id of ids) await maskOn(resident, id, 0, 1e9, true);
  };
  const distributions = async (): Promise<void> => {
    await chooseRows(resident, 'chosen', allRows);
    for (const [index, id] of ids.entries()) await countBinsOn(resident, id, 'chosen', bins[index]!);
    resident.free('chosen');
  };
  const correlation = async (): Promise<void> => {
    const ranks = RATIOS.slice(0, CORRELATED).map(({ id }) =>
      percentiles(columnOf(id), null, allRows, null).map((p) => 2 * p - 1),
    );
    await correlateOn(device, ranks);
  };
  const measurements: readonly [workload: string, rounds: number, work: () => Promise<void>][] = [
    [`upload ${inputs.length} columns`, 1, upload],
    ['89 ratios, first time', 1, computeAll],
    ['89 ratios, resident', 3, computeAll],
    ['read back 89 columns', 3, readBack],
    ['8 masks', ROUNDS, masks],
    ['8 distributions', ROUNDS, distributions],
    ['correlation 32 × 32', 1, correlation],
  ];
  for (const [workload, rounds, work] of measurements) {
    // Software renderers would take minutes.
    if (work === correlation && device.isSoftware && rows > SOFTWARE_ROWS_MAX) continue;
    try {
      results.push({
        workload,
        rows,
        where,
        contender: name,
        medianMs: await median(work, rounds),
        vsLimit: null,
        note: device.renderer,
      });
    } catch (error) {
      if (!(error instanceof DeviceLost)) throw error;
      results.push({
        workload,
        rows,
        where,
        contender: name,
        medianMs: Number.NaN,
        vsLimit: null,
        note: `${device.renderer}: ${error.message}`,
      });
      break;
    }
  }
  await device.close();
  return results;
}

/** All measurements at one size, with the available back ends. */
export async function measureKernels(rows: number, where: Result['where'], names: readonly DeviceName[]): Promise<Result[]> {
  const columnOf = universe(rows);
  const ids = compile(ROW_RATIOS).inputs.slice(0, FILTERS);
  const workload: Workload = {
    rows,
    where,
    columnOf,
    ids,
    allRows: Uint32Array.from({ length: rows }, (_, row) => row),
    bins: ids.map((id) => chooseBins(spreadOf(columnOf(id)))),
  };
  const results = await loops(workload);
  for (const name of names) results.push(...(await onDevice(name, workload)));
  return results;
}
