import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { columnNamed } from '../../catalogue/synonyms.ts';
import { isLet, knowingFormulas } from '../table/formulas.ts';
import type { ColumnOf } from './kind.ts';
import { renameInput, stepColumns } from './language.ts';
import type { Step } from './registry.ts';

/** Replaces common names by column ids. Known ids keep their meaning. */
export function withIds<S extends Step>(steps: readonly S[], columnOf: ColumnOf): readonly S[] {
  const known = knowingFormulas(steps, columnOf);
  const own = new Set(steps.flatMap((step) => (isLet(step) ? [step.columnId] : [])));
  return steps.map((step) => {
    let renamed: S = step;
    for (const name of isLet(step) ? inputsOf(step.formula) : stepColumns(step)) {
      const id = known(name) || own.has(name) ? undefined : columnNamed(name);
      if (id !== undefined) renamed = renameInput(renamed, name, id) as S;
    }
    return renamed;
  });
}

/** Columns that a formula reads; none if it is invalid. */
function inputsOf(formula: string): readonly string[] {
  try {
    return formulaColumns(parseFormula(formula));
  } catch {
    // stepFault reports it.
    return [];
  }
}
