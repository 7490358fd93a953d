/** Overlay: grid, ticks, regression line, labels and the present selection. */

import type { Axis } from './axis.ts';
import type { ThemeInks } from './inks.ts';
import type { Points } from './points.ts';
import type { Corner } from './region.ts';
import type { Line } from './regression.ts';

/** Space for ticks and titles, in CSS pixels. */
export const MARGIN = { left: 64, right: 16, top: 14, bottom: 44 } as const;
const FONT_PX = 11;
const LABEL_GAP_PX = 6;

export interface Overlay {
  readonly width: number;
  readonly height: number;
  readonly points: Points;
  readonly titles: readonly [x: string, y: string];
  readonly tickText: readonly [(value: number) => string, (value: number) => string];
  readonly line: Line | null;
  /** Labelled points, and the pointed one. */
  readonly named: readonly { readonly index: number; readonly text: string }[];
  readonly pointed: number;
  /** The point under the pointer in another view. */
  readonly marked: number;
  readonly rectangle: readonly [Corner, Corner] | null;
  readonly lasso: readonly Corner[];
  readonly inks: ThemeInks;
}

export function plotSize(width: number, height: number): readonly [number, number] {
  return [Math.max(1, width - MARGIN.left - MARGIN.right), Math.max(1, height - MARGIN.top - MARGIN.bottom)];
}

export function drawOverlay(context: CanvasRenderingContext2D, overlay: Overlay): void {
  const { width, height, inks } = overlay;
  context.clearRect(0, 0, width, height);
  context.font = `${FONT_PX}px ${inks.font}`;
  drawAxes(context, overlay);
  context.save();
  context.translate(MARGIN.left, MARGIN.top);
  const [across, down] = plotSize(width, height);
  const at = ([x, y]: Corner): readonly [number, number] => [x * across, (1 - y) * down];
  context.save();
  context.beginPath();
  context.rect(0, 0, across, down);
  context.clip();
  if (overlay.line) drawLine(context, overlay.line, at, inks);
  context.restore();
  drawDrawn(context, overlay, at);
  drawNames(context, overlay, at, across);
  context.restore();
}

function drawAxes(context: CanvasRenderingContext2D, { width, height, points, titles, tickText, inks }: Overlay): void {
  const [across, down] = plotSize(width, height);
  const [left, bottom] = [MARGIN.left, MARGIN.top + down];
  context.lineWidth = 1;
  context.strokeStyle = inks.line;
  context.globalAlpha = 0.6;
  context.beginPath();
  for (const { place } of points.xAxis.ticks) {
    const x = Math.round(left + place * across) + 0.5;
    context.moveTo(x, MARGIN.top);
    context.lineTo(x, bottom);
  }
  for (const { place } of points.yAxis.ticks) {
    const y = Math.round(MARGIN.top + (1 - place) * down) + 0.5;
    context.moveTo(left, y);
    context.lineTo(left + across, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = inks.quiet;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  drawXTicks(context, points.xAxis, tickText[0], across, bottom);
  context.textAlign = 'right';
  for (const { place, value } of points.yAxis.ticks)
    context.fillText(tickText[1](value), left - 7, MARGIN.top + (1 - place) * down);
  context.fillStyle = inks.text;
  context.textAlign = 'center';
  context.fillText(titles[0], left + across / 2, height - 10);
  context.save();
  context.translate(11, MARGIN.top + down / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(titles[1], 0, 0);
  context.restore();
}

/** Skips labels that would overlap. */
function drawXTicks(
  context: CanvasRenderingContext2D,
  { ticks }: Axis,
  text: (value: number) => string,
  across: number,
  bottom: number,
): void {
  let free = Number.NEGATIVE_INFINITY;
  for (const { place, value } of ticks) {
    const words = text(value);
    const half = context.measureText(words).width / 2;
    const x = MARGIN.left + place * across;
    if (x - half < free) continue;
    context.fillText(words, x, bottom + 13);
    free = x + half + LABEL_GAP_PX;
  }
}

function drawLine(
  context: CanvasRenderingContext2D,
  { slope, intercept }: Line,
  at: (corner: Corner) => readonly [number, number],
  { text }: ThemeInks,
): void {
  context.strokeStyle = text;
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(...at([0, intercept]));
  context.lineTo(...at([1, intercept + slope]));
  context.stroke();
  context.setLineDash([]);
}

function drawDrawn(
  context: CanvasRenderingContext2D,
  { rectangle, lasso, inks }: Overlay,
  at: (corner: Corner) => readonly [number, number],
): void {
  context.strokeStyle = inks.accent;
  context.lineWidth = 1.5;
  if (rectangle) {
    const [[ax, ay], [bx, by]] = [at(rectangle[0]), at(rectangle[1])];
    context.strokeRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by));
  }
  if (lasso.length < 2) return;
  context.beginPath();
  for (const corner of lasso) context.lineTo(...at(corner));
  context.closePath();
  context.stroke();
}

/** Point labels; earlier ones take precedence over overlapping ones. */
function drawNames(
  context: CanvasRenderingContext2D,
  { points, named, pointed, marked, inks }: Overlay,
  at: (corner: Corner) => readonly [number, number],
  across: number,
): void {
  const taken: (readonly [number, number, number])[] = [];
  context.textBaseline = 'middle';
  context.strokeStyle = inks.text;
  const ring = (index: number, ink = inks.text, radius = 6): readonly [number, number] | null => {
    const [x, y] = at([points.x[index] ?? Number.NaN, points.y[index] ?? Number.NaN]);
    if (Number.isNaN(x) || Number.isNaN(y)) return null;
    context.lineWidth = 1.5;
    context.strokeStyle = ink;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
    return [x, y];
  };
  if (pointed >= 0) ring(pointed);
  if (marked >= 0) ring(marked, inks.accent, 9);
  for (const { index, text } of named) {
    const place = ring(index);
    if (!place) continue;
    const [x, y] = place;
    const width = context.measureText(text).width;
    const left = x + 10 + width > across ? x - 10 - width : x + 10;
    if (taken.some(([from, to, line]) => left < to && left + width > from && Math.abs(line - y) < FONT_PX + 2)) continue;
    taken.push([left, left + width, y]);
    context.textAlign = 'left';
    context.lineWidth = 3;
    context.strokeStyle = `rgb(${inks.ground.join(' ')})`;
    context.strokeText(text, left, y);
    context.fillStyle = inks.text;
    context.fillText(text, left, y);
  }
}
