/** What becomes of a step: applied, or left out and why. */
import type { Column } from '../../catalogue/column.ts';
import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { nearest } from '../../catalogue/nearest.ts';
import { columnMeant, successorOf } from '../../catalogue/retired.ts';
import { renameInput, stepColumns, stepFault } from '../../engine/steps/language.ts';
import { OPERATOR_VALUES, operatorsOf } from '../../engine/steps/operators.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { unknownValue, withValue } from '../../engine/steps/unknownValue.ts';
import { knowingFormulas } from '../../engine/table/formulas.ts';
import { t } from '../../shell/i18n.ts';
import { type StepEntry, state } from '../state/store.ts';
import { categoryText, columnLabel, countryName } from '../state/words.ts';

/** The step as it was probably meant, and what it names then. */
export interface Repair {
  readonly name: string;
  readonly step: Step;
}

export type Standing =
  | { readonly kind: 'applied' | 'off' | 'unfinished' }
  | { readonly kind: 'broken'; readonly fault: string; readonly repair?: Repair | null };

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

interface Fault {
  readonly fault: string;
  readonly repair: Repair | null;
}

/** A column that is no more, or never was, and what to name instead; null for a step that names none. */
function columnFault(step: Step, columnOf: ColumnOf): Fault | null {
  const isFormulaStep = step.operatorType === 'let';
  for (const id of isFormulaStep ? formulaColumns(parseFormula(step.formula)) : stepColumns(step)) {
    if (columnOf(id)) continue;
    const successor = successorOf(id);
    const meant = successor ?? columnMeant(id);
    const repair = meant === undefined ? null : { name: columnLabel(meant), step: renameInput(step, id, meant) };
    if (successor !== undefined) return { fault: t('steps.retired', { id, successor, label: columnLabel(successor) }), repair };
    // A formula names the place of its fault.
    if (!isFormulaStep) return { fault: t('steps.noColumn', { name: id }), repair };
  }
  return null;
}

/** The categories of a column, once all countries have come. */
function categoriesOf(columnId: string): readonly string[] | null {
  const column = state.universe.loading ? undefined : state.frame?.columns.get(columnId);
  return column?.kind === 'text' ? column.labels : null;
}

/** A category that no security has. People may have typed its name, such as Germany, or another case. */
function valueFault(step: Step, columnOf: ColumnOf): Fault | null {
  const found = unknownValue(step, columnOf, categoriesOf);
  if (!found) return null;
  const { columnId, value } = found;
  const names = new Map<string, string>();
  for (const label of (categoriesOf(columnId) ?? []).filter(Boolean)) {
    names.set(label, label);
    if (columnId === 'country') names.set(countryName(label), label);
  }
  const meant = names.get(nearest(value, names.keys()) ?? '');
  const fault = t('steps.noValue', { column: columnLabel(columnId), value });
  return {
    fault,
    repair: meant === undefined ? null : { name: categoryText(columnId, meant), step: withValue(step, found, meant) },
  };
}

export function standing(entry: StepEntry, columnOf: ColumnOf): Standing {
  if (!entry.on) return { kind: 'off' };
  if (isUnfinished(entry.step, columnOf)) return { kind: 'unfinished' };
  const misnamed = columnFault(entry.step, columnOf);
  if (misnamed) return { kind: 'broken', ...misnamed };
  const fault = stepFault(entry.step, columnOf);
  if (fault !== null) return { kind: 'broken', fault };
  const misvalued = valueFault(entry.step, columnOf);
  return misvalued ? { kind: 'broken', ...misvalued } : { kind: 'applied' };
}

/** The steps that the engine gets. */
export function appliedEntries(entries: readonly StepEntry[], columnOf: ColumnOf): readonly StepEntry[] {
  const known = withFormulaColumns(entries, columnOf);
  return entries.filter((entry) => standing(entry, known).kind === 'applied');
}
