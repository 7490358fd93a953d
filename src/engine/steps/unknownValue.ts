/** Finds a category in a filter that no security has, usually a misspelling. */

import { isFilter } from './filter.ts';
import { isGroup } from './group.ts';
import type { ColumnOf } from './kind.ts';
import type { Step } from './registry.ts';

/** The values of a boolean category. Either may be absent. */
const TRUTH = ['true', 'false'];

export interface UnknownValue {
  readonly columnId: string;
  readonly value: string;
}

/**
 * The first value of a categorical filter, or of one in a group, that no security has; null when there is none. Texts that are nearly
 * unique, such as names, and the empty text (missing) are not checked.
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
  const { columnId } = step;
  if (columnOf(columnId)?.display !== 'category') return null;
  const values = valuesOf(columnId);
  if (!values) return null;
  const known = values.some((each) => TRUTH.includes(each)) ? [...values, ...TRUTH] : values;
  const value = step.operatorValues.find((each) => typeof each === 'string' && each !== '' && !known.includes(each));
  return typeof value === 'string' ? { columnId, value } : null;
}

/** Replaces the unknown value in a step. */
export function withValue<S extends Step>(step: S, { columnId, value }: UnknownValue, meant: string): S {
  if (isGroup(step)) {
    return { ...step, members: step.members.map((member) => withValue(member, { columnId, value }, meant)) };
  }
  if (!isFilter(step) || step.columnId !== columnId) return step;
  const values: readonly (string | number)[] = step.operatorValues;
  return { ...step, operatorValues: values.map((each) => (each === value ? meant : each)) };
}
