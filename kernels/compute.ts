import { FALLBACKS, RATIOS } from '../src/catalogue/catalogue.ts';
import { formulaColumns, rankedMeasures, withRankColumns } from '../src/catalogue/formula.ts';
import type { ResidentColumns } from './gpu/resident.ts';
import { compile, type Program, run, type Target } from './loops/cpu.ts';
import { vectorRunner } from './simd/ratios.ts';
import { rankDescending } from './sort/rank.ts';
import { workCounters } from './workCounters.ts';

/** Values of a column by id; undefined for a column that is missing for every row. */
export type ColumnOf = (id: string) => Float32Array | undefined;

/** Ids of the ratios that rank the whole universe and so wait until it has loaded: `magicFormula`. */
export const RANK_RATIO_IDS: ReadonlySet<string> = new Set(
  RATIOS.filter(({ formula }) => rankedMeasures(formula).length > 0).map(({ id }) => id),
);

/** The row-wise ratios, in order of computation. */
export const ROW_RATIOS: readonly Target[] = RATIOS.filter(({ id }) => !RANK_RATIO_IDS.has(id));

for (const { id, formula } of ROW_RATIOS) {
  const waits = formulaColumns(formula).find((input) => RANK_RATIO_IDS.has(input));
  if (waits) throw new Error(`the formula of ${id} reads ${waits}, which is known only when all countries have loaded`);
}

/** Columns that the page computes when the server does not send them. */
export const FALLBACK_IDS: readonly string[] = FALLBACKS.map(({ id }) => id);

const programs = new Map<string, Program>();

/** The program for a server that does not send these columns. */
function programFor(absent: ReadonlySet<string>): Program {
  const fallbacks = FALLBACKS.filter(({ id }) => absent.has(id));
  const key = fallbacks.map(({ id }) => id).join();
  let program = programs.get(key);
  if (!program) {
    program = compile([...fallbacks, ...ROW_RATIOS]);
    programs.set(key, program);
  }
  return program;
}

/** What computes a program: SIMD vectors where available and equal to the loops, else the loops. */
export type RatioBackend = 'vectors' | 'loops';

/** Compiles and tests the vectors for a server without these columns, before the first row arrives. */
export function prepareRatios(absent: ReadonlySet<string>): RatioBackend {
  return vectorRunner(programFor(absent)) ? 'vectors' : 'loops';
}

/**
 * Computes every row-wise ratio for the rows [from, to).
 * @param columnOf inputs and the arrays for results
 * @param absent columns that the server does not send; those with a fallback formula are computed too
 * @param isSettled as in run
 * @param backend `loops` for the reference
 */
export function computeRatios(
  columnOf: ColumnOf,
  from: number,
  to: number,
  absent: ReadonlySet<string> = new Set(),
  isSettled: (id: string) => boolean = () => false,
  backend: RatioBackend = 'vectors',
): void {
  const program = programFor(absent);
  const vectors = backend === 'vectors' ? vectorRunner(program) : null;
  workCounters.computedColumns += program.targets.length;
  workCounters.computedRows += program.targets.length * (to - from);
  if (vectors) vectors(columnOf, from, to, isSettled);
  else run(program, columnOf, from, to, isSettled);
}

/** The row-wise ratios among the ids, with those that they read, in order of computation. Other columns are ignored. */
export function ratiosBehind(ids: Iterable<string>): readonly Target[] {
  const wanted = new Set<string>();
  const add = (id: string): void => {
    const ratio = wanted.has(id) ? undefined : ROW_RATIOS.find((each) => each.id === id);
    if (!ratio) return;
    wanted.add(id);
    for (const input of formulaColumns(ratio.formula)) add(input);
  };
  for (const id of ids) add(id);
  return ROW_RATIOS.filter(({ id }) => wanted.has(id));
}

/** Computes targets in order for the rows [from, to), as {@link computeRatios} does. */
export function computeTargets(targets: readonly Target[], columnOf: ColumnOf, from: number, to: number): void {
  const key = targets.map(({ id }) => `=${id}`).join();
  const program = programs.get(key) ?? compile(targets);
  programs.set(key, program);
  const vectors = vectorRunner(program);
  workCounters.computedColumns += targets.length;
  workCounters.computedRows += targets.length * (to - from);
  if (vectors) vectors(columnOf, from, to, () => false);
  else run(program, columnOf, from, to);
}

/** {@link computeRatios} on a device with these columns; results are read back into the arrays of `outputOf`. */
export async function computeRatiosOn(
  columns: ResidentColumns,
  outputOf: (id: string) => Float32Array,
  absent: ReadonlySet<string>,
): Promise<void> {
  for (const { id, formula } of [...FALLBACKS.filter(({ id }) => absent.has(id)), ...ROW_RATIOS]) {
    await columns.compute(id, formula);
    outputOf(id).set(await columns.values(id));
  }
}

/**
 * Computes the ratios that rank the universe, over all its rows, once it has loaded.
 * A row is ranked where `eligible` is 1 and every ranked measure of the formula is present; elsewhere the ratio is missing.
 * @param listingsOf by row, the listing ranked for it: itself or another of its issuer; by default each row itself
 */
export function computeRankRatios(
  columnOf: ColumnOf,
  eligible: Uint8Array,
  rowCount: number,
  listingsOf: (ranked: Uint8Array) => Uint32Array = (ranked) => Uint32Array.from(ranked, (_, row) => row),
): void {
  for (const { id, formula } of RATIOS) {
    if (!RANK_RATIO_IDS.has(id)) continue;
    const measures = rankedMeasures(formula).map((measure, index) => {
      const values = new Float32Array(rowCount);
      const target = `measure ${index}`;
      run(compile([{ id: target, formula: measure }]), (name) => (name === target ? values : columnOf(name)), 0, rowCount);
      return values;
    });
    const ranked = Uint8Array.from(eligible);
    for (const measure of measures) {
      for (let row = 0; row < rowCount; row++) if (Number.isNaN(measure[row]!)) ranked[row] = 0;
    }
    const listings = listingsOf(ranked);
    const once = ranked.map((isRanked, row) => (isRanked === 1 && listings[row] === row ? 1 : 0));
    const rankColumns = new Map(measures.map((values, index) => [`rank ${index}`, rankDescending(values, once)]));
    let at = 0;
    const program = compile([{ id, formula: withRankColumns(formula, () => `rank ${at++}`) }]);
    run(program, (name) => rankColumns.get(name) ?? columnOf(name), 0, rowCount);
    const values = columnOf(id)!;
    for (let row = 0; row < rowCount; row++) if (ranked[row] === 1) values[row] = values[listings[row]!]!;
  }
}
