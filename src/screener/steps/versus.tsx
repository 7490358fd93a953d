import { type VersusFilter, versusStep } from '../../engine/steps/versus.ts';
import { useT } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { MultipleFields } from './MultipleFields.tsx';
import { bounded, multiple } from './sentenceWords.ts';

/** Compares a column with a multiple of another one. */
function VersusForm({ step, onChange }: FormProps<VersusFilter>) {
  const t = useT();
  return (
    <>
      <MultipleFields step={step} onChange={onChange} />
      <ColumnPicker
        columnId={step.otherId || null}
        label={t('form.otherColumn')}
        onPick={(otherId) => onChange({ ...step, otherId })}
      />
      <MissingChoice step={step} onChange={onChange} />
    </>
  );
}

export const versusPage = {
  section: 'conditions',
  blanks: { addVersus: versusStep({ columnId: '', operator: 'GreaterThanOrEquals', factor: 1, otherId: '' }) },
  sentence: ({ columnId, operator, factor, otherId }) =>
    bounded(operator, columnLabel(columnId), multiple(factor, otherId === '' ? '…' : columnLabel(otherId))),
  Form: VersusForm,
  measure: {
    isOfText: false,
    make: ({ columnId, operator, ...policy }) => versusStep({ columnId, operator, factor: 1, otherId: '', ...policy }),
  },
} as const satisfies StepPage<VersusFilter>;
