import type { History } from '../history/history.ts';
import { stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { withIds } from '../steps/withIds.ts';

/** The steps with ids for common names, of which the newest snapshot can answer all. @throws RangeError for one that is at fault */
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
