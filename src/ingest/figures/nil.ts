/** Lines that a statement omits: nil where the company has nothing to report, a gap where it reports the line in the periods around. */
import { flagBit } from '../../catalogue/flag.ts';
import { NIL_BESIDE, NIL_IN_BALANCE } from '../../catalogue/nil.ts';
import { flagged, hasBalance, type Period, STATEMENT_IDS, statementPosition } from './period.ts';

/** A line is looked for in the periods that end within these days: a year, with the drift of a 52-week calendar. */
const NEAR_DAYS = 385;
const YEAR_DAYS = { min: 345, max: 385 };
/** Share of the year's amount by which the sum of its parts may differ. */
const SUM_SHARE = 0.01;

/**
 * What the absence of a line means:
 * - `constant`: a company that has it has it in every period; absent beside a reported one it is a gap.
 * - `regular`: as constant, unless it is absent in the same quarter of the year before too (a yearly dividend), or was never reported before.
 * - `lasting`: an amount of the balance sheet; a gap where the period before or those on both sides have it.
 * - `occasional`: nil wherever it is absent.
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
 * Periods, oldest first, with 0 for the lines that companies omit because they are nil, and with the year's amount less the other
 * quarters' for a single gap. A gap that stays is missing and has the flag `fallback`, since formulas count 0 for it.
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
    // One gap after the other: what is found for the first is known for the next.
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

/** Flags with which a source says that a line is not nil, though it has no value. */
export const NOT_NIL = flagBit('fallback') | flagBit('gaps');
const isMarked = ({ flags }: Period, position: number): boolean => ((flags?.[position] ?? 0) & NOT_NIL) !== 0;

function isGap({ position, habit, isExpected }: NilLine, { day, kind }: Period, periods: readonly Period[]): boolean {
  if (habit === 'occasional') return false;
  // Most lines that are absent are absent everywhere: nothing has to be gathered then.
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

/** The amount that a year's report leaves for a quarter or half-year when all of its others have theirs; else NaN. */
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
