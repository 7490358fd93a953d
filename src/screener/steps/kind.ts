/** What the page knows of a kind of step: its sentence, its form, and what adds it. The engine's module holds its text and execution. */
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
  /** Adds a step behind this one. */
  readonly onAdd: (step: Step) => void;
  /** The column that the step makes is called otherwise from now on. */
  readonly onRename: (from: string, to: string) => void;
}

/** What stays of a condition when its column is compared with something else. */
export interface Compared extends MissingPolicy {
  readonly columnId: string;
  readonly operator: Side;
}

export interface StepPage<S> {
  /** The section of the menu that adds it. */
  readonly section: 'conditions' | 'rows' | 'columns';
  /** New steps by the name of the action that adds them; the text of an action is `action.NAME`. What has not been chosen is an empty id or NaN. */
  readonly blanks: Readonly<Record<string, S>>;
  /** @param inner the sentence of a step within the step */
  readonly sentence: (step: S, columnOf: ColumnOf, inner: (step: Step) => string) => string;
  /** For a condition on one column, the form of what it is compared with; the column itself is picked above it. Left out where there is nothing to choose. */
  readonly Form?: ComponentType<FormProps<S>>;
  /** What the step does, where there is nothing to choose. */
  readonly note?: TextKey;
  /** For a condition on one column: the condition of this kind on that column. */
  readonly measure?: { readonly isOfText: boolean; readonly make: (from: Compared, column: Column | undefined) => S };
}
