/** What becomes of a step: applied, or left out and why. */
import type { Column } from '../../catalogue/column.ts';
import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { successorOf } from '../../catalogue/retired.ts';
import { isUnfinished, stepColumns, stepFault } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { isLet, knowingFormulas } from '../../engine/table/formulas.ts';
import { t } from '../../shell/i18n.ts';
import type { StepEntry } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';

export type Standing = { readonly kind: 'applied' | 'off' | 'unfinished' } | { readonly kind: 'broken'; readonly fault: string };

type ColumnOf = (id: string) => Column | undefined;

/** Knows the columns that the formulas among the steps make, too. */
export function withFormulaColumns(entries: readonly StepEntry[], columnOf: ColumnOf): ColumnOf {
  return knowingFormulas(
    entries.flatMap(({ on, step }) => (on ? [step] : [])),
    columnOf,
  );
}

/** What to use instead of a column that is no more; null for a step that names none. */
function retiredFault(step: Step, columnOf: ColumnOf): string | null {
  const named = isLet(step) ? formulaColumns(parseFormula(step.formula)) : stepColumns(step);
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
