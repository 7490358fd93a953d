import { Slider } from '@base-ui/react/slider';
import type { RankPart } from '../../engine/steps/rank.ts';
import { useT } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';

/** Maximum of the slider; larger weights can be typed in the text. */
const WEIGHT_MAX = 5;
const WEIGHT_STEP = 0.1;

interface WeightSliderProps {
  readonly part: RankPart;
  readonly onChange: (part: RankPart) => void;
}

/** Weight of a column in a composite rank. */
export function WeightSlider({ part, onChange }: WeightSliderProps) {
  const t = useT();
  return (
    <Slider.Root
      className="slider weight line"
      min={0}
      max={Math.max(WEIGHT_MAX, part.weight)}
      step={WEIGHT_STEP}
      value={part.weight}
      onValueChange={(weight) => onChange({ ...part, weight: Number(weight.toFixed(1)) })}
    >
      <span className="weight-label quiet" aria-hidden="true">
        {t('rank.weight', { weight: part.weight })}
      </span>
      <Slider.Control className="slider-control line">
        <Slider.Track className="slider-track">
          <Slider.Indicator className="slider-between" />
          <Slider.Thumb className="slider-thumb" aria-label={t('rank.weightLabel', { column: columnLabel(part.columnId) })} />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
