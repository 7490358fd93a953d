/** Days since 1970-01-01 as ISO dates and back. */

export const DAY_MS = 86_400_000;
export const DAY_SECONDS = 86_400;

export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of an ISO date; NaN for anything else, such as 2023-02-30. */
export function dayOfIso(text: unknown): number {
  const time = typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? Number.NaN : time / DAY_MS;
}

/** The day of a date such as 20241031; NaN for anything else. */
export function dayOfDigits(text: string): number {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return dayOfIso(`${year}-${month}-${date}`);
}
