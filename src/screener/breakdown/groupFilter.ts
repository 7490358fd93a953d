/** Filters that keep exactly the rows of a group. */
import { shortestFloat } from '../../catalogue/display.ts';
import { type CategoricalFilter, categoricalFilter, type NumericFilter, numericFilter } from '../../engine/steps/filter.ts';

export const SIZE_ID = 'marketCapitalization';

export function groupFilter(columnId: string, label: string): CategoricalFilter {
  return categoricalFilter({ columnId, operator: 'Equals', operatorValues: [label] });
}

/** @param bounds float32 numbers in the common currency; rounded ones could include rows of the next decile */
export function sizeFilter(bounds: readonly [low: number, high: number]): NumericFilter {
  const operatorValues = bounds.map((bound) => Number(shortestFloat(bound)));
  return numericFilter({ columnId: SIZE_ID, operator: 'Between', operatorValues });
}
