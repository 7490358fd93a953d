/** A category that a filter names and no security has: most often one that is misspelt. */

import { isFilter } from './filter.ts';
import { isGroup } from './group.ts';
import type { ColumnOf } from './kind.ts';
import type { Step } from './registry.ts';

/** The two values of a category that is true or false. Either may be absent. */
const TRUTH = ['true', 'false'];

export interface UnknownValue {
  readonly columnId: string;
  readonly value: string;
}

/**
 * The first value of a categorical filter, or of one within a group, that none of the securities has; null when there is none. Texts
 * that are as good as unique, such as names, are not judged, nor is the empty text, which stands for a missing value.
 * @param valuesOf the categories of a column; null where they are not known yet
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

/** The step with another value in place of this one. */
export function withValue<S extends Step>(step: S, { columnId, value }: UnknownValue, meant: string): S {
  if (isGroup(step)) {
    return { ...step, members: step.members.map((member) => withValue(member, { columnId, value }, meant)) };
  }
  if (!isFilter(step) || step.columnId !== columnId) return step;
  const values: readonly (string | number)[] = step.operatorValues;
  return { ...step, operatorValues: values.map((each) => (each === value ? meant : each)) };
}
