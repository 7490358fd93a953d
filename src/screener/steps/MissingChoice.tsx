import type { Condition, Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from './Choice.tsx';
import { withMissing } from './kinds.ts';

interface MissingChoiceProps {
  readonly step: Extract<Condition, { readonly keepMissing?: true }>;
  readonly onChange: (step: Step) => void;
}

/** What becomes of the rows that have no value: left out, kept too, or the only ones kept. */
export function MissingChoice({ step, onChange }: MissingChoiceProps) {
  const t = useT();
  return (
    <Choice
      label={t('form.missingPolicy')}
      value={step.keepMissing ? 'keep' : 'drop'}
      options={(['drop', 'keep', 'only'] as const).map((each) => [each, t(`missing.${each}`)] as const)}
      onChange={(choice) => onChange(withMissing(step, choice))}
    />
  );
}
