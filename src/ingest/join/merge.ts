/** One history and one series of sessions of a security that several sources know. */
import { WINDOWS } from '../../catalogue/codes.ts';
import { type Period, statementPosition } from '../figures/period.ts';
import type { Sessions } from '../figures/prices.ts';
import type { SourceName } from '../sources/sourceName.ts';
import { PERIODS_ORDER, SESSIONS_ORDER, STATEMENT_TRUST } from './trust.ts';

/** The same fiscal period may end some days apart for two vendors: one states the month's last day, another the week's. */
const SAME_END_DAYS = 7;
/** A source with fewer sessions can't make any statistic: it yields to one that has more. */
export const SESSIONS_MIN = WINDOWS[0] + 1;

const BUNDLES = STATEMENT_TRUST.map(({ columns, order }) => ({ positions: columns.map(statementPosition), order }));

const has = (periods: readonly Period[], positions: readonly number[]): boolean =>
  periods.some(({ values }) => positions.some((position) => !Number.isNaN(values[position])));

/**
 * Periods are those of the first source in order; a line that it has in none of them is taken from the next source that has it, in the
 * periods that end together. All periods are in one currency.
 */
export function mergePeriods(bySource: ReadonlyMap<SourceName, readonly Period[]>): readonly Period[] {
  const present = PERIODS_ORDER.filter((name) => (bySource.get(name)?.length ?? 0) > 0);
  const [main, ...others] = present;
  if (main === undefined) return [];
  const periods = bySource.get(main)!;
  if (others.length === 0) return periods;
  const owners = BUNDLES.flatMap(({ positions, order }) => {
    const owner = order.find((name) => present.includes(name) && has(bySource.get(name)!, positions));
    return owner === undefined || owner === main ? [] : [{ positions, from: bySource.get(owner)! }];
  });
  return periods.map((period) => {
    const values = period.values.slice();
    for (const { positions, from } of owners) {
      const same = from.find(({ kind, day }) => kind === period.kind && Math.abs(day - period.day) <= SAME_END_DAYS);
      for (const position of positions) values[position] = same?.values[position] ?? Number.NaN;
    }
    return { ...period, values };
  });
}

/** Which source's sessions count, by how many it has; undefined when none has any. */
export function mainOfSessions(counts: ReadonlyMap<SourceName, number>): SourceName | undefined {
  const present = SESSIONS_ORDER.filter((name) => (counts.get(name) ?? 0) > 0);
  const longest = present.reduce<SourceName | undefined>(
    (best, name) => (best === undefined || counts.get(name)! > counts.get(best)! ? name : best),
    undefined,
  );
  return present.find((name) => counts.get(name)! >= SESSIONS_MIN) ?? longest;
}

/** The sessions of the source that counts, with unadjusted closes of the same days from the others where it has only adjusted ones. */
export function mergeSessions(bySource: ReadonlyMap<SourceName, Sessions>): Sessions | undefined {
  const main = mainOfSessions(new Map([...bySource].map(([name, { days }]) => [name, days.length])));
  const sessions = main === undefined ? undefined : bySource.get(main);
  if (!sessions || bySource.size < 2 || sessions.closes.every((close) => close > 0)) return sessions;
  const closes = sessions.closes.slice();
  const volumes = sessions.volumes.slice();
  let { lastClose, isLastAdjusted } = sessions;
  for (const name of SESSIONS_ORDER) {
    const other = name === main ? undefined : bySource.get(name);
    if (!other) continue;
    const known = new Map(Array.from(other.days, (day, at) => [day, other.closes[at]!]));
    for (const [at, day] of sessions.days.entries()) {
      const close = known.get(day) ?? Number.NaN;
      if (closes[at]! > 0 || !(close > 0)) continue;
      // A volume adjusted like its price becomes the one that was traded at the unadjusted close: their product stays.
      volumes[at] = (volumes[at]! * sessions.adjusted[at]!) / close;
      closes[at] = close;
      if (at === closes.length - 1) {
        lastClose = close;
        isLastAdjusted = false;
      }
    }
  }
  return { ...sessions, closes, volumes, lastClose, isLastAdjusted };
}
