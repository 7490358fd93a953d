import type { Step } from '../src/engine/steps/registry.ts';
import { naiveScreen } from './naive-screen.ts';
import type { Security } from './naive-security.ts';

/** The first step (from 0) whose output, run by itself, lacks the security; the number of steps when none does. */
export function naiveDeparture(all: readonly Security[], steps: readonly Step[], security: Security): number {
  const step = steps.findIndex((_, index) => !naiveScreen(all, steps.slice(0, index + 1)).includes(security));
  return step < 0 ? steps.length : step;
}

/** Entered, left and moved between two results, by place among those of both. */
export function naiveDifference(before: readonly Security[], after: readonly Security[]) {
  const common = before.filter((each) => after.includes(each));
  const otherCommon = after.filter((each) => before.includes(each));
  return {
    entered: after.length - common.length,
    left: before.length - common.length,
    moved: common.filter((each, place) => each !== otherCommon[place]).length,
  };
}

/** Both, only one and where the other dropped them, straight from the definition. */
export function naiveComparison(all: readonly Security[], stepsA: readonly Step[], stepsB: readonly Step[]) {
  const [a, b] = [naiveScreen(all, stepsA), naiveScreen(all, stepsB)];
  const rowOf = (security: Security): number => all.indexOf(security);
  const only = (own: readonly Security[], other: readonly Security[], steps: readonly Step[]) =>
    own.filter((each) => !other.includes(each)).map((each) => ({ row: rowOf(each), step: naiveDeparture(all, steps, each) }));
  return {
    rowCountA: a.length,
    rowCountB: b.length,
    both: a.filter((each) => b.includes(each)).map(rowOf),
    onlyA: only(a, b, stepsB),
    onlyB: only(b, a, stepsA),
  };
}
