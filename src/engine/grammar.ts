/** The steps of a screen text, read. What the canonical text looks like is in text.ts. */
import { FormulaError, parseFormula } from '../catalogue/formula.ts';
import { GROUP_DEPTH_MAX, GROUP_MEMBERS_MAX } from './faults.ts';
import type { CategoricalOperator, NumericOperator } from './operators.ts';
import type { Scope } from './percentile.ts';
import {
  type Bound,
  NUMBER,
  type Reader,
  readBound,
  readColumn,
  readPlainNumber,
  readValue,
  readValues,
  ScreenTextError,
  seesColumn,
} from './reader.ts';
import {
  type CategoricalFilter,
  type Condition,
  type GroupFilter,
  type LetStep,
  MEDIAN_SCOPES,
  type NumericFilter,
  type PercentileFilter,
  RANK_POLICIES,
  type RankPart,
  type RankStep,
  type Side,
  type SliceStep,
  type SortStep,
  type Step,
  TOP_SCOPES,
  type TopStep,
} from './steps.ts';

/** The scopes of percentile.ts, without what computes them. */
const SCOPES: readonly Scope[] = ['universe', 'sector', 'country', 'rows'];

function readKeepMissing(reader: Reader): { keepMissing?: true } {
  if (!reader.takeWord('keep')) return {};
  if (!reader.takeWord('missing')) throw reader.expected('“missing”');
  return { keepMissing: true };
}

function readScope<const T extends string>(reader: Reader, scopes: readonly T[], otherwise: T): T {
  if (!reader.takeWord('in')) return otherwise;
  const scope = reader.takeOneOf(scopes);
  if (scope === null) throw reader.expected(scopes.map((each) => `“${each}”`).join(', '));
  return scope;
}

function numeric(reader: Reader, columnId: string, operator: NumericOperator, bounds: readonly Bound[]): NumericFilter {
  const operatorValues = bounds.map((bound) => bound.value);
  const currency = bounds.find((bound) => bound.currency !== null)?.currency;
  const step = { operatorType: 'filter', columnId, operator, operatorValues } as const;
  return { ...step, ...(currency ? { currency } : {}), ...readKeepMissing(reader) };
}

function categorical(columnId: string, operator: CategoricalOperator, operatorValues: string[]): CategoricalFilter {
  return { operatorType: 'filter', columnId, operator, operatorValues };
}

function readPair(reader: Reader): [low: Bound, high: Bound] {
  const low = readBound(reader);
  if (!reader.takeWord('and')) throw reader.expected('“and”');
  reader.skipSpace();
  const at = reader.at;
  const high = readBound(reader);
  if (low.currency && high.currency && low.currency !== high.currency) {
    throw new ScreenTextError(`the bounds are in two currencies, ${low.currency} and ${high.currency}`, at);
  }
  return [low, high];
}

/** What stands behind >= or <=: a bound, another column or its multiple, or a multiple of a median. */
function readSide(reader: Reader, columnId: string, operator: Side): Condition {
  let factor = 1;
  reader.skipSpace();
  const at = reader.at;
  const beginsWithNumber = reader.sees(NUMBER);
  if (beginsWithNumber) {
    const bound = readBound(reader);
    if (!reader.takeSign('*')) return numeric(reader, columnId, operator, [bound]);
    if (bound.currency !== null) throw new ScreenTextError('a factor has no currency', at);
    factor = bound.value;
  }
  if (reader.takeWords('median', 'in')) {
    const scope = reader.takeOneOf(MEDIAN_SCOPES);
    if (scope === null) throw reader.expected('“sector”, “country” or “universe”');
    return { operatorType: 'median', columnId, operator, factor, scope, ...readKeepMissing(reader) };
  }
  const otherId = readColumn(reader, beginsWithNumber ? 'a column or “median in”' : 'a number or a column');
  return { operatorType: 'versus', columnId, operator, factor, otherId, ...readKeepMissing(reader) };
}

