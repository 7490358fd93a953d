/** Publication dates of the half-monthly fails-to-deliver files. */
import { DAY_MS } from '../ingest/formats/day.ts';

/** The first file with all securities. */
const FIRST = '200907a';
/** Earliest days of publication: the first half at the end of its month, the second in the middle of the next. */
const [FIRST_HALF_DUE_DAY, SECOND_HALF_DUE_DAY] = [20, 5];
/** A half-month still missing this long after its due date is never published. */
const LATE_DAYS = 75;

export interface Half {
  /** Such as 202008b. */
  readonly name: string;
  /** Whether it may still be published. */
  readonly isRecent: boolean;
}

/** Half-months due by a day, latest first. */
export function* halvesBefore(now: Date): Generator<Half> {
  let [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  for (;;) {
    for (const half of ['b', 'a'] as const) {
      const due = half === 'a' ? Date.UTC(year, month, FIRST_HALF_DUE_DAY) : Date.UTC(year, month + 1, SECOND_HALF_DUE_DAY);
      const name = `${year}${String(month + 1).padStart(2, '0')}${half}`;
      if (name < FIRST) return;
      if (due <= now.getTime()) yield { name, isRecent: now.getTime() - due < LATE_DAYS * DAY_MS };
    }
    month--;
    if (month < 0) [year, month] = [year - 1, 11];
  }
}
