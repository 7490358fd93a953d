/** The cell that stays where it is on the screen when the level changes, handed from the view that goes to the one that comes. */

/** A cell, the part of it that lies before the point, and the point in CSS pixels from the frame's left and top edge. */
export interface Anchor {
  readonly columnId: string;
  readonly columnPart: number;
  /** A row of the table. */
  readonly row: number;
  readonly rowPart: number;
  readonly x: number;
  readonly y: number;
}

/** A point in CSS pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

type Finder = (point: Point | null) => Anchor | null;

let find: Finder | null = null;
let held: Anchor | null = null;

/** Called by the view that is shown: says which cell lies at a point, or which one to hold when there is none. Gives what to call when it goes. */
export function provideAnchors(finder: Finder): () => void {
  find = finder;
  return () => {
    if (find === finder) find = null;
  };
}

/** Holds the cell at the point: the next view brings it there. */
export function holdAnchor(point: Point | null): void {
  held = find?.(point) ?? held;
}

/** Holds this cell. */
export function holdCell(anchor: Anchor): void {
  held = anchor;
}

/** The held cell, once. */
export function takeAnchor(): Anchor | null {
  const anchor = held;
  held = null;
  return anchor;
}
