import { Slider } from '@base-ui/react/slider';
import { EntryField } from './EntryField.tsx';

interface SliderFieldProps {
  readonly label: string;
  /** NaN for none. */
  readonly value: number;
  readonly min: number;
  /** Maximum of the slider; larger numbers can be typed. */
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** Number input with a slider. */
export function SliderField({ label, value, min, max, onChange }: SliderFieldProps) {
  return (
    <div className="slider-field">
      <EntryField label={label} value={value} onChange={onChange} />
      <Slider.Root
        className="slider"
        min={min}
        max={Math.max(max, value || max)}
        value={Number.isNaN(value) ? max : value}
        onValueChange={onChange}
      >
        <Slider.Control className="slider-control line">
          <Slider.Track className="slider-track">
            <Slider.Indicator className="slider-between" />
            <Slider.Thumb className="slider-thumb" aria-label={label} />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  );
}
