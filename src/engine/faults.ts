import { columnById } from '../catalogue/catalogue.ts';
import { type Column, isMoney, isText } from '../catalogue/column.ts';
import { noColumn } from '../catalogue/retired.ts';
import { checkFormulas } from './formulas.ts';
import { type NumericOperator, OPERATOR_VALUES, operatorsOf } from './operators.ts';
import {
  type CategoricalFilter,
  type GroupFilter,
  isNumericFilter,
  type LetStep,
  type NumericFilter,
  type Step,
  stepColumns,
} from './steps.ts';

/** Deepest nesting of groups, and most members of one. */
export const GROUP_DEPTH_MAX = 4;
export const GROUP_MEMBERS_MAX = 32;

type ColumnOf = (id: string) => Column | undefined;

/**
 * What is wrong with a step, in the user's language, or null. `columnOf` knows the columns of the catalogue, of the server and of formulas.
 * An empty filter and a sort in direction None are right: they do nothing.
 */
export function stepFault(step: Step, columnOf: ColumnOf): string | null {
  const unknown = stepColumns(step).find((id) => !columnOf(id));
  if (unknown !== undefined) return noColumn(unknown);
  switch (step.operatorType) {
    case 'let':
      return formulaFault(step, columnOf);
    case 'slice': {
      const [start, end] = step.operatorValues;
      if (!Number.isFinite(start) || !Number.isFinite(end)) return 'a slice needs two numbers';
      return start > end ? `the slice starts at ${start}, after its end ${end}` : null;
    }
    case 'filter':
      return step.columnId === null ? null : filterFault(step, columnOf(step.columnId)!);
    case 'group':
      return groupFault(step, columnOf, 1);
    case 'versus':
      return textFault(step, columnOf) ?? moneyFault(step.columnId, step.otherId, columnOf) ?? factorFault(step.factor);
    case 'median':
      return textFault(step, columnOf) ?? factorFault(step.factor);
    case 'percentile':
      return textFault(step, columnOf) ?? boundsFault(`the percentile of ${step.columnId}`, step.operator, step.operatorValues);
    case 'flags':
      return textFault(step, columnOf);
    case 'top':
      return textFault(step, columnOf) ?? amountFault(step.amount, step.isPercentage);
    case 'rank': {
      if (step.parts.length === 0) return 'a rank needs a column';
      const weight = step.parts.find((part) => !(part.weight >= 0 && part.weight < Infinity))?.weight;
      return textFault(step, columnOf) ?? (weight === undefined ? null : `the weight ${weight} is not a number from 0 on`);
    }
    default:
      return null;
  }
}

/** `columnOf` may already know the column that the formula makes. */
function formulaFault(step: LetStep, columnOf: ColumnOf): string | null {
  const others: ColumnOf = (id) => (id === step.columnId ? columnById(id) : columnOf(id));
  const fault = checkFormulas([step], others).faults[0];
  return fault ? `the formula of ${step.columnId} can't be computed: ${fault.message}` : null;
}

function textFault(step: Step, columnOf: ColumnOf): string | null {
  const id = stepColumns(step).find((each) => isText(columnOf(each)!));
  return id === undefined ? null : `${id} holds text: it has no numbers to compare`;
}

/** A column that only the server or a formula knows may hold anything. */
function moneyFault(id: string, otherId: string, columnOf: ColumnOf): string | null {
  const [column, other] = [columnOf(id)!, columnOf(otherId)!];
  if (column.kind === 'other' || other.kind === 'other' || isMoney(column) === isMoney(other)) return null;
  const [money, plain] = isMoney(column) ? [id, otherId] : [otherId, id];
  return `${money} is an amount of money and ${plain} is none: they can't be compared`;
}

function factorFault(factor: number): string | null {
  return Number.isFinite(factor) ? null : 'the factor is not a number';
}

function amountFault(amount: number, isPercentage: boolean): string | null {
  if (isPercentage) return amount >= 0 && amount <= 100 ? null : `${amount} % is not between 0 and 100 %`;
  return Number.isInteger(amount) && amount >= 0 ? null : 'rows are counted in whole numbers';
}

function groupFault(group: GroupFilter, columnOf: ColumnOf, depth: number): string | null {
  const { least, members } = group;
  if (depth > GROUP_DEPTH_MAX) return `groups are nested deeper than ${GROUP_DEPTH_MAX}`;
  if (members.length === 0) return 'a group needs a filter';
  if (members.length > GROUP_MEMBERS_MAX) return `a group has at most ${GROUP_MEMBERS_MAX} filters`;
  if (typeof least === 'number' && !(Number.isInteger(least) && least >= 1))
    return 'filters are counted in whole numbers from 1 on';
  if (typeof least === 'number' && least > members.length) return `at least ${least} of ${members.length} filters can't be met`;
  for (const member of members) {
    const fault = member.operatorType === 'group' ? groupFault(member, columnOf, depth + 1) : stepFault(member, columnOf);
    if (fault !== null) return fault;
  }
  return null;
}

function boundsFault(name: string, operator: NumericOperator, values: readonly number[]): string | null {
  const wanted = OPERATOR_VALUES[operator] === 'two' ? 2 : 1;
  if (values.length !== wanted) return `${operator} takes ${wanted} number${wanted === 1 ? '' : 's'}`;
  return values.some((value) => !Number.isFinite(value)) ? `a bound of ${name} is not a number` : null;
}

function filterFault(step: NumericFilter | CategoricalFilter, column: Column): string | null {
  if (!operatorsOf(column).includes(step.operator)) {
    return `${column.id} holds ${isText(column) ? 'text' : 'numbers'}: ${step.operator} does not apply`;
  }
  if (isNumericFilter(step)) {
    const fault = boundsFault(column.id, step.operator, step.operatorValues);
    if (fault !== null || step.currency === undefined || isMoney(column)) return fault;
    return `${column.id} is no amount of money, so ${step.currency} does not apply`;
  }
  return OPERATOR_VALUES[step.operator] === 'one' && step.operatorValues.length !== 1 ? `${step.operator} takes one value` : null;
}
