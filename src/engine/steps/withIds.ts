import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { columnNamed } from '../../catalogue/synonyms.ts';
import { isLet, knowingFormulas } from '../table/formulas.ts';
import type { ColumnOf } from './kind.ts';
import { renameInput, stepColumns } from './language.ts';
import type { Step } from './registry.ts';

/** The steps with every common name that is no column's id replaced by the id of its column. A name that is known keeps its meaning. */
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

/** Columns that a formula reads; none of one that can't be read. */
function inputsOf(formula: string): readonly string[] {
  try {
    return formulaColumns(parseFormula(formula));
  } catch {
    // Its fault is told where the step is.
    return [];
  }
}
