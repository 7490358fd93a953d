import type { SliceStep } from '../../engine/steps/slice.ts';
import { decimal } from '../dialect.ts';
import { type Expression, sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';
import { shareOf } from './share.ts';

export const sliceSql: SelectionSql<SliceStep> = {
  selection:
    ({ operatorValues: [start, end], sliceIsPercentage }, { is }) =>
    (rows, at) => {
      if (!sliceIsPercentage) {
        const number = rows.column(rows.numbered());
        return rows.keep(at, sql`${number} > ${is.toDouble(decimal(start))} AND ${number} <= ${is.toDouble(decimal(end + 1))}`);
      }
      const [number, count] = rows.columns([rows.numbered(), sql`count(*) OVER (${rows.window()})`]) as [Expression, Expression];
      const from = sql`floor(${shareOf(start, count, is)})`;
      const to = sql`ceil(${shareOf(end, count, is)})`;
      rows.keep(at, sql`${number} > ${from} AND ${number} <= ${to}`);
    },
};
