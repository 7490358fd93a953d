import { expect, it } from 'vitest';
import { columnById, otherColumn } from '../../../src/catalogue/catalogue.ts';
import { stepFault } from '../../../src/engine/steps/language.ts';
import type { MedianFilter } from '../../../src/engine/steps/median.ts';
import type { RankPart } from '../../../src/engine/steps/rank.ts';
import type { Condition, Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import type { TopStep } from '../../../src/engine/steps/top.ts';
import type { VersusFilter } from '../../../src/engine/steps/versus.ts';

it.each([
  ['ebit >= nowhere', 'there is no column nowhere'],
  ['any of (beta >= 1, nowhere is missing)', 'there is no column nowhere'],
  [
    'sort enterpriseValueToFreeCashFlow asc',
    'the column enterpriseValueToFreeCashFlow is retired: name enterpriseValueToUnleveredFreeCashFlow instead',
  ],
  ['let a = 1 / enterpriseValueToFreeCashFlow', 'is retired: name enterpriseValueToUnleveredFreeCashFlow instead'],
  ['type is missing', null],
  ['type >= beta', 'type holds text: it has no numbers to compare'],
  ['marketCapitalization >= 2 * currentRatio', 'marketCapitalization is an amount of money and currentRatio is none'],
  ['currentRatio <= ebit', 'ebit is an amount of money and currentRatio is none'],
  ['type >= median in sector', 'type holds text'],
  ['percentile of name >= 5%', 'name holds text'],
  ['percentile of beta >= 5%', null],
  ['percentile of beta between 0 and 100%', null],
  ['percentile of beta <= 20', 'percentiles are from 0% to 100%, not 2000%'],
  ['percentile of beta not between 20% and 80', 'percentiles are from 0% to 100%, not 8000%'],
  ['any of (percentile of beta > -1%)', 'percentiles are from 0% to 100%, not -1%'],
  ['any of (type >= 1)', 'type holds text: GreaterThanOrEquals does not apply'],
  ['any of (beta >= 1 EUR)', 'beta is not a monetary column'],
  ['at least 3 of (beta >= 1, beta <= 2)', "at least 3 of 2 filters can't be met"],
  ['at least 2 of (beta >= 1, beta <= 2)', null],
  ['top 5 name', 'name holds text'],
  ['hold every month weight by name', 'name holds text'],
  ['hold every month weight inverse beta', null],
  ['rank by (beta asc, sector desc)', 'sector holds text'],
])('the fault of %j is %j', (text, expected) => {
  const [step] = parseScreen(text);
  const fault = stepFault(step!, columnById);
  if (expected === null) expect(fault).toBeNull();
  else expect(fault).toContain(expected);
});

it('finds faults in records that no text can have', () => {
  const beta: Condition = { operatorType: 'presence', columnId: 'beta', keeps: 'present' };
  const nested = (depth: number): Condition =>
    depth === 0 ? beta : { operatorType: 'group', least: 'all', members: [nested(depth - 1)] };
  expect(stepFault(nested(4), columnById)).toBeNull();
  expect(stepFault(nested(5), columnById)).toContain('deeper than 4');
  expect(stepFault({ operatorType: 'group', least: 'any', members: [] }, columnById)).toContain('needs a filter');
  const many = Array.from({ length: 33 }, () => beta);
  expect(stepFault({ operatorType: 'group', least: 'any', members: many }, columnById)).toContain('at most 32');
  expect(stepFault({ operatorType: 'rank', parts: [] }, columnById)).toContain('needs a column');
  const part = { columnId: 'beta', sortOperator: 'Ascending', weight: -1, missing: 'last' } as const;
  expect(stepFault({ operatorType: 'rank', parts: [part] }, columnById)).toContain('the weight -1');
  const top = { operatorType: 'top', columnId: 'beta', end: 'top', amount: 101, isPercentage: true, scope: 'rows' } as const;
  expect(stepFault(top, columnById)).toContain('between 0 and 100 %');
  expect(stepFault({ ...top, isPercentage: false, amount: 1.5 }, columnById)).toContain('whole numbers');
});

const bounded = { operatorType: 'filter', columnId: 'beta' } as const;
const ranked = { operatorType: 'percentile', columnId: 'beta', scope: 'universe' } as const;
const multiple = { columnId: 'ebit', operator: 'LessThanOrEquals', factor: 2 } as const;
const versus: VersusFilter = { operatorType: 'versus', ...multiple, otherId: 'netIncome' };
const median: MedianFilter = { operatorType: 'median', ...multiple, scope: 'sector' };
const top: TopStep = { operatorType: 'top', columnId: 'beta', end: 'top', amount: 5, isPercentage: false, scope: 'rows' };
const slice = { operatorType: 'slice', sliceIsPercentage: false } as const;
const part: RankPart = { columnId: 'beta', sortOperator: 'Ascending', weight: 1, missing: 'last' };

it.each<[Step, string | null]>([
  [{ ...bounded, operator: 'GreaterThanOrEquals', operatorValues: [] }, 'GreaterThanOrEquals takes 1 number'],
  [{ ...bounded, operator: 'LessThanOrEquals', operatorValues: [1, 2] }, 'LessThanOrEquals takes 1 number'],
  [{ ...bounded, operator: 'Between', operatorValues: [1] }, 'Between takes 2 numbers'],
  [{ ...bounded, operator: 'Between', operatorValues: [1, Number.NaN] }, 'a bound of beta is not a number'],
  [{ ...bounded, operator: 'Between', operatorValues: [2, 1] }, null],
  [{ ...bounded, operator: 'Equals', operatorValues: ['1'] }, 'beta holds numbers: Equals does not apply'],
  [{ operatorType: 'filter', columnId: null }, null],
  [{ operatorType: 'filter', columnId: 'type', operator: 'Equals', operatorValues: [] }, 'Equals takes one value'],
  [{ operatorType: 'filter', columnId: 'type', operator: 'NotEquals', operatorValues: ['a', 'b'] }, 'NotEquals takes one value'],
  [{ operatorType: 'filter', columnId: 'type', operator: 'Equals', operatorValues: ['Equity'] }, null],
  [{ operatorType: 'filter', columnId: 'type', operator: 'In', operatorValues: [] }, null],
  [{ operatorType: 'filter', columnId: 'type', operator: 'In', operatorValues: ['a', 'b'] }, null],
  [{ ...ranked, operator: 'GreaterThanOrEquals', operatorValues: [] }, 'GreaterThanOrEquals takes 1 number'],
  [{ ...ranked, operator: 'NotBetween', operatorValues: [0, Infinity] }, 'a bound of the percentile of beta is not a number'],
  [versus, null],
  [{ ...versus, factor: Number.NaN }, 'the factor is not a number'],
  [{ ...versus, columnId: 'beta' }, "netIncome is an amount of money and beta is none: they can't be compared"],
  [median, null],
  [{ ...median, factor: Number.POSITIVE_INFINITY }, 'the factor is not a number'],
  [{ ...median, columnId: 'type' }, 'type holds text: it has no numbers to compare'],
  [{ operatorType: 'flags', columnId: 'type' }, 'type holds text: it has no numbers to compare'],
  [{ operatorType: 'flags', columnId: 'beta' }, null],
  [{ ...top, amount: 0 }, null],
  [{ ...top, amount: -1 }, 'rows are counted in whole numbers'],
  [{ ...top, amount: 0.5 }, 'rows are counted in whole numbers'],
  [{ ...top, amount: 0, isPercentage: true }, null],
  [{ ...top, amount: 100, isPercentage: true }, null],
  [{ ...top, amount: -0.5, isPercentage: true }, '-0.5 % is not between 0 and 100 %'],
  [{ ...slice, operatorValues: [3, 3] }, null],
  [{ ...slice, operatorValues: [3, 2] }, 'the slice starts at 3, after its end 2'],
  [{ ...slice, operatorValues: [Number.NaN, 2] }, 'a slice needs two numbers'],
  [{ ...slice, operatorValues: [0, Number.POSITIVE_INFINITY] }, 'a slice needs two numbers'],
  [{ operatorType: 'rank', parts: [part, { ...part, weight: 0 }] }, null],
  [{ operatorType: 'rank', parts: [part, { ...part, weight: Infinity }] }, 'the weight Infinity is not a number from 0 on'],
  [{ operatorType: 'group', least: 0, members: [versus] }, 'filters are counted in whole numbers from 1 on'],
  [{ operatorType: 'group', least: 1.5, members: [versus, versus] }, 'filters are counted in whole numbers from 1 on'],
  [{ operatorType: 'group', least: 1, members: Array.from({ length: 32 }, () => versus) }, null],
  [{ operatorType: 'sort', columnId: 'beta', sortOperator: 'None' }, null],
  [{ operatorType: 'issuer' }, null],
  [{ operatorType: 'sample', count: 1, seed: 2 ** 32 - 1 }, null],
  [{ operatorType: 'sample', count: 0, seed: 0 }, 'a sample has a whole number of rows, from 1 on'],
  [{ operatorType: 'sample', count: 1, seed: -1 }, 'a seed is a whole number from 0 to 4294967295'],
])('the fault of the record %j is %j', (step, expected) => {
  expect(stepFault(step, columnById)).toBe(expected);
});

it('compares columns that only the server knows with amounts and with plain numbers', () => {
  const columnOf = (id: string) => columnById(id) ?? otherColumn(id);
  for (const [columnId, otherId] of [
    ['ebit', 'sentiment'],
    ['sentiment', 'ebit'],
    ['sentiment', 'beta'],
  ] as const)
    expect(stepFault({ ...versus, columnId, otherId }, columnOf)).toBeNull();
});
