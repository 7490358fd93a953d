/** What a condition says of rows: it passes, it fails, or a value that it needs is missing. */

import { MASK_MISSING, MASK_PASSES } from '../../kernels/bulk.ts';
import { codesPass, filterRows, type Kept, maskPass, numbersPass, type Pass } from '../../kernels/filter.ts';
import { medianOfKeys, sortedKeys } from '../../kernels/keys.ts';
import {
  FAILS,
  judgeCodes,
  judgeGroup,
  judgeMultiples,
  judgePresence as judgeNumberPresence,
  judgeNumbers,
  keepPassing,
  LACKS,
  PASSES,
  pardonLacking,
} from '../../kernels/verdicts.ts';
import { cappedText } from './capped.ts';
import { boundsOf, comparisonOf } from './comparison.ts';
import { columnFlags } from './flags.ts';
import { keptPerTable } from './kept.ts';
import { numbersOf } from './numbers.ts';
import { columnPercentiles, groupsOf } from './percentile.ts';
import {
  type CategoricalFilter,
  type Condition,
  type FlagsFilter,
  isNumericFilter,
  type MedianFilter,
  type MedianScope,
  type NumericFilter,
  type PercentileFilter,
  type PresenceFilter,
  type Step,
  type VersusFilter,
} from './steps.ts';
import { isTextColumn, type Table } from './table.ts';

/** Columns of percentiles and of medians that are kept per table, the last used ones. */
const KEPT_MAX = 32;
const once = keptPerTable<Float32Array>(KEPT_MAX);

/** Median of a column by code of the group, over the whole table; NaN for no group (code 0). Without groups, the one median. */
function medians(table: Table, id: string, scope: MedianScope): Float32Array {
  const { values, rates } = numbersOf(table, id);
  if (scope === 'universe') return Float32Array.of(medianOfKeys(sortedKeys(values, rates, table.rows)));
  const { codes, groupCount } = groupsOf(table, scope);
  const rowsOf: number[][] = Array.from({ length: groupCount }, () => []);
  for (const row of table.rows) rowsOf[codes[row]!]!.push(row);
  return Float32Array.from(rowsOf, (rows, code) =>
    code === 0 ? Number.NaN : medianOfKeys(sortedKeys(values, rates, Uint32Array.from(rows))),
  );
}

/** The median that a row is compared with, in the base currency; NaN where there is none. */
export function medianOf(table: Table, id: string, scope: MedianScope, row: number): number {
  const limits = once(table, `median ${scope} ${id}`, () => medians(table, id, scope));
  return limits[scope === 'universe' ? 0 : groupsOf(table, scope).codes[row]!]!;
}

function judgeMedian(table: Table, { columnId, operator, factor, scope }: MedianFilter, rows: Uint32Array): Uint8Array {
  const { values, rates } = numbersOf(table, columnId);
  const limits = once(table, `median ${scope} ${columnId}`, () => medians(table, columnId, scope));
  const codes = scope === 'universe' ? new Uint32Array(table.rowCount) : groupsOf(table, scope).codes;
  return judgeMultiples(values, rates, limits, codes, factor, operator === 'GreaterThanOrEquals', rows);
}

function judgeVersus(table: Table, { columnId, otherId, operator, factor }: VersusFilter, rows: Uint32Array): Uint8Array {
  const { values } = numbersOf(table, columnId);
  const { values: others } = numbersOf(table, otherId);
  return judgeMultiples(values, null, others, null, factor, operator === 'GreaterThanOrEquals', rows);
}

function judgePercentile(table: Table, step: PercentileFilter, rows: Uint32Array): Uint8Array {
  const { columnId, scope } = step;
  const compute = (): Float32Array => columnPercentiles(table, columnId, scope, rows);
  const values = scope === 'rows' ? compute() : once(table, `percentile ${scope} ${columnId}`, compute);
  const { low, high, inside } = boundsOf(step, 1);
  return judgeNumbers(values, null, rows, low, high, inside);
}

function judgeFlags(table: Table, { columnId }: FlagsFilter, rows: Uint32Array): Uint8Array {
  const { values } = numbersOf(table, columnId);
  const codes = columnFlags(table, columnId);
  return Uint8Array.from(rows, (row) => (Number.isNaN(values[row]!) ? LACKS : codes[row] === 0 ? PASSES : FAILS));
}

