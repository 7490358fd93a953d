import { COLUMNS } from '../src/catalogue/catalogue.ts';
import { CURRENCIES } from '../src/catalogue/codes.ts';
import { type Column, isMoney, isText } from '../src/catalogue/column.ts';
import { CATEGORICAL_OPERATORS, NUMERIC_OPERATORS, OPERATOR_VALUES } from '../src/engine/operators.ts';
import type { Step } from '../src/engine/steps.ts';
import type { Random } from './random.ts';

/** Values of a column to draw bounds and categories from. */
export type Values = (id: string) => readonly (number | string)[];

function randomFilter(random: Random, column: Column, values: Values): Step {
  const drawn = values(column.id);
  const value = (): number | string => (drawn.length > 0 ? random.pick(drawn) : 0);
  if (isText(column)) {
    const operator = random.pick(CATEGORICAL_OPERATORS);
    const count = OPERATOR_VALUES[operator] === 'one' ? 1 : 1 + random.below(4);
    return {
      operatorType: 'filter',
      columnId: column.id,
      operator,
      operatorValues: Array.from({ length: count }, () => String(value())),
    };
  }
  const operator = random.pick(NUMERIC_OPERATORS);
  const bound = (): number => {
    const found = Number(value());
    return Number.isFinite(found) ? (random.chance(0.7) ? found : found * (0.5 + random.next())) || 0 : random.below(100);
  };
  const operatorValues = OPERATOR_VALUES[operator] === 'one' ? [bound()] : [bound(), bound()].sort((a, b) => a - b);
  const step = { operatorType: 'filter', columnId: column.id, operator, operatorValues } as const;
  return isMoney(column) && random.chance(0.5) ? { ...step, currency: random.pick(CURRENCIES.slice(0, 5)) } : step;
}

function randomSlice(random: Random): Step {
  const sliceIsPercentage = random.chance(0.5);
  const top = sliceIsPercentage ? 100 : 300;
  const bounds = [random.below(top), random.below(top + 20)].sort((a, b) => a - b) as [number, number];
  return { operatorType: 'slice', operatorValues: bounds, sliceIsPercentage };
}

/** A screen of one to seven steps whose bounds are drawn from the values that exist, so that edges are hit. */
export function randomScreen(random: Random, values: Values): Step[] {
  return Array.from({ length: 1 + random.below(7) }, (): Step => {
    const column = random.chance(0.3)
      ? random.pick(COLUMNS.filter(isText))
      : random.pick(COLUMNS.filter((each) => !isText(each)));
    const draw = random.next();
    if (draw < 0.5) return randomFilter(random, column, values);
    if (draw < 0.8) return { operatorType: 'sort', columnId: column.id, sortOperator: random.pick(['Ascending', 'Descending']) };
    return randomSlice(random);
  });
}
