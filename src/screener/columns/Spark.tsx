import type { ColumnDistribution } from '../../engine/worker/protocol.ts';

const WIDTH = 96;
const HEIGHT = 18;

/** Histogram of the universe (grey) and the present rows (accent), each scaled to its own maximum. */
export function Spark({ distribution }: { readonly distribution: ColumnDistribution | undefined }) {
  if (!distribution) return <svg className="spark" width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="spark-universe" d={barsPath(distribution.universe.counts)} />
      <path className="spark-present" d={barsPath(distribution.present.counts)} />
    </svg>
  );
}

function barsPath(counts: Uint32Array): string {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  if (most === 0) return '';
  const step = WIDTH / counts.length;
  let path = '';
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    const height = Math.max(1, (HEIGHT * count) / most);
    path += `M${(bin * step).toFixed(1)} ${HEIGHT}v${(-height).toFixed(1)}h${(step - 0.5).toFixed(1)}v${height.toFixed(1)}z`;
  }
  return path;
}
