/** The SEC rebuilds its archives at about 3 a.m. in New York. */
import { DAY_MS } from '../ingest/formats/day.ts';

const [HOUR, MINUTE] = [9, 30];

/** The next 9:30 UTC, which is 4:30 or 5:30 in New York. */
export function nextNight(now: Date): Date {
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR, MINUTE);
  return new Date(at > now.getTime() ? at : at + DAY_MS);
}
