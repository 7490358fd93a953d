/** A company's statements as of every filing day, with what each filing changed. */

import { statementLines } from '../sources/sec/company.ts';
import { readCompanyFacts } from '../sources/sec/companyfacts.ts';
import type { Fact } from '../sources/sec/fact.ts';
import { textOf } from '../sources/sec/record.ts';
import { type StatementRow, statementsOf } from '../sources/sec/statements.ts';

export interface FiledRow {
  /** `filed` is the day on which it became public, and its share basis. */
  readonly row: StatementRow;
  /** Accession number of that day's filing; the last one of several. */
  readonly accession: string;
}

/** A filing restates this many days, for splits among others; earlier periods stay as filed. */
const FILING_YEARS_DAYS = 6 * 366;

/** Compares two rows of a period except for the filing day. */
function isSame(a: StatementRow, b: StatementRow): boolean {
  return (
    a.currency === b.currency &&
    Object.is(a.sharesSince, b.sharesSince) &&
    Object.is(a.sharesRatio, b.sharesRatio) &&
    a.values.every((value, at) => Object.is(value, b.values[at]!)) &&
    a.flags.every((bits, at) => bits === b.flags[at]!)
  );
}

/** Converts a companyfacts file to lines of the statements table, each preceded by its accession. Throws if it can't be read. */
export function filingLines(bytes: Uint8Array): string {
  const { facts } = readCompanyFacts(textOf(bytes));
  return Array.from(filedRows(facts), ({ row, accession }) => `${accession},${statementLines([row])}\n`).join('');
}

/** @param facts of one company, in any order */
export function* filedRows(facts: readonly Fact[]): Generator<FiledRow> {
  const sorted = [...facts].sort((a, b) => a.filed - b.filed || (a.accession < b.accession ? -1 : 1));
  const known = new Map<string, StatementRow>();
  for (let at = 0; at < sorted.length; ) {
    const { filed } = sorted[at]!;
    while (at < sorted.length && sorted[at]!.filed === filed) at++;
    const { accession } = sorted[at - 1]!;
    const window = sorted.slice(0, at).filter(({ end }) => end > filed - FILING_YEARS_DAYS);
    for (const row of statementsOf(window).rows) {
      const key = `${row.kind} ${row.day}`;
      const before = known.get(key);
      known.set(key, row);
      if (!before || !isSame(before, row)) yield { row: { ...row, filed }, accession };
    }
  }
}
