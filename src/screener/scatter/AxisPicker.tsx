import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { Select } from '../controls/Select.tsx';
import { ColumnCombobox } from '../steps/ColumnCombobox.tsx';
import { SCALES, type Scale } from './axis.ts';

interface AxisPickerProps {
  readonly label: string;
  readonly columnId: string | null;
  readonly onPick: (columnId: string | null) => void;
  /** Whether no column is allowed. */
  readonly isOptional?: boolean;
  readonly scale?: Scale;
  readonly onScale?: (scale: Scale) => void;
}

/** Picks the column of an axis, the color or the size, and the scale. */
export function AxisPicker({ label, columnId, onPick, isOptional, scale, onScale }: AxisPickerProps) {
  const t = useT();
  return (
    <div className="axis-picker line">
      <span className="quiet">{label}</span>
      <ColumnCombobox columnId={columnId} onPick={onPick} label={label} isQuiet />
      {isOptional && columnId !== null && (
        <QuietButton
          aria-label={t('scatter.clear', { what: label })}
          title={t('scatter.clear', { what: label })}
          onClick={() => onPick(null)}
        >
          ×
        </QuietButton>
      )}
      {onScale && (
        <Select
          aria-label={t('scatter.scale', { axis: label })}
          value={scale ?? 'linear'}
          options={SCALES.map((each) => [each, t(`scale.${each}`)] as const)}
          onChange={onScale}
        />
      )}
    </div>
  );
}
