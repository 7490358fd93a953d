/** Statements that a source keeps in its own files, outside the database, and reads when a security is built. */
import { NIL_LINES } from '../../catalogue/nil.ts';
import { type PeriodKind, STATEMENT_IDS, statementPosition } from '../figures/period.ts';
import type { SourceQuality } from '../report/quality.ts';
import type { Report } from '../report/report.ts';

export interface StatementRow {
  /** Last day of the period, in days since 1970-01-01. */
  readonly day: number;
  readonly kind: PeriodKind;
  readonly currency: string | null;
  /** In the order of STATEMENT_IDS, NaN for missing. */
  readonly values: Float64Array;
  readonly filedDay?: number;
  readonly sharesSince?: number;
  readonly sharesRatio?: number;
  readonly flags?: Uint16Array;
}

export interface KeptStatements {
  /** Origin, for the report. */
  readonly place: string;
  readonly rowCount: number;
  read(): readonly StatementRow[];
}

/** Positive amounts that some vendors deliver as negative ones (domain section 0.3). */
export const POSITIVE_IDS = [
  'costOfRevenue',
  'operatingExpenses',
  'interestExpense',
  'capitalExpenditures',
  'dividendPayout',
  'paymentsForRepurchaseOfCommonStock',
  'treasuryStock',
];
const POSITIVE_POSITIONS = POSITIVE_IDS.map(statementPosition);
const NIL_POSITIONS = NIL_LINES.map(statementPosition);

/** Counts signs and lines of statements. */
export class StatementSigns {
  /** Per column of {@link POSITIVE_IDS}: number of negative minus number of positive values. */
  readonly excess = POSITIVE_IDS.map(() => 0);
  /** Per line of NIL_LINES: whether any row has it. */
  readonly isThere = NIL_LINES.map(() => false);

  look(values: Float64Array): void {
    for (let index = 0; index < POSITIVE_POSITIONS.length; index++) {
      const value = values[POSITIVE_POSITIONS[index]!]!;
      if (value < 0) this.excess[index]!++;
      else if (value > 0) this.excess[index]!--;
    }
    for (let index = 0; index < NIL_POSITIONS.length; index++)
      if (!Number.isNaN(values[NIL_POSITIONS[index]!]!)) this.isThere[index] = true;
  }

  /** Reports likely reversed signs, and lines that no row has and that count as 0. */
  report(report: Report): void {
    for (const [index, id] of POSITIVE_IDS.entries())
      if (this.excess[index]! > 0)
        report.note('statements', `${id} is mostly negative and should be positive: map it as “-${id}”`);
    const absent = NIL_LINES.filter((_, index) => !this.isThere[index]);
    if (absent.length > 0) report.note('statements', `in no row, counted as 0 beside other figures: ${absent.join(', ')}`);
  }
}

export function countValues(counts: Float64Array, values: Float64Array): void {
  for (let index = 0; index < counts.length; index++) if (!Number.isNaN(values[index]!)) counts[index]!++;
}

export function addCounts({ values }: SourceQuality, counts: Float64Array): void {
  for (const [index, id] of STATEMENT_IDS.entries())
    if (counts[index]! > 0) values.set(id, (values.get(id) ?? 0) + counts[index]!);
}
