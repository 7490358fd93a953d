import type { IssuerStep } from '../../engine/steps/issuer.ts';
import { sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';
import { ISSUER } from '../table.ts';

/** Keeps the most traded of each issuer's present rows. */
export const issuerSql: SelectionSql<IssuerStep> = {
  selection(_, universe) {
    const issuer = universe.stages.stored(ISSUER);
    const traded = universe.traded();
    const place = universe.place;
    return (rows, at) => {
      const window = rows.window([issuer], [`${traded.text} DESC NULLS LAST`, place.text]);
      rows.keep(at, sql`${rows.column(sql`row_number() OVER (${window})`)} = 1`);
    };
  },
};
