/** A step that keeps one row per issuer. */
import { compareListings, issuers } from '../issuer.ts';
import { NO_TRACE, type StepRun, type StepText } from './kind.ts';

/** Keeps, of the rows of one issuer that come in, the one that trades most, in their present order. */
export interface IssuerStep {
  readonly operatorType: 'issuer';
}

export const issuerText: StepText<IssuerStep> = {
  read: (reader) => (reader.takeWords('one', 'per', 'issuer') ? { operatorType: 'issuer' } : null),
  print: () => 'one per issuer',
  columns: () => [],
  fault: () => null,
  rename: (step) => step,
};

export const issuerRun: StepRun<IssuerStep> = {
  dependsOn: () => 'set',
  apply(table, _, rows) {
    const issuer = issuers(table);
    const compare = compareListings(table);
    // One more than the row that is kept of each issuer; 0 for none yet.
    const best = new Uint32Array(table.rowCount);
    for (const row of rows) {
      const kept = best[issuer[row]!]!;
      if (kept === 0 || compare(row, kept - 1) < 0) best[issuer[row]!] = row + 1;
    }
    return { rows: rows.filter((row) => best[issuer[row]!] === row + 1), missing: 0 };
  },
  /** Rank among the present rows of its issuer, of which one is kept. */
  trace(table, _, { input, row }) {
    const issuer = issuers(table);
    const rivals = input.filter((each) => issuer[each] === issuer[row]).sort(compareListings(table));
    return { ...NO_TRACE, rank: rivals.indexOf(row) + 1, kept: 1 };
  },
};
