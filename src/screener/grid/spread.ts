/** Distributions in headers: the universe in grey, the present rows in the accent color, each scaled to its own maximum; medians and missing values. */
import type { Rectangle } from '@glideapps/glide-data-grid';
import { isNumericFilter } from '../../engine/steps/filter.ts';
import { isUpperBound, OPERATOR_VALUES } from '../../engine/steps/operators.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { clamp, clampIndex } from '../frame/clamp.ts';
import type { Inks } from './theme.ts';

export const BAND_PX = 18;
const SIDE_PX = 6;
const MISSING_PX = 4;
const GAP_PX = 3;

/** Horizontal extent of the bars, relative to the header. */
export function bars(width: number): { readonly left: number; readonly width: number } {
  return { left: SIDE_PX, width: Math.max(8, width - 2 * SIDE_PX - MISSING_PX - GAP_PX) };
}

/** The bin at an x position of the header; positions outside clamp to the outermost bins. */
export function binAt(x: number, width: number, binCount: number): number {
  const area = bars(width);
  return clampIndex(Math.floor(((x - area.left) / area.width) * binCount), binCount);
}

/** Position of a value in units of bins. */
export function placeOf(value: number, { lows, from, to }: ColumnDistribution['universe']): number {
  if (Number.isNaN(value)) return Number.NaN;
  let bin = lows.length - 1;
  while (bin > 0 && Math.fround(lows[bin] ?? 0) > value) bin--;
  const low = Math.max(from, lows[bin] ?? from);
  const high = Math.min(to, lows[bin + 1] ?? to);
  const within = high > low ? (value - low) / (high - low) : 0.5;
  return bin + clamp(within, 0, 1);
}

/** Bounds of the column's last filter that keeps a single range. */
export function boundsOfColumn(steps: readonly Step[], columnId: string): readonly [low: number, high: number] | null {
  const filter = steps.findLast((step) => isNumericFilter(step) && step.columnId === columnId && step.currency === undefined);
  if (!filter || !isNumericFilter(filter)) return null;
  const [first = Number.NaN, second = Number.NaN] = filter.operatorValues;
  if (isUpperBound(filter.operator)) return [Number.NEGATIVE_INFINITY, first];
  if (OPERATOR_VALUES[filter.operator] === 'one') return [first, Number.POSITIVE_INFINITY];
  return filter.operator === 'Between' ? [first, second] : null;
}

interface Bars {
  readonly counts: Uint32Array;
  readonly ink: string;
  readonly alpha: number;
}

function drawBars(context: OffscreenCanvasRenderingContext2D, { counts, ink, alpha }: Bars, width: number): void {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  if (most === 0) return;
  const area = bars(width);
  const step = area.width / counts.length;
  context.fillStyle = ink;
  context.globalAlpha = alpha;
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    // Non-empty bins stay visible.
    const height = Math.max(1, (BAND_PX * count) / most);
    context.fillRect(area.left + bin * step, BAND_PX - height, Math.max(0.75, step - (step > 3 ? 0.75 : 0)), height);
  }
  context.globalAlpha = 1;
}

function drawTick(context: OffscreenCanvasRenderingContext2D, x: number, ink: string): void {
  if (Number.isNaN(x)) return;
  context.fillStyle = ink;
  context.fillRect(x - 0.75, 0, 1.5, BAND_PX);
}

function drawMissing(
  context: OffscreenCanvasRenderingContext2D,
  distribution: ColumnDistribution,
  width: number,
  inks: Inks,
): void {
  const x = width - SIDE_PX - MISSING_PX;
  const share = ({ counts, missing }: { readonly counts: Uint32Array; readonly missing: number }): number =>
    missing / Math.max(1, missing + counts.reduce((sum, count) => sum + count, 0));
  context.strokeStyle = inks.line;
  context.strokeRect(x + 0.5, 0.5, MISSING_PX - 1, BAND_PX - 1);
  const all = BAND_PX * share(distribution.universe);
  context.fillStyle = inks.spread;
  context.fillRect(x, BAND_PX - all, MISSING_PX, all);
  const left = BAND_PX * share(distribution.present);
  context.fillStyle = inks.missing;
  context.fillRect(x + 1, BAND_PX - left, MISSING_PX - 2, left);
}

/** A rendered distribution and its inputs. */
interface Picture {
  readonly context: OffscreenCanvasRenderingContext2D;
  of: ColumnDistribution;
  inks: Inks;
}

/** Canvases by column, reused across header painters: creating them is expensive. */
const pictures = new Map<string, Picture>();

/** Rendered distribution for a header; null without space or data. */
export function spreadPicture(
  distribution: ColumnDistribution,
  width: number,
  scale: number,
  inks: Inks,
): OffscreenCanvas | null {
  const { universe } = distribution;
  if (width < 24 || universe.counts.length === 0) return null;
  const known = pictures.get(universe.id);
  const pixels = Math.ceil(width * scale);
  const fits = known !== undefined && known.context.canvas.width === pixels;
  if (fits && known.of === distribution && known.inks === inks) return known.context.canvas;
  const context = fits ? known.context : new OffscreenCanvas(pixels, Math.ceil(BAND_PX * scale)).getContext('2d');
  if (!context) return null;
  pictures.set(universe.id, { context, of: distribution, inks });
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, BAND_PX);
  drawSpread(context, distribution, width, inks);
  return context.canvas;
}

function drawSpread(
  context: OffscreenCanvasRenderingContext2D,
  distribution: ColumnDistribution,
  width: number,
  inks: Inks,
): void {
  const { universe, present } = distribution;
  drawBars(context, { counts: universe.counts, ink: inks.spread, alpha: 1 }, width);
  drawBars(context, { counts: present.counts, ink: inks.accent, alpha: 0.62 }, width);
  const area = bars(width);
  const xOf = (value: number): number => area.left + (placeOf(value, universe) / universe.counts.length) * area.width;
  drawTick(context, xOf(universe.median), inks.quiet);
  drawTick(context, xOf(present.median), inks.text);
  drawMissing(context, distribution, width, inks);
}

/** Marks the range kept by a filter, below the bars. */
export function drawBounds(
  context: CanvasRenderingContext2D,
  rect: Rectangle,
  bounds: readonly [low: number, high: number],
  universe: ColumnDistribution['universe'],
  ink: string,
): void {
  const area = bars(rect.width);
  const binCount = universe.counts.length;
  const [low, high] = bounds;
  const from = low === Number.NEGATIVE_INFINITY ? 0 : placeOf(low, universe);
  const to = high === Number.POSITIVE_INFINITY ? binCount : placeOf(high, universe);
  if (Number.isNaN(from) || Number.isNaN(to) || binCount === 0) return;
  context.fillStyle = ink;
  const x = rect.x + area.left + (from / binCount) * area.width;
  context.fillRect(x, rect.y + BAND_PX, Math.max(2, ((to - from) / binCount) * area.width), 2);
}
