/** Finds a category or currency in a filter that no security has, usually a misspelling. */

import { isFilter, isNumericFilter } from './filter.ts';
import { isGroup } from './group.ts';
import type { ColumnOf } from './kind.ts';
import type { Step } from './registry.ts';

/** The values of a boolean category. Either may be absent. */
const TRUTH = ['true', 'false'];
/** The column of the currencies whose rates are known, and the one that needs no row. */
const [CURRENCY_COLUMN, DOLLAR] = ['currency', 'USD'];

export interface UnknownValue {
  readonly columnId: string;
  readonly value: string;
}

/**
 * The first value of a categorical filter, or of one in a group, that no security has, or the currency of a bound that no security trades
 * in, whose rate is unknown; null when there is none. Texts that are nearly unique, such as names, and the empty text (missing) are not
 * checked.
 * @param valuesOf the categories of a column; null while unknown
 */
export function unknownValue(
  step: Step,
  columnOf: ColumnOf,
  valuesOf: (columnId: string) => readonly string[] | null,
): UnknownValue | null {
  if (isGroup(step)) {
    for (const member of step.members) {
      const found = unknownValue(member, columnOf, valuesOf);
      if (found) return found;
    }
    return null;
  }
  if (!isFilter(step) || step.columnId === null) return null;
  if (isNumericFilter(step)) {
    const { currency = DOLLAR } = step;
    const currencies = currency === DOLLAR ? null : valuesOf(CURRENCY_COLUMN);
    return currencies === null || currencies.includes(currency) ? null : { columnId: CURRENCY_COLUMN, value: currency };
  }
  const { columnId } = step;
  if (columnOf(columnId)?.display !== 'category') return null;
  const values = valuesOf(columnId);
  if (!values) return null;
  const known = values.some((each) => TRUTH.includes(each)) ? [...values, ...TRUTH] : values;
  const value = step.operatorValues.find((each) => each !== '' && !known.includes(each));
  return value === undefined ? null : { columnId, value };
}

/** Replaces the unknown value in a step. */
export function withValue<S extends Step>(step: S, { columnId, value }: UnknownValue, meant: string): S {
  if (isGroup(step)) {
    return { ...step, members: step.members.map((member) => withValue(member, { columnId, value }, meant)) };
  }
  if (isNumericFilter(step)) return columnId === CURRENCY_COLUMN && step.currency === value ? { ...step, currency: meant } : step;
  if (!isFilter(step) || step.columnId !== columnId) return step;
  return { ...step, operatorValues: step.operatorValues.map((each) => (each === value ? meant : each)) };
}
