/** Lines that a statement omits: nil if the company has nothing to report, a gap if it reports the line in neighboring periods. */
import { flagBit } from '../../catalogue/flag.ts';
import { NIL_BESIDE, NIL_IN_BALANCE } from '../../catalogue/nil.ts';
import { flagged, hasBalance, type Period, STATEMENT_IDS, statementPosition } from './period.ts';

/** Neighboring periods end within these days: a year plus the drift of a 52-week calendar. */
const NEAR_DAYS = 385;
const YEAR_DAYS = { min: 345, max: 385 };
/** Tolerance of a sum of parts, as a share of the year's amount. */
const SUM_SHARE = 0.01;

/**
 * What a missing line means:
 * - `constant`: reported in every period or never; a gap if a neighboring period reports it.
 * - `regular`: as constant, unless it is also missing in the same quarter of the previous year (a yearly dividend) or was never reported.
 * - `lasting`: a balance sheet amount; a gap if the previous period or the periods on both sides report it.
 * - `occasional`: always nil.
 */
type Habit = 'constant' | 'regular' | 'lasting' | 'occasional';
const FLOW_HABITS: Readonly<Record<string, Habit>> = { capitalExpenditures: 'constant', dividendPayout: 'regular' };

interface NilLine {
  readonly position: number;
  readonly habit: Habit;
  readonly isExpected: (period: Period) => boolean;
}

function beside(id: string): (period: Period) => boolean {
  const position = statementPosition(id);
  return ({ values }) => !Number.isNaN(values[position]);
}

const NIL_LINES: readonly NilLine[] = [
  ...NIL_IN_BALANCE.map((id) => ({ position: statementPosition(id), habit: 'lasting' as const, isExpected: hasBalance })),
  ...NIL_BESIDE.flatMap(([other, ids]) =>
    ids.map((id) => ({
      position: statementPosition(id),
      habit: id === 'inventory' ? ('lasting' as const) : (FLOW_HABITS[id] ?? 'occasional'),
      isExpected: beside(other),
    })),
  ),
];

/**
 * Returns the periods, oldest first, with 0 for lines that are omitted because they are nil, and with the year's amount minus the other
 * quarters' for a single gap. Any other gap stays missing and has the flag `fallback`, since formulas use 0 for it.
 */
export function fillNil(periods: readonly Period[]): Period[] {
  const filled = [...periods].sort((a, b) => a.day - b.day).map((period) => ({ ...period, values: period.values.slice() }));
  const gaps: (Uint16Array | undefined)[] = [];
  const gapping: number[] = [];
  for (const line of NIL_LINES) {
    const { position } = line;
    gapping.length = 0;
    for (let at = 0; at < filled.length; at++) {
      const period = filled[at]!;
      if (!Number.isNaN(period.values[position]) || period.kind === 'trailing' || !line.isExpected(period)) continue;
      if (isMarked(period, position) || isGap(line, period, periods)) gapping.push(at);
      else period.values[position] = 0;
    }
    // In order: the value found for one gap helps to fill the next.
    for (const at of gapping) filled[at]!.values[position] = ofYear(line, filled[at]!, filled);
    for (const at of gapping) {
      if (!Number.isNaN(filled[at]!.values[position])) continue;
      gaps[at] ??= new Uint16Array(STATEMENT_IDS.length);
      gaps[at]![position] = flagBit('fallback');
    }
  }
  return filled.map((period, index) => {
    const own = gaps[index];
    return own ? flagged(period, (position) => own[position]!) : period;
  });
}

/** Flags by which a source marks a missing value as not nil. */
export const NOT_NIL = flagBit('fallback') | flagBit('gaps');
const isMarked = ({ flags }: Period, position: number): boolean => ((flags?.[position] ?? 0) & NOT_NIL) !== 0;

function isGap({ position, habit, isExpected }: NilLine, { day, kind }: Period, periods: readonly Period[]): boolean {
  if (habit === 'occasional') return false;
  // Most missing lines are missing everywhere: this skips collecting neighbors.
  const isAnyReported = periods.some(
    (other) => Math.abs(other.values[position]!) > 0 && other.kind === kind && Math.abs(other.day - day) <= NEAR_DAYS,
  );
  if (!isAnyReported) return false;
  const near = periods.filter(
    (other) => other.kind === kind && other.day !== day && Math.abs(other.day - day) <= NEAR_DAYS && isExpected(other),
  );
  const isReported = ({ values }: Period): boolean => Math.abs(values[position]!) > 0;
  const before = near.filter((other) => other.day < day);
  const after = near.filter((other) => other.day > day);
  if (habit === 'constant') return near.some(isReported);
  const last = before.reduce<Period | null>((latest, other) => (latest && latest.day > other.day ? latest : other), null);
  const wasReported = last !== null && isReported(last);
  if (habit === 'lasting' || kind === 'annual') return wasReported || (before.some(isReported) && after.some(isReported));
  const isYearApart = (other: Period): boolean =>
    Math.abs(other.day - day) >= YEAR_DAYS.min && Math.abs(other.day - day) <= YEAR_DAYS.max;
  const years = near.filter(isYearApart);
  return years.length > 0 ? years.every(isReported) && near.some(isReported) : near.some(isReported);
}

/** A quarter's or half-year's amount from the annual report and all other parts of the year; otherwise NaN. */
function ofYear({ position }: NilLine, { day, kind }: Period, periods: readonly Period[]): number {
  const count = kind === 'quarter' ? 4 : kind === 'half' ? 2 : 0;
  const year = periods.find(
    (other) => other.kind === 'annual' && other.day >= day - 7 && other.day < day + YEAR_DAYS.min - 365 / count,
  );
  if (count === 0 || !year || Number.isNaN(year.values[position])) return Number.NaN;
  const parts = periods.filter(
    (other) => other.kind === kind && other.day <= year.day + 7 && other.day > year.day - YEAR_DAYS.min,
  );
  const others = parts.filter((other) => other.day !== day).map(({ values }) => values[position]!);
  const whole = year.values[position]!;
  if (parts.length !== count) return Number.NaN;
  const known = others.filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0);
  if (Math.abs(whole - known) <= SUM_SHARE * Math.abs(whole)) return 0;
  const rest = others.reduce((left, value) => left - value, whole);
  return rest >= 0 ? rest : Number.NaN;
}
