/** The page's part of a step kind: sentence, form and how it is added. The engine's module holds its grammar and execution. */
import type { ComponentType } from 'react';
import type { Column } from '../../catalogue/column.ts';
import type { MissingPolicy } from '../../engine/steps/clauses.ts';
import type { ColumnOf } from '../../engine/steps/kind.ts';
import type { Side } from '../../engine/steps/multiple.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { TextKey } from '../../shell/i18n.ts';

export interface FormProps<S> {
  readonly stepKey: number;
  readonly step: S;
  readonly onChange: (step: Step) => void;
  /** Adds a step after this one. */
  readonly onAdd: (step: Step) => void;
  /** Renames the column that the step creates. */
  readonly onRename: (from: string, to: string) => void;
}

/** Parts of a condition that survive a change of measure. */
export interface Compared extends MissingPolicy {
  readonly columnId: string;
  readonly operator: Side;
}

export interface StepPage<S> {
  /** Section in the menu. */
  readonly section: 'conditions' | 'rows' | 'columns';
  /** Blank steps by action name; `action.NAME` is its label. Undecided values are empty ids or NaN. */
  readonly blanks: Readonly<Record<string, S>>;
  /** @param inner sentence of a nested step */
  readonly sentence: (step: S, columnOf: ColumnOf, inner: (step: Step) => string) => string;
  /** Form; for a condition, without its column picker. Omitted where there is nothing to choose. */
  readonly Form?: ComponentType<FormProps<S>>;
  /** Description of a step without a form. */
  readonly note?: TextKey;
  /** Creates the same kind of condition for a column. */
  readonly measure?: { readonly isOfText: boolean; readonly make: (from: Compared, column: Column | undefined) => S };
}
