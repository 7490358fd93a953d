/** Rows as points of the scatter plot. */

import { numberOf } from '../rows/numbers.ts';
import type { Frame } from '../state/store.ts';
import { type Axis, makeAxis, type Scale, sortedValues, startScale } from './axis.ts';

export interface Points {
  /** Rows with both values. */
  readonly rows: Uint32Array;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
  /** Positions along the axes (0 … 1); NaN for hidden rows. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Number of rows with both values that the axes do not show. */
  readonly hidden: number;
}

/** @param counts approximate tick counts; null scales use the default */
export function pointsOf(
  frame: Frame,
  ids: readonly [x: string, y: string],
  scales: readonly [x: Scale | null, y: Scale | null],
  counts: readonly [x: number, y: number],
): Points | null {
  const [along, up] = ids.map((id) => numberOf(id, frame));
  if (!along || !up) return null;
  const rows = frame.rows.filter((row) => !Number.isNaN(along(row)) && !Number.isNaN(up(row)));
  const axes = [along, up].map((numberAt, place) => {
    const values = new Float64Array(rows.length);
    for (const [index, row] of rows.entries()) values[index] = numberAt(row);
    const sorted = sortedValues(values);
    const axis = makeAxis(sorted, scales[place] ?? startScale(sorted), counts[place] ?? 5);
    return { axis, places: Float32Array.from(values, (value) => axis.placeOf(value)) };
  });
  const [first, second] = axes;
  if (!first || !second) return null;
  let hidden = 0;
  for (const [index, place] of first.places.entries()) {
    if (!Number.isNaN(place) && !Number.isNaN(second.places[index] ?? Number.NaN)) continue;
    first.places[index] = Number.NaN;
    second.places[index] = Number.NaN;
    hidden++;
  }
  return { rows, xAxis: first.axis, yAxis: second.axis, x: first.places, y: second.places, hidden };
}

/** Index of the nearest point within a distance in pixels, or -1. */
export function pointNear(
  { x, y }: Points,
  at: readonly [number, number],
  size: readonly [number, number],
  within: number,
): number {
  let nearest = -1;
  let least = within * within;
  for (let index = 0; index < x.length; index++) {
    const distance = (x[index]! * size[0] - at[0]) ** 2 + ((1 - y[index]!) * size[1] - at[1]) ** 2;
    if (distance <= least) {
      nearest = index;
      least = distance;
    }
  }
  return nearest;
}

/** Point-in-polygon test by ray casting. */
export function isWithin(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let a = 0, b = polygon.length - 1; a < polygon.length; b = a++) {
    const [[ax, ay], [bx, by]] = [polygon[a]!, polygon[b]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
