import { isNumericFilter } from '../../engine/steps/filter.ts';
import type { Condition, Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { columnOf, type StepEntry } from '../state/store.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { Choice } from './Choice.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { MultipleForm, PercentileForm, PresenceForm } from './ComparedForm.tsx';
import { renameColumn, replaceStep } from './edit.ts';
import { FlagNote } from './FlagNote.tsx';
import { FormulaForm } from './FormulaForm.tsx';
import { GroupForm } from './GroupForm.tsx';
import { byMeasure, measuresOf, newFilter } from './kinds.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { NumberForm } from './NumberForm.tsx';
import { RankForm } from './RankForm.tsx';
import { SliceForm } from './SliceForm.tsx';
import { directionText } from './sort.ts';
import { TopForm } from './TopForm.tsx';

/** The form of a step: every change of it is applied at once. */
export function StepForm({ entry }: { readonly entry: StepEntry }) {
  const { step } = entry;
  const change = (next: Step): void => replaceStep(entry.key, next);
  if (step.operatorType === 'slice') return <SliceForm step={step} onChange={change} />;
  if (step.operatorType === 'sort') return <SortForm entry={entry} onChange={change} />;
  switch (step.operatorType) {
    case 'group':
      return <GroupForm group={step} onChange={change} />;
    case 'rank':
      return <RankForm step={step} onChange={change} />;
    case 'top':
      return <TopForm step={step} onChange={change} />;
    case 'let':
      return <FormulaForm step={step} onChange={change} onRename={(from, to) => renameColumn(entry.key, from, to)} />;
    case 'filter':
      if (step.columnId === null) {
        return <ColumnPicker columnId={null} onPick={(columnId) => change(newFilter(columnOf(columnId), columnId))} />;
      }
      return <ConditionForm step={step} stepKey={entry.key} onChange={change} />;
    case 'presence':
    case 'versus':
    case 'median':
    case 'percentile':
    case 'flags':
      return <ConditionForm step={step} stepKey={entry.key} onChange={change} />;
    case 'issuer':
      return <IssuerNote />;
    default:
      // Edited in the box of the text.
      return null;
  }
}

type ColumnCondition = Exclude<Condition, { operatorType: 'group' }>;

interface ConditionFormProps {
  readonly step: ColumnCondition;
  readonly stepKey: number;
  readonly onChange: (step: Step) => void;
}

/** What the values of a column have to be: its column, what they are compared with, and the form of that. */
function ConditionForm({ step, stepKey, onChange }: ConditionFormProps) {
  const t = useT();
  const column = columnOf(step.columnId);
  const pick = (columnId: string): void => {
    const next = columnOf(columnId);
    const isSame = step.operatorType !== 'filter' && measuresOf(next).includes(step.operatorType);
    onChange(isSame ? { ...step, columnId } : newFilter(next, columnId));
  };
  return (
    <>
      <ColumnPicker columnId={step.columnId || null} onPick={pick} />
      {step.columnId !== '' && (
        <Choice
          label={t('form.measure')}
          value={step.operatorType}
          options={measuresOf(column).map((measure) => [measure, t(`measure.${measure}`)] as const)}
          onChange={(measure) => onChange(byMeasure(step, measure, column))}
        />
      )}
      <MeasureForm step={step} stepKey={stepKey} onChange={onChange} />
    </>
  );
}

/** What the step does; there is nothing to choose. */
function IssuerNote() {
  const t = useT();
  return <p className="form-note">{t('form.issuer')}</p>;
}

function MeasureForm({ step, stepKey, onChange }: ConditionFormProps) {
  switch (step.operatorType) {
    case 'presence':
      return <PresenceForm step={step} onChange={onChange} />;
    case 'flags':
      return null;
    case 'percentile':
      return <PercentileForm step={step} onChange={onChange} />;
    case 'versus':
    case 'median':
      return <MultipleForm step={step} onChange={onChange} />;
    case 'filter':
      if (!isNumericFilter(step)) return <CategoryForm stepKey={stepKey} step={step} onChange={onChange} />;
      return (
        <>
          <NumberForm step={step} onChange={onChange} />
          <MissingChoice step={step} onChange={onChange} />
          <FlagNote stepKey={stepKey} columnId={step.columnId} />
        </>
      );
  }
}

const DIRECTIONS = ['Descending', 'Ascending'] as const;

function SortForm({ entry, onChange }: { readonly entry: StepEntry; readonly onChange: (step: Step) => void }) {
  const t = useT();
  const { step } = entry;
  if (step.operatorType !== 'sort') return null;
  const column = columnOf(step.columnId);
  return (
    <>
      <ColumnPicker columnId={step.columnId} onPick={(columnId) => onChange({ ...step, columnId })} />
      <fieldset className="choices">
        <legend className="unseen">{t('form.direction')}</legend>
        {DIRECTIONS.map((direction) => (
          <label key={direction} className="check">
            <input
              type="radio"
              name={`direction-${entry.key}`}
              checked={step.sortOperator === direction}
              onChange={() => onChange({ ...step, sortOperator: direction })}
            />
            <span>{directionText(column, direction)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
