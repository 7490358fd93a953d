import { Suspense } from 'react';
import { RANK_POLICIES, type RankPart, type RankStep, rankStep } from '../../engine/steps/rank.ts';
import { t, useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { QuietButton } from '../controls/buttons.tsx';
import { Choice } from '../controls/Choice.tsx';
import { columnOf } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { directionText } from './direction.ts';
import type { FormProps, StepPage } from './kind.ts';
import { plainText } from './sentenceWords.ts';

const WeightSlider = lazyPart(async () => (await import('./WeightSlider.tsx')).WeightSlider);

/** Columns of a composite rank, each with direction, weight and policy for missing values. */
function RankForm({ step, onChange }: FormProps<RankStep>) {
  const t = useT();
  const { parts } = step;
  const change = (next: readonly RankPart[]): void => onChange({ ...step, parts: next });
  const add = (columnId: string): void => {
    const better = columnOf(columnId)?.better;
    change([...parts, { columnId, sortOperator: better === 'lower' ? 'Ascending' : 'Descending', weight: 1, missing: 'last' }]);
  };
  return (
    <>
      {parts.map((part, index) => (
        <RankPartForm
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
          key={index}
          part={part}
          onChange={(next) => change(parts.with(index, next))}
          onRemove={() => change(parts.toSpliced(index, 1))}
        />
      ))}
      <ColumnPicker key={parts.length} columnId={null} label={t('rank.add')} isQuiet={parts.length > 0} onPick={add} />
    </>
  );
}

interface RankPartFormProps {
  readonly part: RankPart;
  readonly onChange: (part: RankPart) => void;
  readonly onRemove: () => void;
}

function RankPartForm({ part, onChange, onRemove }: RankPartFormProps) {
  const t = useT();
  const column = columnOf(part.columnId);
  const label = columnLabel(part.columnId);
  return (
    <fieldset className="part">
      <legend className="part-head line">
        <span>{label}</span>
        <QuietButton aria-label={t('rank.removeLabel', { column: label })} onClick={onRemove}>
          {t('steps.remove')}
        </QuietButton>
      </legend>
      <div className="bounds">
        <Choice
          label={t('form.direction')}
          value={part.sortOperator}
          options={(['Descending', 'Ascending'] as const).map((each) => [each, directionText(column, each)] as const)}
          onChange={(sortOperator) => onChange({ ...part, sortOperator })}
        />
        <Choice
          label={t('form.missingPolicy')}
          value={part.missing}
          options={RANK_POLICIES.map((policy) => [policy, t(`policy.${policy}`)] as const)}
          onChange={(missing) => onChange({ ...part, missing })}
        />
      </div>
      <Suspense fallback={<div className="slider weight line" />}>
        <WeightSlider part={part} onChange={onChange} />
      </Suspense>
    </fieldset>
  );
}

export const rankPage = {
  section: 'rows',
  blanks: { addRank: rankStep({ parts: [] }) },
  sentence({ parts }) {
    const columns = parts.map(({ columnId, sortOperator, weight }) => {
      const arrow = sortOperator === 'Descending' ? '↓' : '↑';
      return `${columnLabel(columnId)} ${arrow}${weight === 1 ? '' : ` ×${plainText(weight)}`}`;
    });
    return t('sentence.rank', { columns: columns.length === 0 ? '…' : columns.join(', ') });
  },
  Form: RankForm,
} as const satisfies StepPage<RankStep>;
