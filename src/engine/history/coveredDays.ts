/** Days that a history covers. */
import type { HistoryManifest } from '../../wire/history.ts';

/** The last day that the last snapshot covers: until the end of the following month, or a week or four days later. */
function lastDayCovered(last: string, every: HistoryManifest['every']): string {
  const date = new Date(`${last}T00:00:00Z`);
  if (every === 'month') date.setUTCMonth(date.getUTCMonth() + 2, 0);
  else date.setUTCDate(date.getUTCDate() + (every === 'week' ? 7 : 4));
  return date.toISOString().slice(0, 10);
}

/** Position of the last snapshot up to a date; null before the first and after the days that the last one covers. */
export function placeOfDate(dates: readonly string[], every: HistoryManifest['every'], date: string): number | null {
  const last = dates.at(-1);
  if (last === undefined || date > lastDayCovered(last, every)) return null;
  const place = dates.findLastIndex((other) => other <= date);
  return place < 0 ? null : place;
}
