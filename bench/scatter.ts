/** The scatter plot of all rows: its points prepared, and drawn. */
import type { Table } from '../src/engine/table/table.ts';
import { type Points, pointsOf } from '../src/screener/scatter/points.ts';
import { drawDiscs } from '../src/screener/scatter/raster.ts';
import type { Frame } from '../src/screener/state/store.ts';

const IDS = ['beta', 'stats.252.rateBack'] as const;
const [WIDTH, HEIGHT] = [2000, 1200];
const RADIUS = 2.5;
const ALPHA = 0.12;
const BYTES_PER_PIXEL = 4;

export const PICTURE = `${WIDTH} × ${HEIGHT} pixels`;

/** What the page has of the table. */
export function frameOf(table: Table): Frame {
  const columns = new Map(IDS.map((id) => [id, { kind: 'number', id, values: table.numbers(id)! }] as const));
  const { version, rows, rowCount } = table;
  return { version, date: null, rows, rowCount, universeCount: rows.length, columns, stepCount: 0, ms: 0 };
}

export function prepare(frame: Frame): Points {
  const points = pointsOf(frame, IDS, [null, null], [8, 6]);
  if (!points) throw new Error('the demo data lack a column of the plot');
  return points;
}

export function draw({ x, y }: Points): void {
  const data = new Uint8ClampedArray(BYTES_PER_PIXEL * WIDTH * HEIGHT).fill(255);
  drawDiscs(
    { width: WIDTH, height: HEIGHT, data },
    {
      x: x.map((place) => place * WIDTH),
      y: y.map((place) => (1 - place) * HEIGHT),
      colors: new Uint8Array(x.length),
      palette: [[20, 90, 200]],
      radii: Float32Array.of(RADIUS),
      alpha: ALPHA,
    },
  );
}
