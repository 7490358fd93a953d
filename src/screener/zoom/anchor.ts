/** The cell that stays in place during a zoom, handed over between grid and panorama. */

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

let find: Finder | null = null;
let held: Anchor | null = null;

/** Registers the present view, which finds the cell at a point or chooses one without a point. Returns the cleanup. */
export function provideAnchors(finder: Finder): () => void {
  find = finder;
  return () => {
    if (find === finder) find = null;
  };
}

/** Stores the cell at the point; the next view restores its position. */
export function holdAnchor(point: Point | null): void {
  held = find?.(point) ?? held;
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
