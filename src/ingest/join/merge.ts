/** Merges the periods and sessions of a security from several sources. */
import { WINDOWS } from '../../catalogue/codes.ts';
import { type Period, SAME_END_DAYS, statementPosition } from '../figures/period.ts';
import type { Sessions } from '../figures/prices.ts';
import type { SourceName } from '../sources/sourceName.ts';
import { PERIODS_ORDER, SESSIONS_ORDER, STATEMENT_TRUST } from './trust.ts';

/** With fewer sessions no statistic can be computed, so a source with more is preferred. */
export const SESSIONS_MIN = WINDOWS[0] + 1;

const BUNDLES = STATEMENT_TRUST.map(({ columns, order }) => ({ positions: columns.map(statementPosition), order }));

const has = (periods: readonly Period[], positions: readonly number[]): boolean =>
  periods.some(({ values }) => positions.some((position) => !Number.isNaN(values[position])));

/**
 * Uses the periods of the most trusted source. A line that it never reports comes from the next source that has it, matched by period end.
 * All periods must be in one currency.
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

/** The source whose sessions are used, given their counts; undefined without sessions. */
export function mainOfSessions(counts: ReadonlyMap<SourceName, number>): SourceName | undefined {
  const present = SESSIONS_ORDER.filter((name) => (counts.get(name) ?? 0) > 0);
  const longest = present.reduce<SourceName | undefined>(
    (best, name) => (best === undefined || counts.get(name)! > counts.get(best)! ? name : best),
    undefined,
  );
  return present.find((name) => counts.get(name)! >= SESSIONS_MIN) ?? longest;
}

/** The main source's sessions, with missing unadjusted closes filled from the others. */
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
      // The adjusted volume is converted to match the unadjusted close: price × volume stays the same.
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