function readFilter(reader: Reader): Condition {
  const columnId = readColumn(reader);
  if (reader.takeSign('>=')) return readSide(reader, columnId, 'GreaterThanOrEquals');
  if (reader.takeSign('<=')) return readSide(reader, columnId, 'LessThanOrEquals');
  if (reader.takeSign('!=')) return categorical(columnId, 'NotEquals', [readValue(reader)]);
  if (reader.takeSign('=')) return categorical(columnId, 'Equals', [readValue(reader)]);
  if (reader.takeWord('is')) {
    const keeps = reader.takeOneOf(['missing', 'present']);
    if (keeps === null) throw reader.expected('“missing” or “present”');
    return { operatorType: 'presence', columnId, keeps };
  }
  if (reader.takeWord('without')) {
    if (!reader.takeWord('flags')) throw reader.expected('“flags”');
    return { operatorType: 'flags', columnId };
  }
  const not = reader.takeWord('not');
  if (reader.takeWord('between')) return numeric(reader, columnId, not ? 'NotBetween' : 'Between', readPair(reader));
  if (reader.takeWord('in')) return categorical(columnId, not ? 'NotIn' : 'In', readValues(reader));
  throw reader.expected(not ? '“between” or “in”' : '“>=”, “<=”, “=”, “!=”, “between”, “in”, “is”, “without” or “not”');
}

/** A percentile has no currency. */
function readShare(reader: Reader): number {
  reader.skipSpace();
  const at = reader.at;
  const { value, currency } = readBound(reader);
  if (currency !== null) throw new ScreenTextError('a percentile has no currency', at);
  return value;
}

function readPercentile(reader: Reader): PercentileFilter {
  const columnId = readColumn(reader);
  const step = { operatorType: 'percentile', columnId, scope: readScope(reader, SCOPES, 'universe') } as const;
  const side = reader.takeSign('>=') ? 'GreaterThanOrEquals' : reader.takeSign('<=') ? 'LessThanOrEquals' : null;
  if (side) return { ...step, operator: side, operatorValues: [readShare(reader)], ...readKeepMissing(reader) };
  const operator = reader.takeWord('not') ? 'NotBetween' : 'Between';
  if (!reader.takeWord('between')) throw reader.expected(operator === 'NotBetween' ? '“between”' : '“>=”, “<=” or “between”');
  const low = readShare(reader);
  if (!reader.takeWord('and')) throw reader.expected('“and”');
  return { ...step, operator, operatorValues: [low, readShare(reader)], ...readKeepMissing(reader) };
}

function readGroup(reader: Reader, least: GroupFilter['least'], at: number, depth: number): GroupFilter {
  if (depth > GROUP_DEPTH_MAX) throw new ScreenTextError(`groups are nested deeper than ${GROUP_DEPTH_MAX}`, at);
  if (!reader.takeWord('of')) throw reader.expected('“of”');
  reader.need('(');
  const members: Condition[] = [];
  do {
    if (members.length === GROUP_MEMBERS_MAX) {
      throw new ScreenTextError(`a group has at most ${GROUP_MEMBERS_MAX} filters`, reader.at);
    }
    members.push(readCondition(reader, depth + 1));
  } while (reader.takeSign(','));
  reader.need(')', '“,” or “)”');
  return { operatorType: 'group', least, members };
}

/** A filter or a group of filters; `depth` counts the groups around it, from 1. */
function readCondition(reader: Reader, depth: number): Condition {
  reader.skipSpace();
  const at = reader.at;
  if (reader.takeWord('any')) return readGroup(reader, 'any', at, depth);
  if (reader.takeWord('all')) return readGroup(reader, 'all', at, depth);
  if (reader.takeWord('at')) {
    if (!reader.takeWord('least')) throw reader.expected('“least”');
    return readGroup(reader, readCount(reader, 1), at, depth);
  }
  return reader.takeWords('percentile', 'of') ? readPercentile(reader) : readFilter(reader);
}

/** A whole number, from `min` on. */
function readCount(reader: Reader, min: number): number {
  reader.skipSpace();
  const at = reader.at;
  const count = readPlainNumber(reader);
  if (!Number.isInteger(count) || count < min) throw new ScreenTextError(`expected a whole number from ${min} on`, at);
  return count;
}

