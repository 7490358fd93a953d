import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { type Column, isMoney } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { clamp } from '../frame/clamp.ts';
import { currentRows, showDetail } from '../rows/chosen.ts';
import { commonCurrency } from '../rows/money.ts';
import { onPointed, pointAt, pointedRow } from '../rows/pointed.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { columnOf, type Frame, state } from '../state/store.ts';
import { columnLabel, wholeText } from '../state/words.ts';
import { axisText } from './axisText.ts';
import type { ThemeInks } from './inks.ts';
import type { Colors } from './marks.ts';
import { drawOverlay, MARGIN, plotSize } from './overlay.ts';
import { type Points, pointNear } from './points.ts';
import { drawDiscs } from './raster.ts';
import { type Corner, filterBetween, filterWithin } from './region.ts';
import type { Line } from './regression.ts';

export type Tool = 'rectangle' | 'lasso';

interface PlotProps {
  readonly frame: Frame;
  readonly points: Points;
  readonly columns: readonly [x: Column, y: Column];
  /** Additional columns of the tooltip. */
  readonly told: readonly Column[];
  readonly colors: Colors;
  readonly radii: Float32Array;
  readonly line: Line | null;
  readonly tool: Tool;
  readonly size: readonly [width: number, height: number];
  readonly inks: ThemeInks;
}

const NEAR_PX = 12;
const DRAG_FROM_PX = 4;
/** Maximum number of points that are all labelled. */
const NAMED_MAX = 40;
/** Opacity of a point, so that dense areas stay readable. */
const alphaOf = (count: number): number => Math.max(0.12, Math.min(0.75, 30 / Math.sqrt(count)));

/** Column name, with the currency for amounts. */
const titleOf = (column: Column, frame: Frame): string =>
  isMoney(column) ? `${columnLabel(column.id)} (${commonCurrency(frame)})` : columnLabel(column.id);

const within = (part: number): number => clamp(part, 0, 1);

/** The plot: clicking shows the row, dragging filters. */
export function Plot(props: PlotProps) {
  const t = useT();
  const { frame, points, columns, tool, size } = props;
  const [width, height] = size;
  const [pointed, setPointed] = useState(-1);
  const [corner, setCorner] = useState<Corner | null>(null);
  const [drawn, setDrawn] = useState<readonly Corner[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLCanvasElement>(null);
  const plot = plotSize(width, height);
  useDots(dots, props, plot);
  const over = useOverlay(props, pointed, drawn, corner);
  useEffect(() => pointAt(points.rows[pointed] ?? -1), [points, pointed]);
  useEffect(() => () => pointAt(-1), []);

  const placeOf = (event: PointerEvent): readonly [number, number] => {
    const { left, top } = box.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [event.clientX - left - MARGIN.left, event.clientY - top - MARGIN.top];
  };
  const cornerOf = ([x, y]: readonly [number, number]): Corner => [within(x / plot[0]), within(1 - y / plot[1])];
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn([cornerOf(placeOf(event))]);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const place = placeOf(event);
    if (drawn.length === 0) setPointed(pointNear(points, place, plot, NEAR_PX));
    else setDrawn(tool === 'lasso' ? [...drawn, cornerOf(place)] : [drawn[0]!, cornerOf(place)]);
  };
  const up = (event: PointerEvent<HTMLElement>): void => {
    const [from] = drawn;
    setDrawn([]);
    if (!from) return;
    const to = cornerOf(placeOf(event));
    const length = Math.hypot((to[0] - from[0]) * plot[0], (to[1] - from[1]) * plot[1]);
    if (drawn.length < 3 && length < DRAG_FROM_PX) {
      const index = pointNear(points, placeOf(event), plot, NEAR_PX);
      if (index >= 0) showDetail(points.rows[index] ?? 0);
    } else if (tool === 'lasso') filterWithin(points, drawn, frame);
    else filterBetween(points, [columns[0].id, columns[1].id], from, to, frame);
  };
  const pressed = (event: KeyboardEvent): void => {
    const next = nextPoint(points, pointed, event.key);
    const at: Corner | null = pointed >= 0 ? [points.x[pointed]!, points.y[pointed]!] : null;
    if (next !== null) setPointed(next);
    else if (event.key === 'Enter' && pointed >= 0) showDetail(points.rows[pointed] ?? 0);
    else if (event.key === ' ' && at) {
      if (corner) filterBetween(points, [columns[0].id, columns[1].id], corner, at, frame);
      setCorner(corner ? null : at);
    } else if (event.key === 'Escape' && corner) setCorner(null);
    else return;
    event.preventDefault();
  };
  const label = t('scatter.label', {
    x: columnLabel(columns[0].id),
    y: columnLabel(columns[1].id),
    rows: wholeText(points.rows.length - points.hidden),
  });
  return (
    <div
      ref={box}
      className="scatter-plot"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between points and are announced
      tabIndex={0}
      aria-label={label}
      aria-description={t('scatter.keys')}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerLeave={() => setPointed(-1)}
      onKeyDown={pressed}
    >
      <canvas ref={dots} />
      <canvas ref={over} />
      {pointed >= 0 && drawn.length === 0 && <Tip {...props} index={pointed} plot={plot} />}
    </div>
  );
}

