/** Status of a step: applied, or skipped and why. */
import type { Column } from '../../catalogue/column.ts';
import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { nearest } from '../../catalogue/nearest.ts';
import { successorOf } from '../../catalogue/retired.ts';
import { columnMeant } from '../../catalogue/synonyms.ts';
import { placeOfDate } from '../../engine/history/coveredDays.ts';
import { type AsOfStep, isAsOf } from '../../engine/steps/asOf.ts';
import { isUnfinished, renameInput, stepColumns, stepFault } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { unknownValue, withValue } from '../../engine/steps/unknownValue.ts';
import { isLet, knowingFormulas } from '../../engine/table/formulas.ts';
import { t } from '../../shell/i18n.ts';
import { presentDate, type StepEntry, state } from '../state/store.ts';
import { categoryText, columnLabel, isoDayText, textShown } from '../state/words.ts';

/** A suggested correction and the name it uses. */
export interface Repair {
  readonly name: string;
  readonly step: Step;
}

export type Standing =
  | { readonly kind: 'off' }
  | { readonly kind: 'unfinished' }
  /** With a doubt, the step is applied but may keep unintended rows. */
  | { readonly kind: 'applied'; readonly doubt?: string; readonly repair?: Repair | null }
  | { readonly kind: 'broken'; readonly fault: string; readonly repair?: Repair | null };

type ColumnOf = (id: string) => Column | undefined;

/** Also resolves columns of the steps' formulas. */
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

/** A removed or unknown column and its replacement; null if the step has none. */
function columnFault(step: Step, columnOf: ColumnOf): Fault | null {
  const isFormulaStep = isLet(step);
  for (const id of isFormulaStep ? formulaColumns(parseFormula(step.formula)) : stepColumns(step)) {
    if (columnOf(id)) continue;
    const successor = successorOf(id);
    const meant = successor ?? columnMeant(id);
    const repair = meant === undefined ? null : { name: columnLabel(meant), step: renameInput(step, id, meant) };
    if (successor !== undefined) return { fault: t('steps.retired', { id, successor, label: columnLabel(successor) }), repair };
    // Formulas report the position themselves.
    if (!isFormulaStep) return { fault: t('steps.noColumn', { name: id }), repair };
  }
  return null;
}

/** Categories of a column, once all countries are loaded. */
function categoriesOf(columnId: string): readonly string[] | null {
  const { universe, frame } = state;
  const date = presentDate();
  // The painted rows may belong to another date or to fewer countries.
  if (!frame || frame.date !== date || (date === null && (universe.loading || frame.version !== universe.version))) return null;
  const column = frame.columns.get(columnId);
  return column?.kind === 'text' ? column.labels : null;
}

/** A category without securities on this date. The user may have typed its name, such as Germany, or another case. */
function valueFault(step: Step, columnOf: ColumnOf): Fault | null {
  const found = unknownValue(step, columnOf, categoriesOf);
  if (!found) return null;
  const { columnId, value } = found;
  const names = new Map<string, string>();
  for (const label of (categoriesOf(columnId) ?? []).filter(Boolean)) {
    names.set(label, label);
    names.set(textShown(columnId, label), label);
  }
  const meant = names.get(nearest(value, names.keys()) ?? '');
  const fault = t('steps.noValue', { column: columnLabel(columnId), value });
  return {
    fault,
    repair: meant === undefined ? null : { name: categoryText(columnId, meant), step: withValue(step, found, meant) },
  };
}

/** Why a step's date has no snapshot; null if it has one or while unknown. */
function dateFault({ date }: AsOfStep, key: number): string | null {
  const { status, dates, every, reason } = state.history;
  if (status === 'looking') return null;
  if (status === 'coming') return t('asOf.coming');
  if (status === 'failed') return t('asOf.failed', { reason: reason ?? '' });
  const [first, last] = [dates[0], dates.at(-1)];
  if (status === 'absent' || first === undefined || last === undefined) return t('asOf.absent');
  if (state.steps.find(({ on }) => on)?.key !== key) return t('asOf.notFirst');
  return placeOfDate(dates, every, date) !== null
    ? null
    : t('asOf.range', { date: isoDayText(date), first: isoDayText(first), last: isoDayText(last) });
}

export function standing(entry: StepEntry, columnOf: ColumnOf): Standing {
  if (!entry.on) return { kind: 'off' };
  if (isAsOf(entry.step)) {
    const fault = dateFault(entry.step, entry.key);
    return fault === null ? { kind: 'applied' } : { kind: 'broken', fault };
  }
  if (isUnfinished(entry.step, columnOf)) return { kind: 'unfinished' };
  const misnamed = columnFault(entry.step, columnOf);
  if (misnamed) return { kind: 'broken', ...misnamed };
  const fault = stepFault(entry.step, columnOf);
  if (fault !== null) return { kind: 'broken', fault };
  const misvalued = valueFault(entry.step, columnOf);
  return misvalued ? { kind: 'applied', doubt: misvalued.fault, repair: misvalued.repair } : { kind: 'applied' };
}

/** The steps sent to the engine: valid ones, and a date without history, which gives no rows. */
export function appliedEntries(entries: readonly StepEntry[], columnOf: ColumnOf): readonly StepEntry[] {
  const known = withFormulaColumns(entries, columnOf);
  return entries.filter((entry) => {
    const { kind } = standing(entry, known);
    return kind === 'applied' || (kind === 'broken' && isAsOf(entry.step));
  });
}
