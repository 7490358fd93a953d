import { useT } from '../../shell/i18n.ts';
import { percentileText } from '../lens/tints.ts';

const WIDTH = 52;
const HEIGHT = 9;

/** Percentile within the sector as a bar from the middle, in different colors below and above. */
export function PercentileBar({ percentile }: { readonly percentile: number }) {
  const t = useT();
  if (Number.isNaN(percentile)) return <span className="rank" aria-hidden="true" />;
  const label = t('row.percentile', { percentile: percentileText(percentile) });
  const x = Math.min(percentile, 0.5) * WIDTH;
  return (
    <svg className="rank" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <rect className="rank-ground" width={WIDTH} height={HEIGHT} />
      <rect
        className={percentile < 0.5 ? 'rank-low' : 'rank-high'}
        x={x}
        width={Math.max(1, Math.abs(percentile - 0.5) * WIDTH)}
        height={HEIGHT}
      />
      <rect className="rank-middle" x={WIDTH / 2 - 0.5} width={1} height={HEIGHT} />
    </svg>
  );
}
