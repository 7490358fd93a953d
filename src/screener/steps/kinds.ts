/** New steps of each kind, and a condition turned into one of another kind on the same column. */
import { type Column, isText } from '../../catalogue/column.ts';
import { isUpperBound } from '../../engine/steps/operators.ts';
import type { Condition, Step } from '../../engine/steps/registry.ts';

export type NewKind = 'presence' | 'versus' | 'median' | 'percentile' | 'group' | 'top' | 'rank' | 'let';

/** A column or a number that has not been chosen is an empty id or NaN: such a step does nothing. */
export const NEW_STEPS: Readonly<Record<NewKind, Step>> = {
  presence: { operatorType: 'presence', columnId: '', keeps: 'present' },
  versus: { operatorType: 'versus', columnId: '', operator: 'GreaterThanOrEquals', factor: 1, otherId: '' },
  median: { operatorType: 'median', columnId: '', operator: 'GreaterThanOrEquals', factor: 1, scope: 'sector' },
  percentile: {
    operatorType: 'percentile',
    columnId: '',
    scope: 'sector',
    operator: 'GreaterThanOrEquals',
    operatorValues: [0.8],
  },
  group: { operatorType: 'group', least: 'any', members: [] },
  top: { operatorType: 'top', columnId: '', end: 'top', amount: 20, isPercentage: true, scope: 'rows' },
  rank: { operatorType: 'rank', parts: [] },
  let: { operatorType: 'let', columnId: '', formula: '' },
};

/** What a condition compares the values of its column with. */
export type Measure = 'filter' | 'versus' | 'median' | 'percentile' | 'presence' | 'flags';

export function measuresOf(column: Column | undefined): readonly Measure[] {
  return column && isText(column) ? ['filter', 'presence'] : ['filter', 'versus', 'median', 'percentile', 'presence', 'flags'];
}

/** A filter on a column before any value has been chosen. */
export function newFilter(column: Column | undefined, columnId: string): Step {
  return column && isText(column)
    ? { operatorType: 'filter', columnId, operator: 'Equals', operatorValues: [] }
    : { operatorType: 'filter', columnId, operator: 'GreaterThanOrEquals', operatorValues: [Number.NaN] };
}

/** The condition on the same column by another measure. The side of the bound and the policy for missing values stay. */
export function byMeasure(
  step: Exclude<Condition, { operatorType: 'group' }>,
  measure: Measure,
  column: Column | undefined,
): Step {
  const { columnId } = step;
  if (step.operatorType === measure) return step;
  const isAtMost = 'operator' in step && isUpperBound(step.operator);
  const operator = isAtMost ? 'LessThanOrEquals' : 'GreaterThanOrEquals';
  const kept = 'keepMissing' in step && step.keepMissing ? { keepMissing: true as const } : {};
  switch (measure) {
    case 'filter': {
      const filter = newFilter(column, columnId);
      return 'operatorValues' in filter && column && !isText(column) ? ({ ...filter, operator, ...kept } as Step) : filter;
    }
    case 'presence':
      return { operatorType: 'presence', columnId, keeps: 'present' };
    case 'flags':
      return { operatorType: 'flags', columnId };
    case 'versus':
      return { operatorType: 'versus', columnId, operator, factor: 1, otherId: '', ...kept };
    case 'median':
      return { operatorType: 'median', columnId, operator, factor: 1, scope: 'sector', ...kept };
    case 'percentile':
      return { operatorType: 'percentile', columnId, scope: 'sector', operator, operatorValues: [isAtMost ? 0.2 : 0.8], ...kept };
  }
}

/** Rows without a value: left out, kept too, or the only ones kept. */
export type MissingChoice = 'drop' | 'keep' | 'only';

type WithPolicy = Extract<Condition, { readonly keepMissing?: true }>;

export function withMissing(step: WithPolicy, choice: MissingChoice): Step {
  const { keepMissing: _, ...rest } = step;
  if (choice === 'only') return { operatorType: 'presence', columnId: step.columnId, keeps: 'missing' };
  return choice === 'keep' ? { ...rest, keepMissing: true } : rest;
}
