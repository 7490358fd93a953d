/** Masks, distributions and correlation of a device against the CPU's twins; run in Node and in a browser. */

import type { Device } from '../../kernels/gpu/device.ts';
import {
  chooseRows,
  correlateOn,
  countBinsOn,
  MASK_FAILS,
  MASK_MISSING,
  MASK_PASSES,
  maskOn,
} from '../../kernels/gpu/operations.ts';
import { ResidentColumns } from '../../kernels/gpu/resident.ts';
import { filterNumbers } from '../../kernels/loops/filter.ts';
import { chooseBins } from '../../kernels/statistics/binning.ts';
import { centeredRanks, correlate } from '../../kernels/statistics/correlation.ts';
import { binCodes, countCodes, spreadOf } from '../../kernels/statistics/distribution.ts';
import { runToEnd } from '../../src/engine/run/timeSlices.ts';
import { Random } from '../random.ts';
import { randomColumn } from './hardValues.ts';

export const BULK_ROWS = 1500;
const COLUMNS = 12;

function columnsOf(random: Random): Map<string, Float32Array> {
  const make = (index: number): Float32Array =>
    index % 3 === 0
      ? randomColumn(random, BULK_ROWS).map((value) => (Math.abs(value) < 2 ** -126 ? 0 : value))
      : Float32Array.from({ length: BULK_ROWS }, () => (random.chance(0.1) ? Number.NaN : Math.exp(random.normal() * index)));
  const columns = new Map(Array.from({ length: COLUMNS }, (_, index) => [`c${index}`, make(index)]));
  // Only of the larger ones, so that the ranks of those that both have are not centered.
  const [all, larger] = [columns.get('c4')!, columns.get('c7')!];
  for (let row = 0; row < BULK_ROWS; row++) if (!(all[row]! > 1)) larger[row] = Number.NaN;
  for (const values of columns.values())
    for (let row = 0; row < BULK_ROWS; row++) if (!Number.isFinite(values[row]!)) values[row] = Number.NaN;
  return columns;
}

/** Rows in which a device's work differs from the CPU's, by kind of work: empty when all is right. */
export async function bulkDifferences(device: Device): Promise<string[]> {
  const random = new Random(23);
  const wrong: string[] = [];
  const values = columnsOf(random);
  const rows = Uint32Array.from({ length: BULK_ROWS }, (_, row) => row);
  const resident = new ResidentColumns(device, (id) => values.get(id), BULK_ROWS);

  for (const [id, column] of values) {
    for (let round = 0; round < 6; round++) {
      const drawn = [random.pick([...column]), random.pick([...column])]
        .map((bound) => (Number.isNaN(bound) ? 0 : bound))
        .sort((a, b) => a - b);
      const low = round === 0 ? Number.NEGATIVE_INFINITY : drawn[0]!;
      const high = round === 1 ? Number.POSITIVE_INFINITY : drawn[1]!;
      const inside = round % 2 === 0;
      const mask = await maskOn(resident, id, low, high, inside);
      const { rows: kept, missing } = filterNumbers(column, null, rows, low, high, inside);
      const passed = rows.filter((row) => mask[row] === MASK_PASSES);
      const isSame = passed.length === kept.length && passed.every((row, index) => row === kept[index]);
      const counts = [MASK_MISSING, MASK_FAILS].map((code) => mask.filter((each) => each === code).length);
      if (!isSame || counts[0] !== missing || counts[1] !== BULK_ROWS - kept.length - missing)
        wrong.push(`mask ${id} ${low} ${high} ${inside}`);
    }
  }

  const chosen = rows.filter(() => random.chance(0.4));
  await chooseRows(resident, 'chosen', chosen);
  for (const [id, column] of values) {
    const bins = chooseBins(spreadOf(column));
    const expected = countCodes(binCodes(column, bins), chosen).slice(0, bins.lows.length);
    const got = await countBinsOn(resident, id, 'chosen', bins);
    if (got.length !== expected.length || got.some((count, bin) => count !== expected[bin]))
      wrong.push(`bins ${id}: ${got} for ${expected}`);
  }

  const ids = [...values.keys()];
  const work = correlate(
    ids.map((id) => ({ values: values.get(id)!, rates: null })),
    rows,
  );
  let step = work.next();
  while (!step.done) step = work.next();
  const ranks = centeredRanks(
    ids.map((id) => ({ values: values.get(id)!, rates: null })),
    rows,
  );
  const { coefficients, counts } = (await correlateOn(device, runToEnd(ranks)))!;
  for (const [pair, r] of step.value.coefficients.entries()) {
    const got = coefficients[pair]!;
    if (Number.isNaN(r) ? !Number.isNaN(got) : !(Math.abs(got - r) <= 1e-4)) wrong.push(`correlation ${pair}: ${got} for ${r}`);
    if (counts[pair] !== step.value.counts[pair])
      wrong.push(`rows of pair ${pair}: ${counts[pair]} for ${step.value.counts[pair]}`);
  }
  resident.freeAll();
  return wrong;
}
