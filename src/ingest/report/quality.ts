/** What there is to say of the quality of what was read: per source, country and column, and what looks wrong; and where publishing stops. */

import { breachText, type Checked, IDENTITIES, IDENTITY_TEXTS, type IdentityName } from '../figures/identities.ts';
import { FILING_DAYS_MIN, figureAt, type Period } from '../figures/period.ts';
import type { Sessions } from '../figures/prices.ts';
import { isoDay } from '../formats/day.ts';
import type { Security } from '../join/securities.ts';
import type { Table } from '../sources/schema.ts';
import type { SourceName } from '../sources/sourceName.ts';

/** A larger change in one session, up by this fraction or down by the inverse, counts as a jump. */
const JUMP_SHARE = 0.5;
/** Tolerated difference between shares × price and the stated market capitalization. */
const CAPITALIZATION_SHARE = 0.25;
export const EXAMPLES_MAX = 10;
const UNMAPPED_SHOWN_MAX = 40;

export const FINDINGS = ['bars', 'jumps', ...IDENTITIES, 'capitalizations', 'filings'] as const;
export type FindingName = (typeof FINDINGS)[number];

/** What each finding counts, as the sentence continues after “12 of 400”. */
export const FINDING_TEXTS: Readonly<Record<FindingName, string>> = {
  bars: 'price bars have open or close outside of high and low, or a high below the low',
  jumps: `sessions have a close more than ${100 * JUMP_SHARE} % above, or a third below, the one before`,
  ...IDENTITY_TEXTS,
  capitalizations: `stated market capitalizations are more than ${100 * CAPITALIZATION_SHARE} % apart from shares × price`,
  filings: `statements are filed before their period ends, or less than ${FILING_DAYS_MIN} days after it`,
};

export interface Finding {
  checkedCount: number;
  foundCount: number;
  readonly examples: string[];
}

export interface TableQuality {
  readCount: number;
  joinedCount: number;
  /** By reason, with some examples. */
  readonly dropped: Map<string, { count: number; places: string[] }>;
}

export interface SourceQuality {
  readonly name: SourceName;
  readonly path: string;
  readonly tables: Map<Table, TableQuality>;
  /** Values in the joined rows, by column. */
  readonly values: Map<string, number>;
  /** Counts of codes that the catalogue lacks, by list. */
  readonly unmapped: Map<string, Map<string, number>>;
  readonly notes: string[];
}

export interface CountryQuality {
  rowCount: number;
  /** Rows without a value, by column. */
  readonly missing: Map<string, number>;
}

/** Fractions that prevent publication when exceeded. */
export interface Limits extends Readonly<Record<FindingName, number>> {
  /** Dropped rows of a source's table, except those skipped on purpose. */
  readonly dropped: number;
  /** Decrease in securities from the published build. */
  readonly fewer: number;
}

const IDENTITY_LIMIT = 0.3;
const IDENTITY_LIMITS = Object.fromEntries(IDENTITIES.map((name) => [name, IDENTITY_LIMIT])) as Record<IdentityName, number>;
export const LIMITS: Limits = {
  dropped: 0.5,
  bars: 0.05,
  jumps: 0.01,
  ...IDENTITY_LIMITS,
  capitalizations: 0.3,
  filings: 0.05,
  fewer: 0.5,
};
/** With fewer cases, no limit applies. */
const CASES_MIN = 100;

/** Reasons for skipping rows that don't indicate a faulty file. */
const ON_PURPOSE =
  /later than|after the day|delisted|not in the list|not among the securities|^no (statements|prices|figures)|neither stocks nor funds|empty files|same period|last six years|of the market|has the same symbol|another period than a day/;

/** A limit prevented publication. */
export class QualityError extends Error {}

export class Quality {
  readonly sources: SourceQuality[] = [];
  readonly countries = new Map<string, CountryQuality>();
  readonly findings = Object.fromEntries(
    FINDINGS.map((name) => [name, { checkedCount: 0, foundCount: 0, examples: [] }]),
  ) as unknown as Readonly<Record<FindingName, Finding>>;
  /** Exceeded limits. */
  readonly stops: string[] = [];

  open(name: SourceName, path: string): SourceQuality {
    const source: SourceQuality = { name, path, tables: new Map(), values: new Map(), unmapped: new Map(), notes: [] };
    this.sources.push(source);
    return source;
  }

  missing(country: string, rowCount: number, id: string, missingCount: number): void {
    const quality = this.countries.get(country) ?? { rowCount, missing: new Map<string, number>() };
    quality.missing.set(id, missingCount);
    this.countries.set(country, quality);
  }

  found(name: FindingName, isFound: boolean, example: () => string): void {
    const finding = this.findings[name];
    finding.checkedCount++;
    if (isFound) {
      finding.foundCount++;
      if (finding.examples.length < EXAMPLES_MAX) finding.examples.push(example());
    }
  }

