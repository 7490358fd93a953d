import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { showDetail } from '../rows/chosen.ts';
import { useArrivals } from '../rows/live.ts';
import { distributionOf, onDistributions } from '../state/distributions.ts';
import { state } from '../state/store.ts';
import { columnLabel, wholeText } from '../state/words.ts';
import { useColumns, useCounted } from '../views/wanted.ts';
import { pointsOf, rowNear } from './points.ts';

interface ScatterProps {
  readonly xId: string;
  readonly yId: string;
}

const SIZE_PX = 420;
const DOT_PX = 2;
const RING_PX = 5;
const NEAR_PX = 10;

/** Two columns over the present rows; a press on a point shows its row, and the row of the grid's cursor is ringed. */
export function Scatter({ xId, yId }: ScatterProps) {
  const t = useT();
  const frame = useColumns([xId, yId]);
  useCounted([xId, yId], frame);
  useArrivals(onDistributions);
  const { cursor } = useSnapshot(state);
  const theme = useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const come = frame
    ? `${frame.columns.has(xId)} ${frame.columns.has(yId)} ${distributionOf(xId) !== undefined} ${distributionOf(yId) !== undefined}`
    : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: made again when the columns have come
  const points = useMemo(() => (frame ? pointsOf(xId, yId, frame) : null), [frame, xId, yId, come]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !points) return;
    const style = getComputedStyle(document.documentElement);
    context.clearRect(0, 0, SIZE_PX, SIZE_PX);
    context.fillStyle = style.getPropertyValue('--accent');
    context.globalAlpha = points.rows.length > 5000 ? 0.25 : 0.6;
    for (let index = 0; index < points.rows.length; index++) {
      const [x, y] = [points.x[index] ?? 0, points.y[index] ?? 0];
      context.fillRect(x * SIZE_PX - DOT_PX / 2, (1 - y) * SIZE_PX - DOT_PX / 2, DOT_PX, DOT_PX);
    }
    context.globalAlpha = 1;
    const at = cursor ? points.rows.indexOf(cursor.row) : -1;
    if (at < 0) return;
    context.strokeStyle = style.getPropertyValue('--text');
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc((points.x[at] ?? 0) * SIZE_PX, (1 - (points.y[at] ?? 0)) * SIZE_PX, RING_PX, 0, 2 * Math.PI);
    context.stroke();
  }, [points, cursor, theme]);

  const press = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!points) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const row = rowNear(points, (event.clientX - left) / width, 1 - (event.clientY - top) / height, NEAR_PX / width);
    if (row !== null) showDetail(row);
  };
  const label = t('map.scatter', { x: columnLabel(xId), y: columnLabel(yId), rows: wholeText(points?.rows.length ?? 0) });
  return (
    <figure className="scatter">
      <figcaption>{label}</figcaption>
      <canvas ref={canvas} width={SIZE_PX} height={SIZE_PX} role="img" aria-label={label} onPointerDown={press} />
    </figure>
  );
}
