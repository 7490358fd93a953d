/** Sessions of the New York Stock Exchange, from its holiday rule (Rule 7.2) and a list of unscheduled closures. */
import { DAY_MS } from '../../formats/day.ts';

const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6] as const;
const JUNETEENTH_SINCE = 2022;
/** Presidents Reagan's and Ford's funerals, Hurricane Sandy, Presidents Bush's and Carter's funerals. */
const CLOSURES = ['2004-06-11', '2007-01-02', '2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09'].map(
  (day) => Date.parse(day) / DAY_MS,
);

const dayOf = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / DAY_MS;
/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;

/** The n-th given weekday of a month. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
}

/** A Sunday's holiday moves to Monday, a Saturday's to Friday. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === SUNDAY ? day + 1 : weekday === SATURDAY ? day - 1 : day;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

function holidaysOf(year: number): ReadonlySet<number> {
  const newYear = dayOf(year, 1, 1);
  return new Set([
    // A New Year's Day on a Saturday is not moved: Friday ends the accounting year.
    weekdayOf(newYear) === SATURDAY ? newYear : observed(newYear),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    easterOf(year) - 2,
    nth(year, 6, MONDAY, 1) - 7,
    ...(year >= JUNETEENTH_SINCE ? [observed(dayOf(year, 6, 19))] : []),
    observed(dayOf(year, 7, 4)),
    nth(year, 9, MONDAY, 1),
    nth(year, 11, THURSDAY, 4),
    observed(dayOf(year, 12, 25)),
    ...CLOSURES,
  ]);
}

const holidays = new Map<number, ReadonlySet<number>>();

/** Valid since 1998. @param day days since 1970-01-01 */
export function isSession(day: number): boolean {
  const weekday = weekdayOf(day);
  if (weekday < MONDAY || weekday > FRIDAY) return false;
  const year = new Date(day * DAY_MS).getUTCFullYear();
  const known = holidays.get(year) ?? holidaysOf(year);
  holidays.set(year, known);
  return !known.has(day);
}

export function sessionBefore(day: number): number {
  let before = day - 1;
  while (!isSession(before)) before--;
  return before;
}
