import { flagsOf } from '../../../../src/catalogue/flag.ts';
import { statementPosition } from '../../../../src/ingest/figures/period.ts';
import { type Figures, figuresOf, historyOf } from '../../../../src/ingest/figures/statements.ts';
import { rowsOfLines, statementLines } from '../../../../src/ingest/sources/sec/company.ts';
import { dayOfIso } from '../../../../src/ingest/sources/sec/fact.ts';
import { statementsOf } from '../../../../src/ingest/sources/sec/statements.ts';
import { fact } from './facts.ts';

/** The figures known on a day; null for none. */
function figuresOn(day: string, facts: readonly string[]): Figures | null {
  const known = facts.map(fact).filter(({ filed }) => filed <= dayOfIso(day));
  const history = historyOf(rowsOfLines(statementLines(statementsOf(known).rows)));
  return history && figuresOf(history);
}

/** A figure as it was known on a day, NaN when missing. */
export function knownOn(day: string, facts: readonly string[], id: string): number {
  return figuresOn(day, facts)?.values[statementPosition(id)] ?? Number.NaN;
}

/** The flags of a figure as it was known on a day. */
export function flagsOn(day: string, facts: readonly string[], id: string): string[] {
  return flagsOf(figuresOn(day, facts)?.flags[statementPosition(id)] ?? 0);
}
