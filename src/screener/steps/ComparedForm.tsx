import { MEDIAN_SCOPES, type MedianFilter } from '../../engine/steps/median.ts';
import type { Side } from '../../engine/steps/multiple.ts';
import { NUMERIC_OPERATORS, type NumericOperator, OPERATOR_VALUES } from '../../engine/steps/operators.ts';
import type { PercentileFilter } from '../../engine/steps/percentile.ts';
import type { PresenceFilter } from '../../engine/steps/presence.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { VersusFilter } from '../../engine/steps/versus.ts';
import { useT } from '../../shell/i18n.ts';
import { LENS_SCOPES } from '../state/store.ts';
import { Choice } from './Choice.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { EntryField } from './EntryField.tsx';
import { MissingChoice } from './MissingChoice.tsx';

interface FormProps<S extends Step> {
  readonly step: S;
  readonly onChange: (step: Step) => void;
}

const SIDES: readonly Side[] = ['GreaterThanOrEquals', 'LessThanOrEquals'];

export function PresenceForm({ step, onChange }: FormProps<PresenceFilter>) {
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

/** A column against a multiple of another, or of its own median. */
export function MultipleForm({ step, onChange }: FormProps<VersusFilter | MedianFilter>) {
  const t = useT();
  return (
    <>
      <div className="bounds">
        <Choice
          label={t('form.operator')}
          value={step.operator}
          options={SIDES.map((side) => [side, t(`operator.${side}`)] as const)}
          onChange={(operator) => onChange({ ...step, operator })}
        />
        <EntryField
          label={t('form.factor')}
          value={step.factor}
          display="number"
          onChange={(factor) => onChange({ ...step, factor })}
        />
        {step.operatorType === 'median' && (
          <Choice
            label={t('form.times')}
            value={step.scope}
            options={MEDIAN_SCOPES.map((scope) => [scope, t(`median.${scope}`)] as const)}
            onChange={(scope) => onChange({ ...step, scope })}
          />
        )}
      </div>
      {step.operatorType === 'versus' && (
        <ColumnPicker
          columnId={step.otherId || null}
          label={t('form.otherColumn')}
          onPick={(otherId) => onChange({ ...step, otherId })}
        />
      )}
      <MissingChoice step={step} onChange={onChange} />
    </>
  );
}

/** Where a value has to stand among those of its scope. */
export function PercentileForm({ step, onChange }: FormProps<PercentileFilter>) {
  const t = useT();
  const [low = Number.NaN, high = Number.NaN] = step.operatorValues;
  const isPair = OPERATOR_VALUES[step.operator] === 'two';
  const bound = (index: number, value: number): void =>
    onChange({ ...step, operatorValues: isPair ? [low, high].with(index, value) : [value] });
  const change = (operator: NumericOperator): void => {
    const wantsPair = OPERATOR_VALUES[operator] === 'two';
    const operatorValues = wantsPair
      ? isPair
        ? [low, high]
        : step.operator === 'LessThanOrEquals'
          ? [0, low]
          : [low, 1]
      : [low];
    onChange({ ...step, operator, operatorValues });
  };
  return (
    <>
      <div className="bounds">
        <Choice
          label={t('form.scope')}
          value={step.scope}
          options={LENS_SCOPES.map((scope) => [scope, t(`lens.${scope}`)] as const)}
          onChange={(scope) => onChange({ ...step, scope })}
        />
        <Choice
          label={t('form.operator')}
          value={step.operator}
          options={NUMERIC_OPERATORS.map((operator) => [operator, t(`operator.${operator}`)] as const)}
          onChange={change}
        />
        <EntryField
          label={t(isPair ? 'form.low' : 'form.value')}
          value={low}
          display="percent"
          onChange={(value) => bound(0, value)}
        />
        {isPair && <EntryField label={t('form.high')} value={high} display="percent" onChange={(value) => bound(1, value)} />}
      </div>
      <MissingChoice step={step} onChange={onChange} />
    </>
  );
}
