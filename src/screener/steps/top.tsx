import { TOP_SCOPES, type TopStep, topStep } from '../../engine/steps/top.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { columnLabel } from '../state/words.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { EntryField } from './EntryField.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { plainText } from './sentenceWords.ts';

const PERCENT = 20;
const ROWS = 50;

/** Top or bottom values of a column: how many, and within which rows. */
function TopForm({ step, onChange }: FormProps<TopStep>) {
  const t = useT();
  const amount = (typed: number): number => (step.isPercentage ? typed : Math.round(typed));
  return (
    <>
      <ColumnPicker columnId={step.columnId || null} onPick={(columnId) => onChange({ ...step, columnId })} />
      <div className="bounds">
        <Choice
          label={t('form.which')}
          value={step.end}
          options={(['top', 'bottom'] as const).map((end) => [end, t(`end.${end}`)] as const)}
          onChange={(end) => onChange({ ...step, end })}
        />
        <EntryField
          label={t('form.amount')}
          value={step.amount}
          onChange={(typed) => onChange({ ...step, amount: amount(typed) })}
        />
        <Choice
          label={t('form.sliceKind')}
          value={step.isPercentage ? 'percent' : 'rows'}
          options={[
            ['rows', t('form.byRows')],
            ['percent', t('form.byPercent')],
          ]}
          onChange={(unit) =>
            onChange({ ...step, isPercentage: unit === 'percent', amount: unit === 'percent' ? PERCENT : ROWS })
          }
        />
        <Choice
          label={t('form.scope')}
          value={step.scope}
          options={TOP_SCOPES.map((scope) => [scope, t(`topScope.${scope}`)] as const)}
          onChange={(scope) => onChange({ ...step, scope })}
        />
      </div>
    </>
  );
}

export const topPage = {
  section: 'rows',
  blanks: {
    addTop: topStep({ columnId: '', end: 'top', amount: PERCENT, isPercentage: true, scope: 'rows' }),
  },
  sentence({ columnId, end, amount, isPercentage, scope }) {
    const number = plainText(amount, isPercentage ? '%' : '');
    return t(`sentence.${end}`, { amount: number, column: columnLabel(columnId), scope: t(`topScope.${scope}`) });
  },
  Form: TopForm,
} as const satisfies StepPage<TopStep>;
