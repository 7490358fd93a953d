/** A step that keeps one row per issuer. */
import { compareListings, issuers, mostTraded } from '../table/issuers.ts';
import { NO_TRACE, type StepRun, type StepText } from './kind.ts';
import { type StepOf, stepKind } from './step.ts';

/** Keeps each issuer's most traded row of the input, in the current order. */
export interface IssuerStep extends StepOf<'issuer'> {}

export const { make: issuerStep } = stepKind<IssuerStep>('issuer');

export const issuerText: StepText<IssuerStep> = {
  read: (reader) => (reader.takeWords('one', 'per', 'issuer') ? issuerStep({}) : null),
  print: () => 'one per issuer',
  columns: () => [],
  dependsOn: () => 'set',
  fault: () => null,
  rename: (step) => step,
};

export const issuerRun: StepRun<IssuerStep> = {
  apply: (table, _, rows) => ({ rows: mostTraded(table, rows), missing: 0 }),
  /** Rank among its issuer's rows, of which one is kept. */
  trace(table, _, { input, row }) {
    const issuer = issuers(table);
    const rivals = input.filter((each) => issuer[each] === issuer[row]).sort(compareListings(table));
    return { ...NO_TRACE, rank: rivals.indexOf(row) + 1, kept: 1 };
  },
};
