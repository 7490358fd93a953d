/** Validation of typed formulas. */
import type { Column } from '../../catalogue/column.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { checkFormulas, isLet, type LetStep, letStep } from '../../engine/table/formulas.ts';

/** An error in a formula and its position (from 0); null if it is about the name. */
export interface TypedFault {
  readonly message: string;
  readonly at: number | null;
}

/** The parsed formula of `let name = text`; the text itself when invalid. */
export function formulaOf(text: string): string {
  try {
    const [step, second] = parseScreen(printStep(letStep({ columnId: 'x', formula: text })) ?? '');
    return step && isLet(step) && !second ? step.formula : text;
  } catch {
    // The form reports the error.
    return text;
  }
}

export function formulaFault(
  step: LetStep,
  others: readonly Step[],
  columnOf: (id: string) => Column | undefined,
): TypedFault | null {
  if (step.formula.trim() === '') return null;
  const named = step.columnId === '' ? { ...step, columnId: '\u0000' } : step;
  if (columnOf(named.columnId)) return { ...clash(named, columnOf), at: null };
  const fault = checkFormulas([...others.filter(isLet), named], columnOf).faults.find(({ id }) => id === named.columnId);
  if (!fault) return null;
  const isTwice = others.some((other) => isLet(other) && other.columnId === named.columnId);
  return { message: fault.message, at: isTwice ? null : fault.at };
}

const NAME = /^[^`\s](?:[^`]*[^`\s])?$/;

/** Whether the name is valid and unused. */
export function isFreeName(name: string, others: readonly Step[], columnOf: (id: string) => Column | undefined): boolean {
  const isTaken = others.some((other) => isLet(other) && other.columnId === name);
  return NAME.test(name) && !isTaken && columnOf(name) === undefined;
}

function clash(step: LetStep, columnOf: (id: string) => Column | undefined): { message: string } {
  return { message: checkFormulas([step], columnOf).faults[0]?.message ?? '' };
}
