import { type SliceStep, sliceStep } from '../../engine/steps/slice.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { EntryField } from './EntryField.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { plainText } from './sentenceWords.ts';

const ROWS = sliceStep({ operatorValues: [0, 49], sliceIsPercentage: false });
const PERCENT = sliceStep({ operatorValues: [0, 20], sliceIsPercentage: true });

/** A range of rows, by number (from 1) or by percentage. */
function SliceForm({ step, onChange }: FormProps<SliceStep>) {
  const t = useT();
  const [start, end] = step.operatorValues;
  const { sliceIsPercentage } = step;
  // Shown from 1, stored from 0.
  const first = sliceIsPercentage ? 0 : 1;
  const change = (values: readonly [number, number]): void => onChange({ ...step, operatorValues: values });
  const stored = (value: number): number => (sliceIsPercentage ? value : Math.round(value)) - first;
  return (
    <div className="bounds">
      <Choice
        label={t('form.sliceKind')}
        value={sliceIsPercentage ? 'percent' : 'rows'}
        options={[
          ['rows', t('form.byRows')],
          ['percent', t('form.byPercent')],
        ]}
        onChange={(unit) => onChange(unit === 'percent' ? PERCENT : ROWS)}
      />
      <EntryField
        label={t(sliceIsPercentage ? 'form.startPercent' : 'form.start')}
        value={start + first}
        onChange={(value) => change([stored(value), end])}
      />
      <EntryField
        label={t(sliceIsPercentage ? 'form.endPercent' : 'form.end')}
        value={end + first}
        onChange={(value) => change([start, stored(value)])}
      />
    </div>
  );
}

export const slicePage = {
  section: 'rows',
  blanks: { addRows: ROWS, addPercent: PERCENT },
  sentence({ operatorValues: [start, end], sliceIsPercentage }) {
    if (!sliceIsPercentage) return t('sentence.rows', { start: plainText(start + 1), end: plainText(end + 1) });
    return t(start === 0 ? 'sentence.topPercent' : 'sentence.percent', { start: plainText(start), end: plainText(end) });
  },
  Form: SliceForm,
} as const satisfies StepPage<SliceStep>;
