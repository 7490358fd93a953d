/** CPU time of the tasks of a page's main thread, from the browser's trace: without that of other processes. */
import type { Browser } from 'playwright';
import { traced } from './trace.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
const MAIN_THREAD = 'CrRendererMain';
const US_PER_MS = 1000;

/** CPU time of each task in milliseconds, of the busiest main thread during `run`. */
export async function processorTasks(browser: Browser, run: () => Promise<unknown>): Promise<number[]> {
  const events = await traced<TraceEvent>(browser, { includedCategories: ['toplevel'] }, run);
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ args }) => args?.name === MAIN_THREAD).map(threadOf));
  const tasks = new Map<string, number[]>();
  for (const event of events) {
    const thread = threadOf(event);
    if (event.ph !== 'X' || event.name !== TASK || event.tdur === undefined || !mains.has(thread)) continue;
    tasks.set(thread, [...(tasks.get(thread) ?? []), event.tdur / US_PER_MS]);
  }
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  return [...tasks.values()].sort((a, b) => sum(b) - sum(a))[0] ?? [];
}
