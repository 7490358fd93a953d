/** Which days a history answers for. */
import type { HistoryManifest } from '../../wire/history.ts';

/** The last day that the last snapshot may stand for: that of the month or week behind its own. */
function lastDayCovered(last: string, every: HistoryManifest['every']): string {
  const date = new Date(`${last}T00:00:00Z`);
  if (every === 'month') date.setUTCMonth(date.getUTCMonth() + 2, 0);
  else date.setUTCDate(date.getUTCDate() + (every === 'week' ? 7 : 4));
  return date.toISOString().slice(0, 10);
}

/** Place of the snapshot on a date or, where there is none, of the last one before it; null before the first and behind the last month. */
export function placeOfDate(dates: readonly string[], every: HistoryManifest['every'], date: string): number | null {
  const last = dates.at(-1);
  if (last === undefined || date > lastDayCovered(last, every)) return null;
  const place = dates.findLastIndex((other) => other <= date);
  return place < 0 ? null : place;
}
