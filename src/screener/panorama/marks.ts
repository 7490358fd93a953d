/** Crosshair and rectangle over the picture, as elements that move without repainting. */
import type { Axis, PanoramaFrame } from '../../engine/panorama/frame.ts';
import { type CellPlace, screenAxes, spanOf } from './shape.ts';

export interface Rectangle {
  readonly from: CellPlace;
  readonly to: CellPlace;
  /** Creates filters instead of zooming. */
  readonly isFilter: boolean;
}

export interface MarkFacts {
  readonly frame: PanoramaFrame;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly columnCount: number;
  readonly rowCount: number;
  readonly crosshair: CellPlace | null;
  readonly isHeld: boolean;
  readonly rectangle: Rectangle | null;
}

/** `column` and `row` enclose the crosshair's column and row on the screen. */
export interface MarkElements {
  readonly column: HTMLElement | null;
  readonly row: HTMLElement | null;
  readonly rectangle: HTMLElement | null;
}

type Span = readonly [from: number, to: number];

/** Positions an element relative to the picture's corner. */
function stand(element: HTMLElement | null, box: readonly [across: Span, down: Span] | null): void {
  if (!element) return;
  const { style } = element;
  style.visibility = box ? 'visible' : 'hidden';
  if (!box) return;
  const [[left, right], [top, bottom]] = box;
  style.transform = `translate(${left}px, ${top}px)`;
  style.width = `${right - left}px`;
  style.height = `${bottom - top}px`;
}

/** Positions the marks. */
export function placeMarks(elements: MarkElements, facts: MarkFacts): void {
  const { frame, scale, crosshair, isHeld, rectangle } = facts;
  const { across, down } = screenAxes(frame);
  const [wide, high] = frame.transposed ? [facts.rowCount, facts.columnCount] : [facts.columnCount, facts.rowCount];
  const onScreen = ({ column, row }: CellPlace): readonly [number, number] => (frame.transposed ? [row, column] : [column, row]);
  const span = (axis: Axis, one: number, other: number): Span => [
    spanOf(axis, Math.min(one, other), scale)[0],
    spanOf(axis, Math.max(one, other), scale)[1],
  ];
  const at = crosshair && onScreen(crosshair);
  const end = (axis: Axis, count: number, pixels: number): Span => [
    0,
    Math.min(pixels / scale, spanOf(axis, count - 1, scale)[1]),
  ];
  stand(elements.column, at && [span(across, at[0], at[0]), end(down, high, frame.height)]);
  stand(elements.row, at && [end(across, wide, frame.width), span(down, at[1], at[1])]);
  for (const line of [elements.column, elements.row]) line?.toggleAttribute('data-held', isHeld);
  elements.rectangle?.toggleAttribute('data-filter', rectangle?.isFilter ?? false);
  const [from, to] = rectangle
    ? [onScreen(rectangle.from), onScreen(rectangle.to)]
    : [
        [0, 0],
        [0, 0],
      ];
  stand(elements.rectangle, rectangle && [span(across, from[0], to[0]), span(down, from[1], to[1])]);
}
