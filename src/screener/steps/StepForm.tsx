import { isText } from '../../catalogue/column.ts';
import { isNumericFilter, type Step } from '../../engine/steps.ts';
import { useT } from '../../shell/i18n.ts';
import { columnOf, type StepEntry } from '../store.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { replaceStep } from './edit.ts';
import { FlagNote } from './FlagNote.tsx';
import { NumberForm } from './NumberForm.tsx';
import { SliceForm } from './SliceForm.tsx';
import { directionText } from './sort.ts';

/** The form of a step: every change of it is applied at once. */
export function StepForm({ entry }: { readonly entry: StepEntry }) {
  const { step } = entry;
  const change = (next: Step): void => replaceStep(entry.key, next);
  if (step.operatorType === 'slice') return <SliceForm step={step} onChange={change} />;
  if (step.operatorType === 'sort') return <SortForm entry={entry} onChange={change} />;
  if (step.operatorType === 'issuer') return <IssuerNote />;
  if (step.operatorType === 'flags') {
    return <ColumnPicker columnId={step.columnId} onPick={(columnId) => change({ ...step, columnId })} />;
  }
  // Edited in the box of the text.
  if (step.operatorType !== 'filter') return null;
  return (
    <>
      <ColumnPicker columnId={step.columnId} onPick={(columnId) => change(newFilter(columnId))} />
      {step.columnId !== null &&
        (isNumericFilter(step) ? (
          <>
            <NumberForm step={step} onChange={change} />
            <FlagNote entry={entry} columnId={step.columnId} />
          </>
        ) : (
          <CategoryForm stepKey={entry.key} step={step} onChange={change} />
        ))}
    </>
  );
}

/** What the step does; there is nothing to choose. */
function IssuerNote() {
  const t = useT();
  return <p className="form-note">{t('form.issuer')}</p>;
}

/** A filter on a column before any value has been chosen. */
export function newFilter(columnId: string): Step {
  const column = columnOf(columnId);
  return column && isText(column)
    ? { operatorType: 'filter', columnId, operator: 'Equals', operatorValues: [] }
    : { operatorType: 'filter', columnId, operator: 'GreaterThanOrEquals', operatorValues: [Number.NaN] };
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
