import { isUpperBound, NUMERIC_OPERATORS, type NumericOperator, OPERATOR_VALUES } from '../../engine/steps/operators.ts';
import { type PercentileFilter, percentileStep } from '../../engine/steps/percentile.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { LENS_SCOPES } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { EntryField } from './EntryField.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { MissingChoice } from './MissingChoice.tsx';
import { bounded, plainText } from './sentenceWords.ts';

/** Bounds on the percentile within a scope. */
function PercentileForm({ step, onChange }: FormProps<PercentileFilter>) {
  const t = useT();
  const [low = Number.NaN, high = Number.NaN] = step.operatorValues;
  const isPair = OPERATOR_VALUES[step.operator] === 'two';
  const bound = (index: number, value: number): void =>
    onChange({ ...step, operatorValues: isPair ? [low, high].with(index, value) : [value] });
  const change = (operator: NumericOperator): void => {
    const wantsPair = OPERATOR_VALUES[operator] === 'two';
    const operatorValues = wantsPair ? (isPair ? [low, high] : isUpperBound(step.operator) ? [0, low] : [low, 1]) : [low];
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

function shareText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '…' : plainText(value * 100, '%');
}

/** Defaults of new filters: the upper or lower fifth. */
const SHARE = { GreaterThanOrEquals: 0.8, LessThanOrEquals: 0.2 } as const;

export const percentilePage = {
  section: 'conditions',
  blanks: {
    addPercentile: percentileStep({
      columnId: '',
      scope: 'sector',
      operator: 'GreaterThanOrEquals',
      operatorValues: [SHARE.GreaterThanOrEquals],
    }),
  },
  sentence({ columnId, scope, operator, operatorValues: [low, high] }) {
    const name = t('sentence.percentileOf', { column: columnLabel(columnId), scope: t(`lens.${scope}`) });
    return bounded(operator, name, shareText(low), shareText(high));
  },
  Form: PercentileForm,
  measure: {
    isOfText: false,
    make: ({ columnId, operator, ...policy }) =>
      percentileStep({ columnId, scope: 'sector', operator, operatorValues: [SHARE[operator]], ...policy }),
  },
} as const satisfies StepPage<PercentileFilter>;
