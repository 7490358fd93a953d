import { presenceStep } from '../../engine/steps/presence.ts';
import type { Condition, Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';

type WithPolicy = Extract<Condition, { readonly keepMissing?: true }>;

const CHOICES = ['drop', 'keep', 'only'] as const;

/** Drops, keeps or exclusively keeps rows without a value. */
export function withMissing(step: WithPolicy, choice: (typeof CHOICES)[number]): Step {
  const { keepMissing: _, ...rest } = step;
  if (choice === 'only') return presenceStep({ columnId: step.columnId, keeps: 'missing' });
  return choice === 'keep' ? { ...rest, keepMissing: true } : rest;
}

interface MissingChoiceProps {
  readonly step: WithPolicy;
  readonly onChange: (step: Step) => void;
}

/** Policy for rows without a value. */
export function MissingChoice({ step, onChange }: MissingChoiceProps) {
  const t = useT();
  return (
    <Choice
      label={t('form.missingPolicy')}
      value={step.keepMissing ? 'keep' : 'drop'}
      options={CHOICES.map((each) => [each, t(`missing.${each}`)] as const)}
      onChange={(choice) => onChange(withMissing(step, choice))}
    />
  );
}
