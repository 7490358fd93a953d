/** W1 to W6 for every contender in turn, round by round, with equal results. */
import { Random } from '../tests/random.ts';
import { type Stopwatch, wallTime } from './clock.ts';
import { type Contender, type Task, type Tasks, WORK, type WorkName } from './contender.ts';
import { quantile, type Result } from './results.ts';
import { makeUniverse } from './universe.ts';
import { DRAGS, workloads } from './workloads.ts';

const ROUNDS = 41;
/** If all rounds would take longer than this, only as many as fit are run, but at least the minimum. */
const BUDGET_MS = 1500;
const ROUNDS_MIN = 3;
const WARM_UP_ROUNDS = 3;
/** Work that takes longer than this needs no warm-up. */
const SLOW_MS = 500;
/** A drag consists of that many consecutive changes. */
const DRAG_SPAN = 10;
/** Peers compute in doubles or in another order: allowed relative difference, and absolute one where 1 is subtracted. */
const TOLERANCE = 1e-5;
const DIFFERENCE_MAX = 1e-6;
/** Maximum rows for correlating all columns. */
const CORRELATED_ROWS_MAX = 60_000;
const W5_FIGURES = 37;

interface Entry {
  readonly contender: Contender;
  readonly task: Task;
  readonly times: number[];
  last: unknown;
}

function close(a: number, b: number): boolean {
  return (
    a === b ||
    (Number.isNaN(a) && Number.isNaN(b)) ||
    Math.abs(a - b) <= Math.max(TOLERANCE * Math.abs(a), TOLERANCE * Math.abs(b), DIFFERENCE_MAX)
  );
}

function checkEqual(work: WorkName, [first, ...others]: readonly Entry[]): void {
  if (!first) return;
  const expected = first.task.answer(first.last);
  for (const { contender, task, last } of others) {
    let answer: ArrayLike<number> = task.answer(last);
    let wanted = expected;
    if (work === 'W5' && answer.length * W5_FIGURES === wanted.length) {
      wanted = Array.from(answer, (_, column) => expected[column * W5_FIGURES + 1]!);
    }
    if (answer.length === 0) answer = wanted;
    const off = Array.from(wanted).findIndex((value, index) => !close(value, answer[index]!));
    if (off >= 0 || answer.length !== wanted.length) {
      throw new Error(
        `${work}: ${contender.name} has ${answer[off]} of ${answer.length} where ${first.contender.name} has ${wanted[off]} of ${wanted.length}`,
      );
    }
  }
}

async function once(entry: Entry, round: number, stopwatch: Stopwatch): Promise<number> {
  const elapsed = stopwatch();
  const result = entry.task.run(round);
  entry.last = result instanceof Promise ? await result : result;
  return elapsed();
}

async function measure(work: WorkName, entries: readonly Entry[], stopwatch: Stopwatch): Promise<void> {
  const isDrag = work.startsWith('W6');
  const random = new Random(1);
  const rounds = new Map<Entry, number>();
  for (const entry of entries) {
    let last = await once(entry, 0, stopwatch);
    for (let round = 0; round < WARM_UP_ROUNDS && last <= SLOW_MS; round++)
      last = Math.min(last, await once(entry, 0, stopwatch));
    rounds.set(entry, Math.min(isDrag ? DRAGS : ROUNDS, Math.max(ROUNDS_MIN, Math.floor(BUDGET_MS / last))));
  }
  checkEqual(work, entries);
  const span = isDrag ? DRAG_SPAN : 1;
  for (let from = 0; from < Math.max(...rounds.values()); from += span) {
    // In a different order each time, since the previous one leaves its data in the caches.
    const order = entries.map((entry) => ({ entry, draw: random.next() })).sort((a, b) => a.draw - b.draw);
    for (const { entry } of order) {
      for (let round = from; round < Math.min(from + span, rounds.get(entry)!); round++)
        entry.times.push(await once(entry, round, stopwatch));
    }
  }
}

/** All work at one size. The first contender is the limit; `only` selects work, all by default; `stopwatch` is the clock. */
export async function measureEngine(
  rows: number,
  where: Result['where'],
  contenders: readonly Contender[],
  only: readonly string[] = [],
  stopwatch = wallTime,
): Promise<Result[]> {
  const universe = makeUniverse(rows);
  const loads = workloads(universe);
  const tasks: { contender: Contender; tasks: Tasks }[] = [];
  for (const contender of contenders) {
    if (rows <= (contender.rowsMax ?? Number.POSITIVE_INFINITY))
      tasks.push({ contender, tasks: await contender.load(universe, loads) });
  }
  const results: Result[] = [];
  for (const work of Object.keys(WORK) as WorkName[]) {
    if ((only.length > 0 && !only.includes(work)) || (work === 'correlation' && rows > CORRELATED_ROWS_MAX)) continue;
    const entries = tasks.flatMap(({ contender, tasks }) =>
      tasks[work] ? [{ contender, task: tasks[work], times: [], last: undefined } satisfies Entry as Entry] : [],
    );
    await measure(work, entries, stopwatch);
    const limitMs = quantile(entries[0]!.times, 0.5);
    const limitBest = Math.min(...entries[0]!.times);
    for (const { contender, times } of entries) {
      const medianMs = quantile(times, 0.5);
      const best = Math.min(...times);
      results.push({
        workload: `${work}: ${WORK[work]}`,
        rows,
        where,
        contender: `${contender.name} ${contender.version}`.trim(),
        medianMs,
        bestMs: best,
        vsLimit: medianMs / limitMs,
        note: `best ${best.toFixed(2)} ms, ${(best / limitBest).toFixed(2)}×${work.startsWith('W6') ? `, p95 ${quantile(times, 0.95).toFixed(2)} ms` : ''}`,
      });
    }
  }
  for (const { contender } of tasks) await contender.close?.();
  return results;
}
