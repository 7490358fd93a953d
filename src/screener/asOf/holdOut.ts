/** The hold-out is the last years of the history. Any result from them counts as a look. */
import { placeOfDate } from '../../engine/history/coveredDays.ts';
import { dateOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { state } from '../state/store.ts';

/** Whether the snapshot of these steps is inside the hold-out. */
export function isInHoldOut(steps: readonly Step[]): boolean {
  const { dates, every, holdOut } = state.history;
  const place = holdOut === null ? null : placeOfDate(dates, every, dateOf(steps) ?? '');
  return place !== null && dates[place]! >= holdOut!;
}
