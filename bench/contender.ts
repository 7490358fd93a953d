/** Contenders of the engine measurements, and their tasks. */
import type { Universe } from './universe.ts';
import type { Workloads } from './workloads.ts';

export const WORK = {
  W1: '60 ratios',
  'W1 catalogue': '89 ratios of the catalogue',
  W2: '8 filters',
  W3a: 'sort by one column',
  W3b: 'sort by two columns',
  W4: 'filter, sort, 10 %, filter, sort, 50',
  W5: 'summary of the filtered rows, every column',
  'W6 last': 'the last of 8 filters dragged',
  'W6 first': 'the first of 8 filters dragged',
  'W6 sorted': 'the first of 8 filters dragged, then a sort',
  correlation: 'rank correlation of every column with every other',
} as const satisfies Record<string, string>;
export type WorkName = keyof typeof WORK;

/** A task: what is timed, and the numbers to compare with the others'. `round` counts from 0. */
export interface Task {
  run(round: number): unknown;
  /** Row numbers in order, values of columns at SAMPLED rows, or the figures of the summaries. */
  answer(result: unknown): ArrayLike<number>;
}

export type Tasks = Partial<Record<WorkName, Task>>;

export interface Contender {
  readonly name: string;
  readonly version: string;
  /** Maximum rows, by memory. */
  readonly rowsMax?: number;
  /** Brings the universe into its own form; not timed. */
  load(universe: Universe, workloads: Workloads): Promise<Tasks>;
  close?(): Promise<void>;
}

/** Rows at which computed columns are compared. */
const SAMPLED = 997;

/** Values of columns at evenly spaced rows, column by column. */
export function sampled(columns: readonly ArrayLike<number | null>[]): number[] {
  return columns.flatMap((values) =>
    Array.from({ length: Math.min(SAMPLED, values.length) }, (_, index) => {
      const row = Math.floor((index * values.length) / Math.min(SAMPLED, values.length));
      return values[row] ?? Number.NaN;
    }),
  );
}

/** Kind of task whose result is the row numbers themselves. */
export function rowsTask(run: (round: number) => unknown): Task {
  return { run, answer: (result) => result as ArrayLike<number> };
}
