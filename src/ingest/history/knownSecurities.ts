/** Reads closes and filings from the database, security by security. */
import { flagBit } from '../../catalogue/flag.ts';
import type { Action } from '../../history/action.ts';
import { majorUnit } from '../figures/currency.ts';
import { convertPeriod, PERIOD_KINDS, STATEMENT_IDS } from '../figures/period.ts';
import { readPeriodFlags } from '../figures/periodFlags.ts';
import { SessionRows, type Sessions } from '../figures/prices.ts';
import { type Database, quoteName } from '../formats/duckdb.ts';
import { Groups } from '../join/groups.ts';
import { UNREADABLE } from '../sources/file.ts';
import { FILING_DAYS_MAX, type Filing, inOrderOfFiling } from './filedPeriods.ts';
import type { Identified } from './input.ts';
import { CLOSE_DAYS_MAX, type Known } from './snapshotRow.ts';

const VALUES_SQL = STATEMENT_IDS.map((id) => `COALESCE(${quoteName(id)}, 'nan'::DOUBLE)`).join(', ');
const HEAD_CELLS = 12;

/** A database with the table `closes` and, if there are statements, `filings` (opened.ts). */
export interface Staged {
  readonly database: Database;
  readonly hasFilings: boolean;
  /** By securityIndex. */
  readonly securities: readonly Identified[];
  /** By id; null without a table of actions. */
  readonly actions: ReadonlyMap<string, readonly Action[]> | null;
}

/**
 * @param first day of the first snapshot
 * @param filedBefore day before which filings are included
 * @param needsFilings whether a security with these sessions needs filings
 */
export async function* knownSecurities(
  staged: Staged,
  first: number,
  last: number,
  filedBefore = last,
  needsFilings: (sessions: Sessions) => boolean = () => true,
): AsyncGenerator<Known> {
  const { database, hasFilings, securities, actions } = staged;
  const closes = new Groups(
    database.stream(
      `SELECT securityIndex, day, COALESCE(close, 'nan'::DOUBLE), COALESCE(adjClose, 'nan'::DOUBLE), COALESCE(volume, 'nan'::DOUBLE), isAdjusted
       FROM closes WHERE day > ${first - CLOSE_DAYS_MAX} AND day <= ${last} AND (close > 0 OR adjClose > 0)
       ORDER BY securityIndex, day, line`,
    ),
  );
  const filings = hasFilings
    ? new Groups(
        database.stream(
          `SELECT securityIndex, periodEnd, kind, currency, periodStart, filed, sharesSince, sharesRatio, flags, accession, knownDay, isWhole, ${VALUES_SQL} FROM filings
           WHERE periodEnd > ${first - FILING_DAYS_MAX} AND knownDay < ${filedBefore} ORDER BY securityIndex, knownDay, line`,
        ),
      )
    : null;
  const rows = new SessionRows();
  try {
    for (const [index, security] of securities.entries()) {
      const sessions = await sessionsOf(closes, index, rows, security.priceDivisor);
      const filed = filings && needsFilings(sessions) ? await filingsOf(filings, index, security.currency) : [];
      yield {
        security,
        sessions,
        filings: filed,
        actions: actions === null ? null : (actions.get(security.id) ?? NO_ACTIONS),
        checksDurations: !filed.some(({ isWhole }) => isWhole),
      };
    }
  } finally {
    await closes.close();
    await filings?.close();
  }
}

const NO_ACTIONS: readonly Action[] = [];

async function sessionsOf(closes: Groups, index: number, rows: SessionRows, divisor: number): Promise<Sessions> {
  rows.clear();
  await closes.visit(index, ([, days, unadjusted, adjusted, volumes, areAdjusted], row) => {
    rows.add(
      Number(days![row]),
      Number(unadjusted![row]),
      Number(adjusted![row]),
      Number(volumes![row]),
      Number(areAdjusted![row]) !== 0,
    );
  });
  return rows.sessions(divisor);
}

async function filingsOf(filings: Groups, index: number, currency: string): Promise<readonly Filing[]> {
  const found: Filing[] = [];
  await filings.visit(index, (columns, row) => {
    const [, ends, kinds, currencies, starts, filedDays, sinces, ratios, flagTexts, accessions, knownDays, areWhole] = columns;
    const values = new Float64Array(STATEMENT_IDS.length);
    const flags = readPeriodFlags(String(flagTexts![row] ?? '')).flags ?? new Uint16Array(STATEMENT_IDS.length);
    let isEmpty = true;
    for (let at = 0; at < values.length; at++) {
      const value = Number(columns[at + HEAD_CELLS]![row]);
      if (value === UNREADABLE) flags[at]! |= flagBit('fallback');
      values[at] = value === UNREADABLE ? Number.NaN : value;
      isEmpty &&= Number.isNaN(values[at]);
    }
    if (isEmpty) return;
    const unit = majorUnit(String(currencies![row] ?? currency));
    const day = Number(ends![row]);
    const kind = PERIOD_KINDS[Number(kinds![row])]!;
    const [startDay, filedDay, sharesSince, sharesRatio] = [starts, filedDays, sinces, ratios].map(
      (cells) => cells![row] ?? null,
    );
    found.push({
      ...convertPeriod({ day, kind, values, flags }, 1 / unit.divisor),
      currency: unit.currency,
      accession: String(accessions![row] ?? ''),
      knownDay: Number(knownDays![row]),
      isGuessed: filedDay === null,
      isWhole: Number(areWhole![row]) === 1,
      ...(startDay !== null && { startDay: Number(startDay) }),
      ...(filedDay !== null && { filedDay: Number(filedDay) }),
      ...(sharesSince !== null && { sharesSince: Number(sharesSince) }),
      ...(sharesRatio !== null && { sharesRatio: Number(sharesRatio) }),
    });
  });
  return inOrderOfFiling(found);
}
