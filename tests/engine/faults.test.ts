import { expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { stepFault } from '../../src/engine/faults.ts';
import type { Condition } from '../../src/engine/steps.ts';
import { parseScreen } from '../../src/engine/text.ts';

it.each([
  ['ebit >= nowhere', 'there is no column nowhere'],
  ['any of (beta >= 1, nowhere is missing)', 'there is no column nowhere'],
  ['type is missing', null],
  ['type >= beta', 'type holds text: it has no numbers to compare'],
  ['marketCapitalization >= 2 * currentRatio', 'marketCapitalization is an amount of money and currentRatio is none'],
  ['currentRatio <= ebit', 'ebit is an amount of money and currentRatio is none'],
  ['type >= median in sector', 'type holds text'],
  ['percentile of name >= 5%', 'name holds text'],
  ['percentile of beta >= 5%', null],
  ['any of (type >= 1)', 'type holds text: GreaterThanOrEquals does not apply'],
  ['any of (beta >= 1 EUR)', 'beta is no amount of money'],
  ['at least 3 of (beta >= 1, beta <= 2)', "at least 3 of 2 filters can't be met"],
  ['at least 2 of (beta >= 1, beta <= 2)', null],
  ['top 5 name', 'name holds text'],
  ['rank by (beta asc, sector desc)', 'sector holds text'],
])('the fault of %j is %j', (text, expected) => {
  const [step] = parseScreen(text);
  const fault = stepFault(step!, columnById);
  if (expected === null) expect(fault).toBeNull();
  else expect(fault).toContain(expected);
});

it('finds in records what no text can say', () => {
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
