import { MEDIAN_SCOPES, type MedianFilter, medianStep } from '../../engine/steps/median.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { columnLabel } from '../state/words.ts';
import type { FormProps, StepPage } from './kind.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { MultipleFields } from './MultipleFields.tsx';
import { bounded, multiple } from './sentenceWords.ts';

/** Compares a column with a multiple of its median. */
function MedianForm({ step, onChange }: FormProps<MedianFilter>) {
  const t = useT();
  return (
    <>
      <MultipleFields step={step} onChange={onChange}>
        <Choice
          label={t('form.times')}
          value={step.scope}
          options={MEDIAN_SCOPES.map((scope) => [scope, t(`median.${scope}`)] as const)}
          onChange={(scope) => onChange({ ...step, scope })}
        />
      </MultipleFields>
      <MissingChoice step={step} onChange={onChange} />
    </>
  );
}

export const medianPage = {
  section: 'conditions',
  blanks: { addMedian: medianStep({ columnId: '', operator: 'GreaterThanOrEquals', factor: 1, scope: 'sector' }) },
  sentence: ({ columnId, operator, factor, scope }) =>
    bounded(operator, columnLabel(columnId), multiple(factor, t(`median.${scope}`))),
  Form: MedianForm,
  measure: {
    isOfText: false,
    make: ({ columnId, operator, ...policy }) => medianStep({ columnId, operator, factor: 1, scope: 'sector', ...policy }),
  },
} as const satisfies StepPage<MedianFilter>;
