import type { ReactNode } from 'react';
import type { Multiple, Side } from '../../engine/steps/multiple.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { EntryField } from './EntryField.tsx';

interface MultipleFieldsProps<S extends Multiple> {
  readonly step: S;
  readonly onChange: (step: S) => void;
  /** Reference of the multiple. */
  readonly children?: ReactNode;
}

const SIDES: readonly Side[] = ['GreaterThanOrEquals', 'LessThanOrEquals'];

/** Bound as a multiple of a reference. */
export function MultipleFields<S extends Multiple>({ step, onChange, children }: MultipleFieldsProps<S>) {
  const t = useT();
  return (
    <div className="bounds">
      <Choice
        label={t('form.operator')}
        value={step.operator}
        options={SIDES.map((side) => [side, t(`operator.${side}`)] as const)}
        onChange={(operator) => onChange({ ...step, operator })}
      />
      <EntryField label={t('form.factor')} value={step.factor} onChange={(factor) => onChange({ ...step, factor })} />
      {children}
    </div>
  );
}
