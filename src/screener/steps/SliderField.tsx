import { Slider } from '@base-ui/react/slider';
import { EntryField } from './EntryField.tsx';

interface SliderFieldProps {
  readonly label: string;
  /** NaN for none. */
  readonly value: number;
  readonly min: number;
  /** Reach of the slider; a larger number is for the entry. */
  readonly max: number;
  readonly step: number;
  readonly display: 'number' | 'percent';
  readonly onChange: (value: number) => void;
}

/** A number to type, and a slider over its usual range. */
export function SliderField({ label, value, min, max, step, display, onChange }: SliderFieldProps) {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return (
    <div className="slider-field">
      <EntryField label={label} value={value} display={display} onChange={onChange} />
      <Slider.Root
        className="slider"
        min={min}
        max={Math.max(max, value || max)}
        step={step}
        value={Number.isNaN(value) ? max : value}
        onValueChange={(next) => onChange(Number(next.toFixed(digits)))}
      >
        <Slider.Control className="slider-control">
          <Slider.Track className="slider-track">
            <Slider.Indicator className="slider-between" />
            <Slider.Thumb className="slider-thumb" aria-label={label} />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  );
}
