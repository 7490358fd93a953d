import { memo } from 'react';
import { isFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { kindOf } from '../../engine/steps/step.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { columnOf, type StepEntry, state, useAddedColumns } from '../state/store.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { addStep, goToValue, renameColumn, replaceStep } from './edit.ts';
import { newFilter } from './filter.tsx';
import type { FormProps } from './kind.ts';
import { byMeasure, type ColumnCondition, measuresOf } from './measures.ts';
import { type Measure, pageOf } from './registry.ts';
import { sentence } from './sentence.ts';
import { stepsTyped } from './text.ts';

/** Form of a step; changes apply immediately. It renders with its step, not with every result. */
export const StepForm = memo(function StepForm({ entry: { key, step } }: { readonly entry: StepEntry }) {
  const t = useT();
  useAddedColumns();
  const props: FormProps<Step> = {
    stepKey: key,
    step,
    onChange: (next) => replaceStep(key, next),
    onAdd: (next) => addStep(next, state.steps.findIndex((each) => each.key === key) + 1),
    onRename: (from, to) => renameColumn(key, from, to),
  };
  const { Form, note, measure } = pageOf(step);
  if (measure) return <ConditionForm {...props} step={step as ColumnCondition} />;
  if (note) return <p className="form-note">{t(note)}</p>;
  return Form ? <Form {...props} /> : null;
});

/** Form of a condition: its column, the measure it is compared with, and the measure's own form. */
function ConditionForm(props: FormProps<ColumnCondition>) {
  const t = useT();
  const { step, onChange } = props;
  if (step.columnId === null) {
    const begin = (columnId: string): void => {
      onChange(newFilter(columnOf(columnId), columnId));
      goToValue();
    };
    const take = (text: string): void => {
      const [first, ...others] = stepsTyped(text);
      if (first) replaceStep(props.stepKey, first);
      for (const other of others) addStep(other);
    };
    const words = (text: string): string =>
      stepsTyped(text)
        .map((each) => `+ ${sentence(each, columnOf)}`)
        .join(' ');
    return <ColumnPicker columnId={null} onPick={begin} typed={{ words, take }} />;
  }
  const column = columnOf(step.columnId);
  const measure: Measure = kindOf(step);
  const pick = (columnId: string): void => {
    const next = columnOf(columnId);
    onChange(!isFilter(step) && measuresOf(next).includes(measure) ? { ...step, columnId } : newFilter(next, columnId));
  };
  const { Form } = pageOf(step);
  return (
    <>
      <ColumnPicker columnId={step.columnId || null} onPick={pick} />
      {step.columnId !== '' && (
        <Choice
          label={t('form.measure')}
          value={measure}
          options={measuresOf(column).map((each) => [each, t(`measure.${each}`)] as const)}
          onChange={(next) => onChange(byMeasure(step, next, column))}
        />
      )}
      {Form && <Form {...props} />}
    </>
  );
}
