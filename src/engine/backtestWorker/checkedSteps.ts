import type { History } from '../history/history.ts';
import { stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { withIds } from '../steps/withIds.ts';

/** Replaces common names by ids and checks the steps against the newest snapshot. @throws RangeError for a faulty step */
export async function checkedSteps(history: History, read: readonly Step[]): Promise<readonly Step[]> {
  return await history.ask(history.dates.length - 1, (table) => {
    const steps = withIds(read, (id) => table.column(id));
    for (const step of steps) {
      const fault = stepFault(step, (id) => table.column(id));
      if (fault !== null) throw new RangeError(fault);
    }
    return steps;
  });
}
