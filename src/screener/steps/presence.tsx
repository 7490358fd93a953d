import { type PresenceFilter, presenceStep } from '../../engine/steps/presence.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { columnLabel } from '../state/words.ts';
import type { FormProps, StepPage } from './kind.ts';

function PresenceForm({ step, onChange }: FormProps<PresenceFilter>) {
  const t = useT();
  return (
    <Choice
      label={t('form.operator')}
      value={step.keeps}
      options={(['present', 'missing'] as const).map((each) => [each, t(`keeps.${each}`)] as const)}
      onChange={(keeps) => onChange({ ...step, keeps })}
    />
  );
}

export const presencePage = {
  section: 'conditions',
  blanks: { addPresence: presenceStep({ columnId: '', keeps: 'present' }) },
  sentence: ({ columnId, keeps }) =>
    t(`sentence.${keeps === 'present' ? 'isPresent' : 'isMissing'}`, { column: columnLabel(columnId) }),
  Form: PresenceForm,
  measure: { isOfText: true, make: ({ columnId }) => presenceStep({ columnId, keeps: 'present' }) },
} as const satisfies StepPage<PresenceFilter>;