/** The next point by key: left and right by x, up and down by y; the first one without a start. */
function nextPoint({ x, y }: Points, from: number, key: string): number | null {
  const axis = key === 'ArrowLeft' || key === 'ArrowRight' ? x : key === 'ArrowUp' || key === 'ArrowDown' ? y : null;
  if (!axis) return null;
  const sign = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
  if (from < 0) return x.findIndex((place) => !Number.isNaN(place));
  let best = from;
  for (let index = 0; index < axis.length; index++) {
    const step = sign * (axis[index]! - axis[from]!);
    // Equal positions are ordered by index.
    const isAfter = step > 0 || (step === 0 && sign * (index - from) > 0);
    const least = best === from ? Number.POSITIVE_INFINITY : sign * (axis[best]! - axis[from]!);
    if (isAfter && (step < least || (step === least && sign * (index - best) < 0))) best = index;
  }
  return best;
}

/** The context of a canvas resized for the screen's pixels. */
function contextOf(canvas: HTMLCanvasElement | null, [width, height]: readonly [number, number]) {
  const scale = canvas?.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  if (canvas) Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  return { context: canvas?.getContext('2d'), scale };
}

function useDots(canvas: React.RefObject<HTMLCanvasElement | null>, props: PlotProps, plot: readonly [number, number]): void {
  const { points, colors, radii, size, inks } = props;
  useEffect(() => {
    const { context, scale } = contextOf(canvas.current, size);
    if (!context) return;
    const picture = new ImageData(context.canvas.width, context.canvas.height);
    const [red, green, blue] = inks.ground;
    // Pixel bytes are red, green, blue and alpha.
    new Uint32Array(picture.data.buffer).fill((255 << 24) | (blue << 16) | (green << 8) | red);
    drawDiscs(picture, {
      x: points.x.map((place) => (MARGIN.left + place * plot[0]) * scale),
      y: points.y.map((place) => (MARGIN.top + (1 - place) * plot[1]) * scale),
      radii: radii.map((radius) => radius * scale),
      colors: colors.codes,
      palette: colors.palette,
      alpha: alphaOf(points.rows.length),
    });
    context.putImageData(picture, 0, 0);
  }, [canvas, points, colors, radii, size, plot[0], plot[1], inks]);
}

function useOverlay(props: PlotProps, pointed: number, drawn: readonly Corner[], corner: Corner | null) {
  const { frame, points, columns, line, tool, size, inks } = props;
  const { compared, detail, cursor } = useSnapshot(state);
  const elsewhere = useSyncExternalStore(onPointed, pointedRow);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { context, scale } = contextOf(canvas.current, size);
    if (!context) return;
    context.scale(scale, scale);
    // The tip names the point under the pointer here.
    const isMarked = elsewhere >= 0 && elsewhere !== points.rows[pointed];
    const chosen = [
      ...currentRows(compared, frame.version),
      ...currentRows(detail, frame.version),
      ...(cursor ? [cursor.row] : []),
      ...(isMarked ? [elsewhere] : []),
    ];
    const rows = points.rows.length <= NAMED_MAX ? [...chosen, ...points.rows] : chosen;
    const indexes = [...new Set(rows)].map((row) => points.rows.indexOf(row)).filter((index) => index >= 0);
    const ticks = [points.xAxis, points.yAxis].map((axis) => axis.ticks.map(({ value }) => value));
    drawOverlay(context, {
      width: size[0],
      height: size[1],
      points,
      titles: [titleOf(columns[0], frame), titleOf(columns[1], frame)],
      tickText: [(value) => axisText(columns[0], value, ticks[0] ?? []), (value) => axisText(columns[1], value, ticks[1] ?? [])],
      line,
      named: indexes.map((index) => ({ index, text: textValue(frame, 'symbol', points.rows[index] ?? 0) })),
      pointed,
      marked: isMarked ? points.rows.indexOf(elsewhere) : -1,
      rectangle: tool === 'rectangle' ? rectangleOf(drawn, corner, points, pointed) : null,
      lasso: tool === 'lasso' ? drawn : [],
      inks,
    });
  }, [frame, points, columns, line, tool, size, inks, compared, detail, cursor, elsewhere, pointed, drawn, corner]);
  return canvas;
}

/** The rectangle of a drag, or from the corner set by a key to the present point. */
function rectangleOf(
  drawn: readonly Corner[],
  corner: Corner | null,
  { x, y }: Points,
  pointed: number,
): readonly [Corner, Corner] | null {
  const [from, to] = drawn;
  if (from && to) return [from, to];
  return corner && pointed >= 0 ? [corner, [x[pointed]!, y[pointed]!]] : null;
}

interface TipProps extends PlotProps {
  readonly index: number;
  readonly plot: readonly [number, number];
}

function Tip({ frame, points, columns, told, index, plot, size }: TipProps) {
  const row = points.rows[index] ?? 0;
  const x = MARGIN.left + (points.x[index] ?? 0) * plot[0];
  const y = MARGIN.top + (1 - (points.y[index] ?? 0)) * plot[1];
  const isRight = x > size[0] / 2;
  const isLow = y > size[1] / 2;
  return (
    <div
      className="scatter-tip"
      role="status"
      style={{
        ...(isRight ? { right: size[0] - x + 12 } : { left: x + 12 }),
        ...(isLow ? { bottom: size[1] - y + 12 } : { top: y + 12 }),
      }}
    >
      <strong>
        <bdi>{`${textValue(frame, 'symbol', row)}  ${textValue(frame, 'name', row)}`}</bdi>
      </strong>
      <dl>
        {[...new Set([...columns, ...told])].map((column) => (
          <div key={column.id} style={{ display: 'contents' }}>
            <dt>{columnLabel(column.id)}</dt>
            <dd>{shownValue(frame, columnOf(column.id) ?? column, row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
