/** Splits of a company's shares, seen by the share counts that later filings restate. */
import type { Fact } from './fact.ts';

export interface Split {
  /** New shares per old one: 4 for four to one, 0.1 for one to ten the other way. */
  readonly ratio: number;
  /** The latest filing in old shares, in days since 1970-01-01. */
  readonly before: number;
  /** The first filing in new shares. */
  readonly after: number;
}

/** Besides whole numbers. */
const PART_RATIOS = [1.05, 1.1, 1.2, 1.25, 4 / 3, 1.5, 5 / 3, 2.5];
/** A thousand is a filer's unit, not a split. */
const WHOLE_RATIO_MAX = 500;
/** Counts are rounded to thousands, small ones coarsely. */
const RATIO_TOLERANCE = 0.004;
/** One restated figure may be a correction. */
const WITNESSES_MIN = 2;

const isNear = (ratio: number, target: number): boolean => Math.abs(ratio / target - 1) <= RATIO_TOLERANCE;

/** The split that a ratio of two counts stands for, or NaN. */
export function splitRatio(ratio: number): number {
  if (!(ratio > 0)) return Number.NaN;
  if (ratio < 1) return 1 / splitRatio(1 / ratio);
  const whole = Math.round(ratio);
  if (whole >= 2 && whole <= WHOLE_RATIO_MAX && isNear(ratio, whole)) return whole;
  return PART_RATIOS.find((target) => isNear(ratio, target)) ?? Number.NaN;
}

interface Witness {
  readonly ratio: number;
  readonly before: number;
  readonly after: number;
}

/** Counts of one tag and period that two filings state differently. */
function* witnessesOf(counts: readonly Fact[]): Generator<Witness> {
  const byPeriod = new Map<string, Fact[]>();
  for (const fact of counts) {
    const period = `${fact.tag} ${fact.start} ${fact.end}`;
    const own = byPeriod.get(period);
    if (own) own.push(fact);
    else byPeriod.set(period, [fact]);
  }
  for (const facts of byPeriod.values()) {
    facts.sort((a, b) => a.filed - b.filed);
    for (const [index, later] of facts.entries()) {
      const earlier = facts[index - 1];
      if (!earlier || earlier.filed === later.filed || !(earlier.value > 0)) continue;
      const ratio = later.value / earlier.value;
      if (Math.abs(ratio - 1) > RATIO_TOLERANCE) yield { ratio, before: earlier.filed, after: later.filed };
    }
  }
}

/**
 * The splits that the counts show, oldest first.
 * @param counts facts in shares; several filings of the same period are what tells
 * @param stated ratios that the filer states, each of which is a witness
 */
export function splitsOf(counts: readonly Fact[], stated: readonly number[]): Split[] {
  const witnesses = [...witnessesOf(counts)].sort((a, b) => a.after - a.before - (b.after - b.before));
  const splits: { ratio: number; before: number; after: number; count: number }[] = [];
  for (const { ratio, before, after } of witnesses) {
    const within = splits.filter((split) => split.before >= before && split.after <= after);
    const rest = within.reduce((left, split) => left / split.ratio, ratio);
    if (isNear(rest, 1)) {
      for (const split of within) split.count++;
      continue;
    }
    const found = splitRatio(rest);
    if (Number.isNaN(found)) continue;
    const same = splits.find((split) => split.ratio === found && split.before < after && before < split.after);
    if (same) {
      same.count++;
      same.before = Math.max(same.before, before);
      same.after = Math.min(same.after, after);
    } else splits.push({ ratio: found, before, after, count: 1 });
  }
  return splits
    .filter(
      ({ ratio, count }) =>
        count + Number(stated.some((value) => isNear(value, ratio) || isNear(1 / value, ratio))) >= WITNESSES_MIN,
    )
    .sort((a, b) => a.after - b.after)
    .map(({ ratio, before, after }) => ({ ratio, before, after }));
}

/** What a share count that was filed on that day is multiplied by to be in today's shares. */
export function splitFactor(splits: readonly Split[], filed: number): number {
  return splits.reduce((factor, { ratio, before }) => (filed <= before ? factor * ratio : factor), 1);
}
