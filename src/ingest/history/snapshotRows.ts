/** Streams what every security was at the snapshots of a stretch of time, security by security. */

import { flagBit } from '../../catalogue/flag.ts';
import type { Action } from '../../history/action.ts';
import { majorUnit } from '../figures/currency.ts';
import { convertPeriod, PERIOD_KINDS, STATEMENT_IDS } from '../figures/period.ts';
import { readPeriodFlags } from '../figures/periodFlags.ts';
import { SessionRows, type Sessions } from '../figures/prices.ts';
import { quoteName } from '../formats/duckdb.ts';
import { Groups } from '../join/groups.ts';
import type { Report } from '../report/report.ts';
import { UNREADABLE } from '../sources/file.ts';
import { FILING_DAYS_MAX, type Filing, inOrderOfFiling } from './filedPeriods.ts';
import { type OpenedHistory, ratesUpTo } from './opened.ts';
import { CLOSE_DAYS_MAX, type SnapshotRow, snapshotDay, snapshotRow } from './snapshotRow.ts';

const VALUES_SQL = STATEMENT_IDS.map((id) => `COALESCE(${quoteName(id)}, 'nan'::DOUBLE)`).join(', ');
const HEAD_CELLS = 9;

/** A security at each of the snapshots; null where it was not there. */
export interface OfSecurity {
  /** Place in the opened securities. */
  readonly index: number;
  readonly rows: readonly (SnapshotRow | null)[];
}

/** @param places of the snapshots' sessions among the sessions, rising */
export async function* snapshotRows(
  opened: OpenedHistory,
  places: readonly number[],
  report: Report,
): AsyncGenerator<OfSecurity> {
  const { database, sessions, securities, listings } = opened;
  const [first, last] = [sessions[places[0]!]!, sessions[places.at(-1)!]!];
  const days = places.map((at) => snapshotDay(sessions, at, ratesUpTo(opened.rates, sessions[at]!)));
  const closes = new Groups(
    database.stream(
      `SELECT securityIndex, day, COALESCE(close, 'nan'::DOUBLE), COALESCE(adjClose, 'nan'::DOUBLE), COALESCE(volume, 'nan'::DOUBLE), isAdjusted
       FROM closes WHERE day > ${first - CLOSE_DAYS_MAX} AND day <= ${last} AND (close > 0 OR adjClose > 0)
       ORDER BY securityIndex, day, line`,
    ),
  );
  const filings = opened.hasFilings
    ? new Groups(
        database.stream(
          `SELECT securityIndex, periodEnd, kind, currency, periodStart, filed, flags, accession, knownDay, ${VALUES_SQL} FROM filings
           WHERE periodEnd > ${first - FILING_DAYS_MAX} AND knownDay < ${last} ORDER BY securityIndex, knownDay, line`,
        ),
      )
    : null;
  const rows = new SessionRows();
  try {
    for (const [index, security] of securities.entries()) {
      const own = await sessionsOf(closes, index, rows, security.priceDivisor);
      const filed = filings ? await filingsOf(filings, index, security.currency) : [];
      const of = listings.of(security.id);
      if (own.days.length === 0 && of.length === 0) continue;
      const known = {
        security,
        sessions: own,
        filings: filed,
        actions: opened.actions === null ? null : (opened.actions.get(security.id) ?? NO_ACTIONS),
        checksDurations: true,
      };
      const found = days.map((day) => {
        const listing = listings.at(security.id, day.day);
        if (listing === null) return null;
        return snapshotRow(known, day, listing ?? null, (table, finding) => report.doubt(table, finding, security.id));
      });
      if (found.some((row) => row !== null)) yield { index, rows: found };
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
    const [, ends, kinds, currencies, starts, filedDays, flagTexts, accessions, knownDays] = columns;
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
    const [startDay, filedDay] = [starts, filedDays].map((cells) => cells![row] ?? null);
    found.push({
      ...convertPeriod({ day, kind, values, flags }, 1 / unit.divisor),
      currency: unit.currency,
      accession: String(accessions![row] ?? ''),
      knownDay: Number(knownDays![row]),
      isGuessed: filedDay === null,
      isWhole: false,
      ...(startDay !== null && { startDay: Number(startDay) }),
      ...(filedDay !== null && { filedDay: Number(filedDay) }),
    });
  });
  return inOrderOfFiling(found);
}
