import { type WorkCounters, workCounters } from '../../kernels/workCounters.ts';

export function countWork(work: () => unknown): WorkCounters {
  const before = { ...workCounters };
  work();
  return Object.fromEntries(
    Object.entries(before).map(([name, count]) => [name, workCounters[name as keyof WorkCounters] - count]),
  ) as WorkCounters;
}
