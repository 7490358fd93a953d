import { Slider } from '@base-ui/react/slider';
import { RANK_POLICIES, type RankPart, type RankStep } from '../../engine/steps/rank.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { columnOf } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { Choice } from './Choice.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { directionText } from './sort.ts';

/** Reach of the slider of a weight; larger ones are for the text. */
const WEIGHT_MAX = 5;
const WEIGHT_STEP = 0.1;

interface RankFormProps {
  readonly step: RankStep;
  readonly onChange: (step: Step) => void;
}

/** The columns of a composite rank, each with its direction, weight and policy for missing values. */
export function RankForm({ step, onChange }: RankFormProps) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
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
      <legend className="part-head">
        <span>{label}</span>
        <button type="button" className="quiet-button" aria-label={t('rank.removeLabel', { column: label })} onClick={onRemove}>
          {t('steps.remove')}
        </button>
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
      <Slider.Root
        className="slider weight"
        min={0}
        max={Math.max(WEIGHT_MAX, part.weight)}
        step={WEIGHT_STEP}
        value={part.weight}
        onValueChange={(weight) => onChange({ ...part, weight: Number(weight.toFixed(1)) })}
      >
        <span className="weight-label" aria-hidden="true">
          {t('rank.weight', { weight: part.weight })}
        </span>
        <Slider.Control className="slider-control">
          <Slider.Track className="slider-track">
            <Slider.Indicator className="slider-between" />
            <Slider.Thumb className="slider-thumb" aria-label={t('rank.weightLabel', { column: label })} />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </fieldset>
  );
}
