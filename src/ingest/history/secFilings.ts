/** What each filing of a company made known: its statements as of every filing day, and of each what has changed. */

import { statementLines } from '../sources/sec/company.ts';
import { readCompanyFacts } from '../sources/sec/companyfacts.ts';
import type { Fact } from '../sources/sec/fact.ts';
import { textOf } from '../sources/sec/record.ts';
import { type StatementRow, statementsOf } from '../sources/sec/statements.ts';

/** A row of statements as it became known. */
export interface FiledRow {
  /** `filed` is the day on which it became public, and as of whose shares it is. */
  readonly row: StatementRow;
  /** Accession number of the filing of that day; of several the last. */
  readonly accession: string;
}

/** A filing restates the years before, splits among them; what ended earlier stays as it was filed. */
const FILING_YEARS_DAYS = 6 * 366;

/** Whether two rows of a period say the same, whenever they were filed. */
function isSame(a: StatementRow, b: StatementRow): boolean {
  return (
    a.currency === b.currency &&
    Object.is(a.sharesSince, b.sharesSince) &&
    a.values.every((value, at) => Object.is(value, b.values[at]!)) &&
    a.flags.every((bits, at) => bits === b.flags[at]!)
  );
}

/** The rows of the facts in a file of companyfacts, as lines of the statements table behind the accession. Throws when it can't be read. */
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
