/** The cell that stays in place during a zoom, handed over between grid and panorama. */

import { makeSlot } from '../frame/slot.ts';
/** A cell, a relative position in it, and that position's coordinates in CSS pixels within the frame. */
export interface Anchor {
  readonly columnId: string;
  readonly columnPart: number;
  /** Table row. */
  readonly row: number;
  readonly rowPart: number;
  readonly x: number;
  readonly y: number;
}

/** A window position in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

type Finder = (point: Point | null) => Anchor | null;

const finder = makeSlot<Finder>();
let held: Anchor | null = null;

/** The present view finds the cell at a point, or chooses one without a point. */
export const provideAnchors = finder.provide;

/** Stores the cell at the point; the next view restores its position. */
export function holdAnchor(point: Point | null): void {
  held = finder.current()?.(point) ?? held;
}

export function holdCell(anchor: Anchor): void {
  held = anchor;
}

/** Returns and clears the stored cell. */
export function takeAnchor(): Anchor | null {
  const anchor = held;
  held = null;
  return anchor;
}
