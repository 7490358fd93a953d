import { isMoney } from '../../catalogue/column.ts';
import { type CategoricalFilter, type FilterStep, isNumericFilter, type NumericFilter } from '../../engine/steps/filter.ts';
import { isCapped } from '../../engine/table/cappedText.ts';
import { type Expression, float, joined, NoSql, sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';
import type { Universe } from '../universe.ts';
import { bounded, withPolicy } from './bounds.ts';

function categorical({ columnId, operator, operatorValues }: CategoricalFilter, universe: Universe): Expression {
  const { is } = universe;
  const keeps = operator === 'Equals' || operator === 'In';
  if (operatorValues.some(isCapped)) throw new NoSql(`a filter of ${columnId} by a text of thousands of characters`);
  if (operatorValues.length === 0) return keeps ? sql`FALSE` : sql`TRUE`;
  const values = joined(
    operatorValues.map((value) => sql`${is.text(value)}`),
    ', ',
  );
  return sql`${universe.text(columnId)} ${keeps ? 'IN' : 'NOT IN'} (${values})`;
}

/**
 * The comparison with the bounds. Those of a money column are converted to the base currency by the rate of the date; without
 * one only amounts in their currency are compared, as they are.
 */
function numeric(step: NumericFilter, universe: Universe): Expression {
  const { is } = universe;
  const { columnId, operator } = step;
  const plain = step.operatorValues.map((value) => sql`${is.float(Math.fround(value))}`);
  const column = universe.columnOf(columnId);
  const currency = step.currency ?? 'USD';
  const rate = column && isMoney(column) ? universe.rateOf(currency) : null;
  if (rate === null) return bounded(universe.compared(columnId), operator, plain);
  const bounds = plain.map((bound) => float(is, sql`${bound} * ${universe.knownOr1(rate)}`));
  return bounded(universe.comparedBeside(columnId, currency, rate), operator, bounds);
}

export const filterSql: ConditionSql<FilterStep> = {
  condition(step, universe) {
    if (step.columnId === null) return () => sql`TRUE`;
    if (!isNumericFilter(step)) {
      const condition = categorical(step, universe);
      return () => condition;
    }
    const condition = numeric(step, universe);
    return () => withPolicy(condition, step);
  },
};
