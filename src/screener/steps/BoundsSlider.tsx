import { Slider } from '@base-ui/react/slider';
import { useMemo } from 'react';
import type { Column } from '../../catalogue/column.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';
import type { ColumnRange } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { columnLabel } from '../state/words.ts';
import { boundsOf, withBounds } from './bounds.ts';
import { entryWords } from './entry.ts';
import { sliderScale } from './sliderScale.ts';

interface BoundsSliderProps {
  readonly step: NumericFilter;
  readonly column: Column;
  readonly range: ColumnRange;
  readonly onChange: (step: NumericFilter) => void;
}

const DAY_SECONDS = 86_400;
/** Share of securities per PageUp or PageDown. */
const LARGE_STEP = 0.05;

/** Range slider for both bounds, over all values of the column. */
export function BoundsSlider({ step, column, range, onChange }: BoundsSliderProps) {
  const t = useT();
  const { granularity, display } = column;
  const scale = useMemo(
    () => sliderScale(range.knots, granularity, display === 'date' ? DAY_SECONDS : 1),
    [range.knots, granularity, display],
  );
  if (!scale) return null;
  const { axis } = scale;
  const label = columnLabel(column.id);
  const valueText = (_: string, position: number): string => entryWords(scale.valueAt(position), display);
  return (
    <Slider.Root
      className="slider"
      aria-label={t('form.slider', { column: label })}
      min={axis.min}
      max={axis.max}
      step={axis.step}
      largeStep={Math.max(axis.step, LARGE_STEP)}
      thumbCollisionBehavior="none"
      value={boundsOf(step, scale)}
      onValueChange={(values) => onChange(withBounds(step, values[0] ?? axis.min, values[1] ?? axis.max, scale))}
    >
      <Slider.Control className="slider-control line">
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