  /** Checks a security's figures for outliers. */
  look({ symbol, snapshot }: Security, periods: readonly Period[], sessions: Sessions): void {
    const { jumps } = this.findings;
    const { adjusted, days } = sessions;
    let close = adjusted[0] ?? Number.NaN;
    for (let at = 1; at < adjusted.length; at++) {
      const before = close;
      close = adjusted[at]!;
      if (!(close > 0 && before > 0)) continue;
      const change = close / before;
      jumps.checkedCount++;
      if (change <= 1 + JUMP_SHARE && change >= 1 / (1 + JUMP_SHARE)) continue;
      jumps.foundCount++;
      if (jumps.examples.length < EXAMPLES_MAX) jumps.examples.push(`${symbol} ${isoDay(days[at]!)}: ${before} → ${close}`);
    }
    for (const { day, filedDay } of periods)
      if (filedDay !== undefined)
        this.found(
          'filings',
          filedDay < day + FILING_DAYS_MIN,
          () => `${symbol}: the period to ${isoDay(day)} is filed ${isoDay(filedDay)}`,
        );
    const latest = periods.reduce<Period | null>(
      (last, period) =>
        (last === null || period.day > last.day) && figureAt(period.values, 'commonStockSharesOutstanding') > 0 ? period : last,
      null,
    );
    const byShares = latest === null ? Number.NaN : figureAt(latest.values, 'commonStockSharesOutstanding') * sessions.lastClose;
    if (snapshot.marketCapitalization > 0 && byShares > 0) {
      const ratio = byShares / snapshot.marketCapitalization;
      this.found(
        'capitalizations',
        Math.abs(ratio - 1) > CAPITALIZATION_SHARE,
        () => `${symbol}: shares × price is ${ratio.toPrecision(3)} times the stated one`,
      );
    }
  }

  count({ symbol }: Security, { counts, breaches }: Checked): void {
    for (const name of IDENTITIES) this.findings[name].checkedCount += counts[name];
    for (const breach of breaches) {
      const finding = this.findings[breach.identity];
      finding.foundCount++;
      if (finding.examples.length < EXAMPLES_MAX)
        finding.examples.push(`${symbol} ${isoDay(breach.period.day)}: ${breachText(breach)}`);
    }
  }

  /**
   * Records exceeded limits.
   * @param before securities in the published build, null if there is none
   */
  judge(limits: Limits, rowCount: number, before: number | null): void {
    const exceeds = (count: number, of: number, limit: number): boolean => of >= CASES_MIN && count / of > limit;
    const say = (what: string, count: number, of: number, limit: number, name: keyof Limits): void => {
      this.stops.push(
        `${what} (${((100 * count) / of).toFixed(1)} %, the limit is ${+(100 * limit).toFixed(2)} %: --limit ${name}=…)`,
      );
    };
    for (const { name, tables } of this.sources) {
      for (const [table, { readCount, dropped }] of tables) {
        const faulty = [...dropped].filter(([reason]) => !ON_PURPOSE.test(reason));
        const count = faulty.reduce((sum, [, drop]) => sum + drop.count, 0);
        const most = faulty.sort((a, b) => b[1].count - a[1].count)[0];
        if (exceeds(count, readCount, limits.dropped))
          say(
            `${count} of ${readCount} rows of ${table} from ${name} are dropped, most of them because: ${most?.[0]}`,
            count,
            readCount,
            limits.dropped,
            'dropped',
          );
      }
    }
    for (const name of FINDINGS) {
      const { checkedCount, foundCount, examples } = this.findings[name];
      if (exceeds(foundCount, checkedCount, limits[name]))
        say(
          `${foundCount} of ${checkedCount} ${FINDING_TEXTS[name]}, such as ${examples[0]}`,
          foundCount,
          checkedCount,
          limits[name],
          name,
        );
    }
    if (before !== null && exceeds(before - rowCount, before, limits.fewer))
      say(`there are ${rowCount} securities, in the published build ${before}`, before - rowCount, before, limits.fewer, 'fewer');
  }

  lines(): string[] {
    const lines: string[] = [];
    for (const { name, unmapped, notes } of this.sources) {
      for (const note of notes) lines.push(`${name}: ${note}`);
      for (const [list, codes] of unmapped) {
        const sorted = [...codes].sort((a, b) => b[1] - a[1]);
        const total = sorted.reduce((sum, [, count]) => sum + count, 0);
        const shown = sorted.slice(0, UNMAPPED_SHOWN_MAX).map(([code, count]) => `${code} ${count}`);
        const rest = sorted.length - shown.length;
        lines.push(`${name}: ${total} rows with an unmapped ${list}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`);
      }
    }
    for (const name of FINDINGS) {
      const { checkedCount, foundCount, examples } = this.findings[name];
      if (foundCount > 0)
        lines.push(`${foundCount} of ${checkedCount} ${FINDING_TEXTS[name]}: ${examples.slice(0, 3).join('; ')}`);
    }
    return lines;
  }

  toJSON(): unknown {
    return {
      sources: this.sources.map(({ name, path, tables, values, unmapped, notes }) => ({
        name,
        path,
        tables: Object.fromEntries(
          [...tables].map(([table, { readCount, joinedCount, dropped }]) => [
            table,
            { read: readCount, joined: joinedCount, dropped: Object.fromEntries(dropped) },
          ]),
        ),
        values: Object.fromEntries(values),
        unmapped: Object.fromEntries([...unmapped].map(([list, codes]) => [list, Object.fromEntries(codes)])),
        notes,
      })),
      countries: Object.fromEntries(
        [...this.countries].map(([country, { rowCount, missing }]) => [
          country,
          { rows: rowCount, missing: Object.fromEntries(missing) },
        ]),
      ),
      findings: Object.fromEntries(
        FINDINGS.map((name) => {
          const { checkedCount, foundCount, examples } = this.findings[name];
          return [name, { checked: checkedCount, found: foundCount, examples }];
        }),
      ),
      stops: this.stops,
    };
  }
}

export function tableOf(source: SourceQuality, table: Table): TableQuality {
  const known = source.tables.get(table) ?? { readCount: 0, joinedCount: 0, dropped: new Map() };
  source.tables.set(table, known);
  return known;
}

export function dropFrom(source: SourceQuality, table: Table, reason: string, places: readonly string[], count: number): void {
  const { dropped } = tableOf(source, table);
  const known = dropped.get(reason) ?? { count: 0, places: [] };
  known.count += count;
  known.places.push(...places.slice(0, 3 - known.places.length));
  dropped.set(reason, known);
}
