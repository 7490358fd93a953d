import { COLUMNS } from '../src/catalogue/catalogue.ts';
import { CURRENCIES } from '../src/catalogue/codes.ts';
import { type Column, isMoney, isText } from '../src/catalogue/column.ts';
import { SCOPES } from '../src/engine/answers/percentile.ts';
import type { CategoricalFilter, NumericFilter } from '../src/engine/steps/filter.ts';
import { MEDIAN_SCOPES } from '../src/engine/steps/median.ts';
import { CATEGORICAL_OPERATORS, NUMERIC_OPERATORS, OPERATOR_VALUES } from '../src/engine/steps/operators.ts';
import { RANK_POLICIES } from '../src/engine/steps/rank.ts';
import type { Condition, Step } from '../src/engine/steps/registry.ts';
import { TOP_SCOPES } from '../src/engine/steps/top.ts';
import type { Random } from './random.ts';

/** Values of a column to draw bounds and categories from. */
export type Values = (id: string) => readonly (number | string)[];

function randomFilter(random: Random, column: Column, values: Values): CategoricalFilter | NumericFilter {
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
  const keep = random.chance(0.15) ? { keepMissing: true as const } : {};
  const step = { operatorType: 'filter', columnId: column.id, operator, operatorValues, ...keep } as const;
  return isMoney(column) && random.chance(0.5) ? { ...step, currency: random.pick(CURRENCIES.slice(0, 5)) } : step;
}

function randomSlice(random: Random): Step {
  const sliceIsPercentage = random.chance(0.5);
  const top = sliceIsPercentage ? 100 : 300;
  const bounds = [random.below(top), random.below(top + 20)].sort((a, b) => a - b) as [number, number];
  return { operatorType: 'slice', operatorValues: bounds, sliceIsPercentage };
}

const SIDES = ['GreaterThanOrEquals', 'LessThanOrEquals'] as const;
const NUMBER_COLUMNS = COLUMNS.filter((column) => !isText(column));
const RATIO_COLUMNS = NUMBER_COLUMNS.filter(({ kind }) => kind === 'ratio');
const TEXT_COLUMNS = COLUMNS.filter(isText);
const anyColumn = (random: Random): Column => random.pick(random.chance(0.3) ? TEXT_COLUMNS : NUMBER_COLUMNS);

function randomPercentile(random: Random, columnId: string): Condition {
  const operator = random.pick(NUMERIC_OPERATORS);
  const bound = (): number => random.below(101) / 100;
  const operatorValues = OPERATOR_VALUES[operator] === 'one' ? [bound()] : [bound(), bound()].sort((a, b) => a - b);
  return { operatorType: 'percentile', columnId, scope: random.pick(SCOPES), operator, operatorValues };
}

/** A condition of any kind; a group holds conditions of less depth. */
export function randomCondition(random: Random, values: Values, depth: number): Condition {
  const column = random.pick(NUMBER_COLUMNS);
  const keep = random.chance(0.15) ? { keepMissing: true as const } : {};
  const factor = random.chance(0.4) ? 1 : random.pick([0.5, 2, -1, 1.25, 0]);
  const operator = random.pick(SIDES);
  const draw = random.below(depth > 0 ? 10 : 8);
  if (draw < 3) return randomFilter(random, anyColumn(random), values);
  if (draw === 3) {
    return { operatorType: 'presence', columnId: anyColumn(random).id, keeps: random.pick(['missing', 'present']) };
  }
  if (draw === 4) {
    const other = random.pick(NUMBER_COLUMNS.filter((each) => isMoney(each) === isMoney(column)));
    return { operatorType: 'versus', columnId: column.id, operator, factor, otherId: other.id, ...keep };
  }
  if (draw === 5) {
    return { operatorType: 'median', columnId: column.id, operator, factor, scope: random.pick(MEDIAN_SCOPES), ...keep };
  }
  if (draw === 6) return { ...randomPercentile(random, column.id), ...keep } as Condition;
  if (draw === 7) return { operatorType: 'flags', columnId: random.pick(random.chance(0.8) ? RATIO_COLUMNS : NUMBER_COLUMNS).id };
  const members = Array.from({ length: 1 + random.below(4) }, () => randomCondition(random, values, depth - 1));
  return { operatorType: 'group', least: random.pick(['any', 'all', 1 + random.below(members.length)]), members };
}

function randomTop(random: Random): Step {
  const isPercentage = random.chance(0.5);
  return {
    operatorType: 'top',
    columnId: random.pick(NUMBER_COLUMNS).id,
    end: random.pick(['top', 'bottom']),
    amount: isPercentage ? 10 + random.below(91) : random.below(200),
    isPercentage,
    scope: random.pick(TOP_SCOPES),
  };
}

function randomRank(random: Random): Step {
  return {
    operatorType: 'rank',
    parts: Array.from({ length: 1 + random.below(3) }, () => ({
      columnId: random.pick(NUMBER_COLUMNS).id,
      sortOperator: random.pick(['Ascending', 'Descending'] as const),
      weight: random.pick([1, 1, 2, 0.5, 0]),
      missing: random.pick(RANK_POLICIES),
    })),
  };
}

export function randomSort(random: Random): Step {
  return { operatorType: 'sort', columnId: anyColumn(random).id, sortOperator: random.pick(['Ascending', 'Descending']) };
}

/** A screen of one to seven steps of every kind, whose bounds are drawn from the values that exist, so that edges are hit. */
export function randomScreen(random: Random, values: Values): Step[] {
  return Array.from({ length: 1 + random.below(7) }, (): Step => {
    const draw = random.next();
    if (draw < 0.3) return randomFilter(random, anyColumn(random), values);
    if (draw < 0.5) return randomCondition(random, values, 2);
    if (draw < 0.7) return randomSort(random);
    if (draw < 0.8) return randomTop(random);
    if (draw < 0.88) return randomRank(random);
    if (draw < 0.9) return { operatorType: 'sample', count: 1 + random.below(300), seed: random.below(9) };
    return draw < 0.93 ? { operatorType: 'issuer' } : randomSlice(random);
  });
}
