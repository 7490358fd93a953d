import { useT } from '../../shell/i18n.ts';
import { QuietButton } from './buttons.tsx';

interface ProgressProps {
  readonly className: string;
  readonly label: string;
  readonly share: number;
  readonly onCancel: () => void;
}

/** Progress of a job with its cancel button. */
export function Progress({ className, label, share, onCancel }: ProgressProps) {
  const t = useT();
  return (
    <span className={className}>
      <span>{label}</span>
      <progress value={share} max={1} aria-label={label} />
      <QuietButton onClick={onCancel}>{t('export.cancel')}</QuietButton>
    </span>
  );
}
