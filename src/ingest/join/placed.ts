/** Assigns data outside the database to securities. */

import type { SessionRows } from '../figures/prices.ts';
import { isoDay } from '../formats/day.ts';
import { dropFrom, EXAMPLES_MAX, type Finding, type Quality, type SourceQuality, tableOf } from '../report/quality.ts';
import type { Report } from '../report/report.ts';
import {
  concatenated,
  copyOf,
  HAS_HIGH,
  HAS_LOW,
  HAS_OPEN,
  IS_BAR,
  IS_OUTSIDE,
  type KeptSeries,
  type Series,
} from '../sources/series.ts';
import type { SourceName } from '../sources/sourceName.ts';
import type { Security } from './securities.ts';

const NO_SECURITY = 'symbol is not among the securities';

/** A source's data of a symbol. */
export interface Placed<Kept> {
  /** Index of the source. */
  readonly place: number;
  /** The joined symbol; null if it can't be joined. */
  readonly symbol: string | null;
  readonly all: readonly Kept[];
}

/** Data of one security by source index. */
export type OfSecurity<Kept> = ReadonlyMap<number, readonly Kept[]>;

/** Groups data by security index and counts the rows without a security. */
export function placeKept<Kept extends { readonly place: string }>(
  table: 'statements' | 'prices',
  all: readonly Placed<Kept>[],
  countOf: (kept: Kept) => number,
  securities: readonly Security[],
  names: readonly SourceName[],
  report: Report,
  quality: Quality,
): ReadonlyMap<number, OfSecurity<Kept>> {
  const indexes = new Map(securities.map(({ symbol }, index) => [symbol, index]));
  const placed = new Map<number, Map<number, readonly Kept[]>>();
  for (const { place, symbol, all: kept } of all) {
    const known = quality.sources[place]!;
    const index = symbol === null ? undefined : indexes.get(symbol);
    const count = kept.reduce((sum, one) => sum + countOf(one), 0);
    if (index === undefined) {
      const places = kept.map((one) => one.place);
      report.drop(table, `${names[place]}: ${NO_SECURITY}`, places, count);
      dropFrom(known, table, NO_SECURITY, places, count);
      continue;
    }
    tableOf(known, table).joinedCount += count;
    const own = placed.get(index) ?? new Map<number, readonly Kept[]>();
    own.set(place, kept);
    placed.set(index, own);
  }
  return placed;
}

/**
 * Adds a source's sessions of a security, and counts their values and bars. For two sessions of one day, that of the later series is added
 * later.
 */
export function addSeries(
  all: readonly KeptSeries[],
  symbol: string,
  rows: SessionRows,
  source: SourceQuality,
  bars: Finding,
): void {
  const read = all.length === 1 ? all.map((kept) => kept.read()) : all.map((kept) => copyOf(kept.read()));
  const lastCloses = new Map<number, KeptSeries['lastClose']>();
  let count = 0;
  for (const [at, series] of read.entries()) {
    countSeries(all[at]!, series, symbol, source, bars);
    count += series.days.length;
    lastCloses.set(count - 1, all[at]!.lastClose);
  }
  const { days, closes, volumes } = concatenated(read);
  const [only] = all;
  if (all.length === 1 && only?.isUnadjusted) {
    rows.addUnadjusted(days, closes);
    return;
  }
  if (all.length === 1 && only && isRising(days)) {
    const lastClose = only.lastClose === 'hidden' ? Number.NaN : closes.at(-1);
    rows.addAdjusted(days, closes, volumes, lastClose ?? Number.NaN, only.lastClose !== 'traded');
    return;
  }
  const order = read.length === 1 ? null : Array.from(days.keys()).sort((a, b) => days[a]! - days[b]! || a - b);
  for (let index = 0; index < count; index++) {
    const at = order === null ? index : order[index]!;
    const lastClose = lastCloses.get(at);
    const isShown = lastClose !== undefined && lastClose !== 'hidden';
    rows.add(days[at]!, isShown ? closes[at]! : Number.NaN, closes[at]!, volumes[at]!, lastClose === 'adjusted');
  }
}

function isRising(days: Int32Array): boolean {
  for (let at = 1; at < days.length; at++) if (days[at]! <= days[at - 1]!) return false;
  return true;
}

function countSeries(kept: KeptSeries, series: Series, symbol: string, { values }: SourceQuality, bars: Finding): void {
  let [open, high, low, volume, checked, found] = [0, 0, 0, 0, 0, 0];
  const { flags, volumes } = series;
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at]!;
    if (flag & HAS_OPEN) open++;
    if (flag & HAS_HIGH) high++;
    if (flag & HAS_LOW) low++;
    if (flag & IS_BAR) checked++;
    if (flag & IS_OUTSIDE) found++;
    if (!Number.isNaN(volumes[at])) volume++;
  }
  bars.checkedCount += checked;
  bars.foundCount += found;
  for (const [day, close, highest, lowest] of kept.outside.slice(0, Math.max(0, EXAMPLES_MAX - bars.examples.length)))
    bars.examples.push(`${symbol} ${isoDay(day)}: close ${close}, high ${highest}, low ${lowest}`);
  const counts = {
    close: kept.isUnadjusted ? kept.sessionCount : Number(kept.lastClose !== 'hidden'),
    adjClose: kept.isUnadjusted ? 0 : series.days.length,
    volume,
    open,
    high,
    low,
    isAdjusted: Number(kept.lastClose === 'adjusted'),
  };
  for (const [id, count] of Object.entries(counts)) if (count > 0) values.set(id, (values.get(id) ?? 0) + count);
}