function readTop(reader: Reader, end: TopStep['end']): TopStep {
  reader.skipSpace();
  const at = reader.at;
  const amount = readPlainNumber(reader);
  const isPercentage = reader.text.charAt(reader.at) === '%';
  if (isPercentage) reader.at++;
  if (isPercentage ? amount < 0 || amount > 100 : amount < 0 || !Number.isInteger(amount)) {
    throw new ScreenTextError(isPercentage ? 'expected 0 to 100 %' : 'rows are counted in whole numbers', at);
  }
  const columnId = readColumn(reader);
  return { operatorType: 'top', columnId, end, amount, isPercentage, scope: readScope(reader, TOP_SCOPES, 'rows') };
}

function readDirection(reader: Reader): RankPart['sortOperator'] {
  if (reader.takeWord('asc')) return 'Ascending';
  if (reader.takeWord('desc')) return 'Descending';
  throw reader.expected('“asc” or “desc”');
}

function readPart(reader: Reader): RankPart {
  const columnId = readColumn(reader);
  const sortOperator = readDirection(reader);
  let weight = 1;
  if (reader.takeWord('weight')) {
    reader.skipSpace();
    const at = reader.at;
    weight = readPlainNumber(reader);
    if (weight < 0) throw new ScreenTextError('a weight is a number from 0 on', at);
  }
  if (!reader.takeWord('missing')) return { columnId, sortOperator, weight, missing: 'last' };
  const missing = reader.takeOneOf(RANK_POLICIES);
  if (missing === null) throw reader.expected(RANK_POLICIES.map((policy) => `“${policy}”`).join(', '));
  return { columnId, sortOperator, weight, missing };
}

function readRank(reader: Reader): RankStep {
  if (!reader.takeWord('by')) throw reader.expected('“by”');
  reader.need('(');
  const parts: RankPart[] = [];
  do parts.push(readPart(reader));
  while (reader.takeSign(','));
  reader.need(')', '“,” or “)”');
  return { operatorType: 'rank', parts };
}

function readSort(reader: Reader): SortStep {
  return { operatorType: 'sort', columnId: readColumn(reader), sortOperator: readDirection(reader) };
}

function readSlice(reader: Reader, sliceIsPercentage: boolean): SliceStep {
  reader.skipSpace();
  const at = reader.at;
  const from = readPlainNumber(reader);
  reader.need('..');
  const to = readPlainNumber(reader);
  if (!sliceIsPercentage && !(Number.isInteger(from) && Number.isInteger(to))) {
    throw new ScreenTextError('rows are counted in whole numbers', at);
  }
  if (from > to) throw new ScreenTextError(`the slice starts at ${from}, after its end ${to}`, at);
  return { operatorType: 'slice', operatorValues: sliceIsPercentage ? [from, to] : [from - 1, to - 1], sliceIsPercentage };
}

/** Spaces run together, but for those within the names of columns. */
function tidyFormula(text: string): string {
  return text.replace(/`[^`]*`|\s+/g, (match) => (match.startsWith('`') ? match : ' ')).trim();
}

const FORMULA = /(?:`[^`]*`|[^|`])*/y;

/** “let”, a column and a formula; null where “let” is itself the column of a filter. */
function readLet(reader: Reader): LetStep | null {
  const from = reader.at;
  if (!reader.takeWord('let') || !seesColumn(reader)) {
    reader.at = from;
    return null;
  }
  const columnId = readColumn(reader);
  reader.need('=');
  reader.skipSpace();
  const at = reader.at;
  const text = reader.take(FORMULA) ?? '';
  try {
    parseFormula(text.trimEnd());
  } catch (error) {
    throw error instanceof FormulaError ? new ScreenTextError(error.message, at + error.at) : error;
  }
  return { operatorType: 'let', columnId, formula: tidyFormula(text) };
}

/** Reads one step. Throws {@link ScreenTextError}. */
export function readStep(reader: Reader): Step {
  const definition = readLet(reader);
  if (definition) return definition;
  if (reader.takeWord('sort')) return readSort(reader);
  if (reader.takeWord('rows')) return readSlice(reader, false);
  if (reader.takeWord('percent')) return readSlice(reader, true);
  if (reader.takeWord('top')) return readTop(reader, 'top');
  if (reader.takeWord('bottom')) return readTop(reader, 'bottom');
  if (reader.takeWord('rank')) return readRank(reader);
  if (reader.takeWords('one', 'per', 'issuer')) return { operatorType: 'issuer' };
  return readCondition(reader, 1);
}
