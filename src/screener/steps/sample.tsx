import { type SampleStep, sampleStep } from '../../engine/steps/sample.ts';
import { t, useT } from '../../shell/i18n.ts';
import { EntryField } from './EntryField.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { plainText } from './sentenceWords.ts';

/** Sample size and seed. */
function SampleForm({ step, onChange }: FormProps<SampleStep>) {
  const t = useT();
  return (
    <div className="bounds">
      <EntryField
        label={t('form.amount')}
        value={step.count}
        onChange={(count) => onChange({ ...step, count: Math.round(count) })}
      />
      <EntryField label={t('form.seed')} value={step.seed} onChange={(seed) => onChange({ ...step, seed: Math.round(seed) })} />
    </div>
  );
}

export const samplePage = {
  section: 'rows',
  blanks: { addSample: sampleStep({ count: 500, seed: 1 }) },
  sentence: ({ count, seed }) => t('sentence.sample', { amount: plainText(count), seed: plainText(seed) }),
  Form: SampleForm,
} as const satisfies StepPage<SampleStep>;
