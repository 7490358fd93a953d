/** Which days a history answers for. */
import type { HistoryManifest } from '../../wire/history.ts';

/** The last day that the last snapshot may stand for: that of the month or week behind its own. */
export function lastDayCovered(last: string, every: HistoryManifest['every']): string {
  const date = new Date(`${last}T00:00:00Z`);
  if (every === 'month') date.setUTCMonth(date.getUTCMonth() + 2, 0);
  else date.setUTCDate(date.getUTCDate() + (every === 'week' ? 7 : 4));
  return date.toISOString().slice(0, 10);
}
