/** Color rules: a condition on a column and the color of matching cells. Stored as table settings. */
import { isMoney } from '../../catalogue/column.ts';
import { boundsOf } from '../../engine/steps/bounds.ts';
import { type CategoricalFilter, isFilter, isNumericFilter, type NumericFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../engine/steps/text.ts';
import { cappedText } from '../../engine/table/cappedText.ts';
import { columnOf, type Frame, type View } from '../state/store.ts';
import { boundRates } from './money.ts';

/** Signs for color-blind users. */
export const RULE_SIGNS = { green: '▲', amber: '◆', red: '▼', blue: '●' } as const;
export type RuleColor = keyof typeof RULE_SIGNS;
export const RULE_COLORS = Object.keys(RULE_SIGNS) as readonly RuleColor[];

export interface Rule {
  readonly step: NumericFilter | CategoricalFilter;
  readonly color: RuleColor;
}

/** Setting names: the conditions as screen text, and their colors. */
const [CONDITIONS, COLORS] = ['table.rules', 'table.colors'];
/** Maximum length of the conditions, which are part of the address. */
export const RULE_CHARS_MAX = 400;

function isRule(step: Step): step is Rule['step'] {
  return isFilter(step) && step.columnId !== null;
}

/** The view's rules; none when unreadable. */
export function rulesOf({ settings }: Pick<View, 'settings'>): readonly Rule[] {
  const colors = (settings[COLORS] ?? '').split(',');
  try {
    return parseScreen(settings[CONDITIONS] ?? '').flatMap((step, index) => {
      const color = RULE_COLORS.find((each) => each === colors[index]) ?? 'blue';
      return isRule(step) ? [{ step, color }] : [];
    });
  } catch {
    return [];
  }
}

/** Rules as table settings; null for none. */
export function ruleSettings(rules: readonly Rule[]): { readonly rules: string | null; readonly colors: string | null } {
  if (rules.length === 0) return { rules: null, colors: null };
  return { rules: printScreen(rules.map(({ step }) => step)), colors: rules.map(({ color }) => color).join() };
}

type Test = (row: number) => boolean;

function textTest(
  { operator, operatorValues }: CategoricalFilter,
  values: { labels: readonly string[]; codes: Uint32Array },
): Test {
  const isKept = operator === 'Equals' || operator === 'In';
  // The page has long texts only as it shows them.
  const named = new Set(operatorValues.flatMap((value) => [value, cappedText(value)]));
  const wanted = values.labels.map((label) => named.has(label) === isKept);
  return (row) => wanted[values.codes[row] ?? 0] ?? false;
}

/** Same comparison as the filter's, to the last bit. */
function numberTest(step: NumericFilter, values: Float32Array, frame: Frame): Test | null {
  const column = columnOf(step.columnId);
  const isAmount = column !== undefined && isMoney(column);
  const beside = isAmount ? boundRates(step.currency ?? 'USD', frame) : null;
  if (isAmount && !beside) return null;
  const { low, high, inside } = boundsOf(step, beside?.bound ?? 1);
  return (row) => {
    const value = Math.fround((values[row] ?? Number.NaN) * (beside ? beside.rates[row]! : 1));
    return !Number.isNaN(value) && (value >= low && value <= high) === inside;
  };
}

function testOf(step: Rule['step'], frame: Frame): Test | null {
  const values = frame.columns.get(step.columnId);
  if (isNumericFilter(step)) return values?.kind === 'number' ? numberTest(step, values.values, frame) : null;
  return values?.kind === 'text' ? textTest(step, values) : null;
}

/** The color of the first matching rule of a cell's column. */
export function colorsBy(rules: readonly Rule[], frame: Frame): (columnId: string, row: number) => RuleColor | null {
  const tests = new Map<Rule, Test>();
  return (columnId, row) => {
    for (const rule of rules) {
      if (rule.step.columnId !== columnId) continue;
      // Values may arrive later.
      const test = tests.get(rule) ?? testOf(rule.step, frame);
      if (!test) continue;
      tests.set(rule, test);
      if (test(row)) return rule.color;
    }
    return null;
  };
}
