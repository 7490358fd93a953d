/** What becomes of a step: applied, or left out and why. */
import type { Column } from '../../catalogue/column.ts';
import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { successorOf } from '../../catalogue/retired.ts';
import { stepColumns, stepFault } from '../../engine/steps/language.ts';
import { OPERATOR_VALUES, operatorsOf } from '../../engine/steps/operators.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { knowingFormulas } from '../../engine/table/formulas.ts';
import { t } from '../../shell/i18n.ts';
import type { StepEntry } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';

export type Standing = { readonly kind: 'applied' | 'off' | 'unfinished' } | { readonly kind: 'broken'; readonly fault: string };

type ColumnOf = (id: string) => Column | undefined;

/** Whether the text is a formula at all; what it reads is for the fault of the step to say. */
function isFormula(text: string): boolean {
  try {
    parseFormula(text);
    return true;
  } catch {
    // The form shows where and why.
    return false;
  }
}

/** A filter that waits for its column or a value: no fault yet. */
export function isUnfinished(step: Step, columnOf: ColumnOf): boolean {
  if (step.operatorType === 'slice') return step.operatorValues.some((value) => Number.isNaN(value));
  if (step.operatorType === 'let') return step.columnId === '' || !isFormula(step.formula);
  if (stepColumns(step).includes('')) return true;
  switch (step.operatorType) {
    case 'versus':
    case 'median':
      return Number.isNaN(step.factor);
    case 'percentile':
      return step.operatorValues.some((value) => Number.isNaN(value));
    case 'top':
      return Number.isNaN(step.amount);
    case 'rank':
      return step.parts.length === 0 || step.parts.some(({ weight }) => Number.isNaN(weight));
    case 'group':
      return (
        step.members.length === 0 || Number.isNaN(step.least) || step.members.some((member) => isUnfinished(member, columnOf))
      );
  }
  if (step.operatorType !== 'filter') return false;
  if (step.columnId === null) return true;
  const column = columnOf(step.columnId);
  if (!column || !operatorsOf(column).includes(step.operator)) return false;
  const values: readonly (string | number)[] = step.operatorValues;
  const wanted = { one: 1, two: 2, list: 0 }[OPERATOR_VALUES[step.operator]];
  return values.length < wanted || values.some((value) => Number.isNaN(value));
}

/** Knows the columns that the formulas among the steps make, too. */
export function withFormulaColumns(entries: readonly StepEntry[], columnOf: ColumnOf): ColumnOf {
  return knowingFormulas(
    entries.flatMap(({ on, step }) => (on ? [step] : [])),
    columnOf,
  );
}

/** What to use instead of a column that is no more; null for a step that names none. */
function retiredFault(step: Step, columnOf: ColumnOf): string | null {
  const named = step.operatorType === 'let' ? formulaColumns(parseFormula(step.formula)) : stepColumns(step);
  for (const id of named) {
    const successor = columnOf(id) ? undefined : successorOf(id);
    if (successor !== undefined) return t('steps.retired', { id, successor, label: columnLabel(successor) });
  }
  return null;
}

export function standing(entry: StepEntry, columnOf: ColumnOf): Standing {
  if (!entry.on) return { kind: 'off' };
  if (isUnfinished(entry.step, columnOf)) return { kind: 'unfinished' };
  const fault = retiredFault(entry.step, columnOf) ?? stepFault(entry.step, columnOf);
  return fault === null ? { kind: 'applied' } : { kind: 'broken', fault };
}

/** The steps that the engine gets. */
export function appliedEntries(entries: readonly StepEntry[], columnOf: ColumnOf): readonly StepEntry[] {
  const known = withFormulaColumns(entries, columnOf);
  return entries.filter((entry) => standing(entry, known).kind === 'applied');
}