/** A row without a value lacks what `is present` needs; a row with one simply fails `is missing`. */
function judgePresence(table: Table, { columnId, keeps }: PresenceFilter, rows: Uint32Array): Uint8Array {
  const [present, missing] = keeps === 'present' ? [PASSES, LACKS] : [FAILS, PASSES];
  if (isTextColumn(table, columnId)) {
    const text = table.text(columnId);
    if (!text) return new Uint8Array(rows.length).fill(missing);
    return judgeCodes(text.codes, new Uint8Array(text.labels.length).fill(present).fill(missing, 0, 1), rows);
  }
  const { values } = numbersOf(table, columnId);
  return judgeNumberPresence(values, rows, present, missing);
}

function judgeNumeric(table: Table, step: NumericFilter, rows: Uint32Array): Uint8Array {
  const comparison = comparisonOf(table, step);
  if (!comparison) return new Uint8Array(rows.length).fill(LACKS);
  const { values, rates, low, high, inside } = comparison;
  return judgeNumbers(values, rates, rows, low, high, inside);
}

/** By label of the column, whether a filter lets it pass; a column that no server sent is all empty text. A long text is also known by what the page shows of it. */
function allowedLabels(step: CategoricalFilter, labels: readonly string[]): Uint8Array {
  const wanted = new Set(step.operatorValues);
  const keeps = step.operator === 'Equals' || step.operator === 'In';
  const isWanted = (label: string): boolean => wanted.has(label) || wanted.has(cappedText(label));
  return Uint8Array.from(labels, (label) => (isWanted(label) === keeps ? PASSES : FAILS));
}

function judgeCategory(table: Table, step: CategoricalFilter, rows: Uint32Array): Uint8Array {
  const text = table.text(step.columnId);
  if (!text) return new Uint8Array(rows.length).fill(allowedLabels(step, [''])[0]!);
  return judgeCodes(text.codes, allowedLabels(step, text.labels), rows);
}

/** How many members of a group have to be met. */
function leastOf(least: 'any' | 'all' | number, memberCount: number): number {
  return least === 'any' ? 1 : least === 'all' ? memberCount : least;
}

/** A verdict per position of the rows: FAILS, PASSES or LACKS. */
export function judge(table: Table, step: Condition, rows: Uint32Array): Uint8Array {
  const verdicts = strictly(table, step, rows);
  return 'keepMissing' in step && step.keepMissing ? pardonLacking(verdicts) : verdicts;
}

function strictly(table: Table, step: Condition, rows: Uint32Array): Uint8Array {
  switch (step.operatorType) {
    case 'filter':
      return isNumericFilter(step) ? judgeNumeric(table, step, rows) : judgeCategory(table, step, rows);
    case 'presence':
      return judgePresence(table, step, rows);
    case 'versus':
      return judgeVersus(table, step, rows);
    case 'median':
      return judgeMedian(table, step, rows);
    case 'percentile':
      return judgePercentile(table, step, rows);
    case 'flags':
      return judgeFlags(table, step, rows);
    case 'group': {
      const members = step.members.map((member) => judge(table, member, rows));
      return judgeGroup(members, leastOf(step.least, members.length), rows.length);
    }
  }
}

/** The loop of a filter that needs no verdicts, the commonest ones; null where there is none. A mask, where there is one, stands for a numeric filter. */
export function passOf(table: Table, step: Step, mask?: Uint8Array): Pass | null {
  if (step.operatorType !== 'filter' || ('keepMissing' in step && step.keepMissing)) return null;
  if (isNumericFilter(step)) {
    if (mask) return maskPass(mask, MASK_PASSES, MASK_MISSING);
    const comparison = comparisonOf(table, step);
    if (!comparison) return null;
    const { values, rates, low, high, inside } = comparison;
    return numbersPass(values, rates, low, high, inside);
  }
  if (step.columnId === null) return null;
  const text = table.text(step.columnId);
  return text ? codesPass(text.codes, allowedLabels(step, text.labels)) : null;
}

/** The rows that pass. */
export function applyCondition(table: Table, step: Condition, rows: Uint32Array): Kept {
  const pass = passOf(table, step);
  if (!pass) return keepPassing(judge(table, step, rows), rows);
  const { rows: kept, passed } = filterRows(rows, [pass]);
  return { rows: kept, missing: passed[0]!.missing };
}
