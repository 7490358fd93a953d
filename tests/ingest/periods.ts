import { type Period, type PeriodKind, STATEMENT_IDS, statementPosition } from '../../src/ingest/figures/period.ts';

/** A period that ends on an ISO date and has these figures and no others. */
export function periodOf(end: string, kind: PeriodKind, figures: Readonly<Record<string, number>>): Period {
  const values = new Float64Array(STATEMENT_IDS.length).fill(Number.NaN);
  for (const [id, value] of Object.entries(figures)) values[statementPosition(id)] = value;
  return { day: Date.parse(end) / 86_400_000, kind, values };
}
