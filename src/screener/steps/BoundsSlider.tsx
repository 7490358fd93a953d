import { Slider } from '@base-ui/react/slider';
import type { Column } from '../../catalogue/column.ts';
import { sliderRange } from '../../catalogue/range.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';
import type { ColumnRange } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';
import { boundsOf, withBounds } from './bounds.ts';
import { entryWords } from './entry.ts';

interface BoundsSliderProps {
  readonly step: NumericFilter;
  readonly column: Column;
  readonly range: ColumnRange;
  readonly onChange: (step: NumericFilter) => void;
}

/** Digits of a bound that are spoken. */
const SPOKEN_DIGITS = 6;
/** Positions that PageUp and PageDown move by. */
const LARGE_STEPS = 50;

/** Both bounds by dragging, over all values of the column. */
export function BoundsSlider({ step, column, range, onChange }: BoundsSliderProps) {
  const t = useT();
  const slider = sliderRange(range.min, range.max, column.granularity);
  if (!(slider.max > slider.min)) return null;
  const label = columnLabel(column.id);
  const valueText = (_: string, value: number): string => entryWords(Number(value.toPrecision(SPOKEN_DIGITS)), column.display);
  return (
    <Slider.Root
      className="slider"
      aria-label={t('form.slider', { column: label })}
      min={slider.min}
      max={slider.max}
      step={slider.step}
      largeStep={slider.step * LARGE_STEPS}
      thumbCollisionBehavior="none"
      value={boundsOf(step, slider)}
      onValueChange={(values) => onChange(withBounds(step, values[0] ?? slider.min, values[1] ?? slider.max, slider))}
    >
      <Slider.Control className="slider-control">
        <Slider.Track className="slider-track">
          <Slider.Indicator className="slider-between" />
          <Slider.Thumb
            index={0}
            className="slider-thumb"
            aria-label={t('form.sliderLow', { column: label })}
            getAriaValueText={valueText}
          />
          <Slider.Thumb
            index={1}
            className="slider-thumb"
            aria-label={t('form.sliderHigh', { column: label })}
            getAriaValueText={valueText}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
