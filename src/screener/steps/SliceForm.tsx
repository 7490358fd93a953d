import type { Step } from '../../engine/steps/registry.ts';
import type { SliceStep } from '../../engine/steps/slice.ts';
import { useT } from '../../shell/i18n.ts';
import { EntryField } from './EntryField.tsx';

interface SliceFormProps {
  readonly step: SliceStep;
  readonly onChange: (step: Step) => void;
}

/** A range of the rows: by number, counted from 1, or by per cent of what comes in. */
export function SliceForm({ step, onChange }: SliceFormProps) {
  const t = useT();
  const [start, end] = step.operatorValues;
  const { sliceIsPercentage } = step;
  // Rows are shown from 1 on and stored from 0 on.
  const first = sliceIsPercentage ? 0 : 1;
  const change = (values: readonly [number, number]): void => onChange({ ...step, operatorValues: values });
  const stored = (value: number): number => (sliceIsPercentage ? value : Math.round(value)) - first;
  return (
    <div className="bounds">
      <label className="field">
        <span>{t('form.sliceKind')}</span>
        <select
          value={sliceIsPercentage ? 'percent' : 'rows'}
          onChange={(event) =>
            onChange(
              event.target.value === 'percent'
                ? { ...step, sliceIsPercentage: true, operatorValues: [0, 20] }
                : { ...step, sliceIsPercentage: false, operatorValues: [0, 49] },
            )
          }
        >
          <option value="rows">{t('form.byRows')}</option>
          <option value="percent">{t('form.byPercent')}</option>
        </select>
      </label>
      <EntryField
        label={t(sliceIsPercentage ? 'form.startPercent' : 'form.start')}
        value={start + first}
        display="number"
        onChange={(value) => change([stored(value), end])}
      />
      <EntryField
        label={t(sliceIsPercentage ? 'form.endPercent' : 'form.end')}
        value={end + first}
        display="number"
        onChange={(value) => change([start, stored(value)])}
      />
    </div>
  );
}
