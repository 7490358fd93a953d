/** What stands over and beside the picture: names of columns, groups and rows, the band of rows under the pointer, crosshair and rectangle. */
import type { Axis, PanoramaFrame } from '../../engine/panorama/frame.ts';
import { cellAt } from '../../engine/panorama/frame.ts';
import { type CellPlace, GROUP_PX, type Margins, type Size, SLANTED_FROM_PX, screenAxes, spanOf } from './shape.ts';

export interface LabelInks {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly ground: string;
  readonly panel: string;
  readonly accent: string;
  readonly selected: string;
}

/** Columns side by side with one name above them. */
export interface NamedBlock {
  readonly name: string;
  readonly count: number;
}

export interface Rectangle {
  readonly from: CellPlace;
  readonly to: CellPlace;
  /** It becomes filters. */
  readonly isFilter: boolean;
}

export interface LabelFacts {
  readonly size: Size;
  readonly margins: Margins;
  readonly frame: PanoramaFrame;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly columnCount: number;
  readonly rowCount: number;
  readonly columnName: (place: number) => string;
  /** Symbol, name and, in the band, the value. */
  readonly rowNames: (place: number) => readonly [symbol: string, name: string, value: string];
  readonly blocks: readonly NamedBlock[];
  readonly sectors: readonly NamedBlock[];
  readonly crosshair: CellPlace | null;
  readonly isHeld: boolean;
  readonly rectangle: Rectangle | null;
  readonly inks: LabelInks;
  readonly font: string;
}

const TEXT_PX = 11;
const SMALLEST_PX = 8.5;
const SLANT = -Math.PI / 3;
const LINE_PX = 15;
const BAND_ROWS = 5;
/** Rows of this height and more are named one by one. */
const NAMED_FROM_PX = 11;
const SYMBOL_PX = 66;
const PAD_PX = 6;
const BAND_NAME_STEP_PX = 15;
/** Narrower groups are not named: one letter says nothing. */
const NAMED_GROUP_PX = 34;
const SECTOR_FROM_PX = 13;

type Context = CanvasRenderingContext2D;

function fitted(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return `${text.slice(0, end)}…`;
}

/** The text without its middle: columns of a kind differ in their last word. */
function fittedInMiddle(context: Context, text: string, width: number): string {
  const all = context.measureText(text).width;
  if (all <= width) return text;
  const kept = Math.max(4, Math.floor((text.length * width) / all) - 1);
  const end = Math.floor(kept * 0.45);
  const cut = `${text.slice(0, kept - end).trimEnd()}…${text.slice(text.length - end).trimStart()}`;
  return context.measureText(cut).width <= width ? cut : fitted(context, cut, width);
}

function visible(axis: Axis, pixels: number, count: number): readonly [first: number, last: number] {
  return [cellAt(axis, 0), Math.min(count - 1, cellAt(axis, Math.max(0, pixels - 1)))];
}

/** Which of columns and rows an axis carries. */
interface Along {
  readonly axis: Axis;
  readonly count: number;
  readonly pixels: number;
  readonly at: number | null;
}

interface Axes {
  readonly across: Along;
  readonly down: Along;
}

function axesOf({ frame, columnCount, rowCount, crosshair }: LabelFacts): Axes {
  const { across, down } = screenAxes(frame);
  const columns = { count: columnCount, at: crosshair?.column ?? null };
  const rows = { count: rowCount, at: crosshair?.row ?? null };
  const [wide, high] = frame.transposed ? [rows, columns] : [columns, rows];
  return {
    across: { axis: across, pixels: frame.width, ...wide },
    down: { axis: down, pixels: frame.height, ...high },
  };
}

const inOneLine = ([symbol, name]: readonly [string, string, string]): string => `${symbol}  ${name}`;

/** Draws everything anew. */
export function drawLabels(context: Context, facts: LabelFacts): void {
  const { size, scale, inks, font, frame } = facts;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  context.font = `${TEXT_PX}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const axes = axesOf(facts);
  drawGrounds(context, facts);
  drawCrosshair(context, facts, axes);
  drawHead(context, facts, axes);
  if (facts.blocks.length > 1 && !frame.transposed) drawGroups(context, facts, axes);
  drawStrip(context, facts, axes);
  if (facts.rectangle) drawRectangle(context, facts, facts.rectangle);
  context.strokeStyle = inks.line;
  context.lineWidth = 1;
  const { strip, head } = facts.margins;
  context.beginPath();
  context.moveTo(0, head - 0.5);
  context.lineTo(size.width, head - 0.5);
  context.moveTo(strip - 0.5, frame.transposed ? 0 : GROUP_PX);
  context.lineTo(strip - 0.5, size.height);
  context.stroke();
}

function drawGrounds(context: Context, { size, margins: { strip, head }, inks }: LabelFacts): void {
  context.fillStyle = inks.panel;
  context.fillRect(0, 0, size.width, head);
  context.fillStyle = inks.ground;
  context.fillRect(0, head, strip, size.height - head);
}

function drawCrosshair(context: Context, { margins: { strip, head }, size, scale, inks, isHeld }: LabelFacts, axes: Axes): void {
  const right = Math.min(size.width, strip + spanOf(axes.across.axis, axes.across.count - 1, scale)[1]);
  const bottom = Math.min(size.height, head + spanOf(axes.down.axis, axes.down.count - 1, scale)[1]);
  context.strokeStyle = isHeld ? inks.accent : inks.text;
  context.lineWidth = isHeld ? 2 : 1;
  context.beginPath();
  if (axes.across.at !== null) {
    const [from, to] = spanOf(axes.across.axis, axes.across.at, scale);
    for (const x of [from, to]) {
      if (x < 0 || strip + x > size.width) continue;
      context.moveTo(strip + x, head);
      context.lineTo(strip + x, bottom);
    }
  }
  if (axes.down.at !== null) {
    const [from, to] = spanOf(axes.down.axis, axes.down.at, scale);
    for (const y of [from, to]) {
      if (y < 0 || head + y > size.height) continue;
      context.moveTo(strip, head + y);
      context.lineTo(right, head + y);
    }
  }
  context.stroke();
}

/** Names above the picture: slanted where there is room for them, else those around the crosshair. */
function drawHead(context: Context, facts: LabelFacts, { across }: Axes): void {
  const { margins, size, scale, frame, columnName, rowNames } = facts;
  const nameOf = (place: number): string => (frame.transposed ? inOneLine(rowNames(place)) : columnName(place));
  const cellPx = (frame.transposed ? frame.cellHeight : frame.cellWidth) / scale;
  const [first, last] = visible(across.axis, across.pixels, across.count);
  const isSlanted = cellPx >= SLANTED_FROM_PX;
  const textPx = Math.max(SMALLEST_PX, Math.min(TEXT_PX, cellPx * 0.86));
  const room = isSlanted
    ? (margins.head - (facts.blocks.length > 1 && !frame.transposed ? GROUP_PX : 0) - 8) / Math.sin(Math.PI / 3)
    : 0;
  context.save();
  context.beginPath();
  context.rect(margins.strip, 0, size.width - margins.strip, margins.head);
  context.clip();
  if (!isSlanted) drawFlatName(context, facts, across, nameOf);
  context.font = `${textPx}px ${facts.font}`;
  for (let place = first; isSlanted && place <= last; place++) {
    const [from, to] = spanOf(across.axis, place, scale);
    drawSlanted(
      context,
      facts,
      margins.strip + (from + to) / 2,
      fittedInMiddle(context, nameOf(place), room),
      place === across.at,
    );
  }
  context.restore();
}

function drawSlanted(context: Context, { margins, inks }: LabelFacts, x: number, text: string, isAt: boolean): void {
  context.save();
  context.translate(x, margins.head - 5);
  context.rotate(SLANT);
  if (isAt) {
    context.fillStyle = inks.selected;
    context.fillRect(-2, -7, context.measureText(text).width + 6, 14);
  }
  context.fillStyle = isAt ? inks.text : inks.quiet;
  context.fillText(text, 0, 0);
  context.restore();
}

/** The name of the column under the crosshair, and its neighbours' as far as there is room. */
function drawFlatName(context: Context, facts: LabelFacts, across: Along, nameOf: (place: number) => string): void {
  const { margins, scale, size, inks } = facts;
  if (across.at === null) return;
  const name = nameOf(across.at);
  const [from, to] = spanOf(across.axis, across.at, scale);
  const width = context.measureText(name).width;
  const x = Math.max(margins.strip + 2, Math.min(size.width - width - 4, margins.strip + (from + to - width) / 2));
  context.fillStyle = inks.selected;
  context.fillRect(x - 4, margins.head - 17, width + 8, 15);
  context.fillStyle = inks.text;
  context.fillText(name, x, margins.head - 9);
}

/** The names of the groups above the columns, and lines between the groups. */
function drawGroups(context: Context, facts: LabelFacts, { across }: Axes): void {
  const { margins, size, scale, inks, blocks } = facts;
  const [begin, end] = [margins.strip, size.width];
  let first = 0;
  for (const { name, count } of blocks) {
    const from = begin + spanOf(across.axis, first, scale)[0];
    const to = begin + spanOf(across.axis, first + count, scale)[0];
    first += count;
    if (to <= begin || from >= end) continue;
    const [shownFrom, shownTo] = [Math.max(begin, from), Math.min(end, to)];
    const room = shownTo - shownFrom - 2 * PAD_PX;
    if (room < NAMED_GROUP_PX) continue;
    context.fillStyle = inks.line;
    context.fillRect(Math.round(shownFrom) - 1, 0, 1, margins.head);
    context.fillRect(Math.round(shownTo) - 1, 0, 1, margins.head);
    context.font = `600 ${TEXT_PX}px ${facts.font}`;
    context.fillStyle = inks.quiet;
    context.fillText(fitted(context, name, room), shownFrom + PAD_PX, GROUP_PX / 2 + 1);
    context.font = `${TEXT_PX}px ${facts.font}`;
  }
}

/** Names beside the picture: one by one where there is room, else the band around the crosshair. */
function drawStrip(context: Context, facts: LabelFacts, { down }: Axes): void {
  const { margins, size, scale, frame } = facts;
  const cellPx = (frame.transposed ? frame.cellWidth : frame.cellHeight) / scale;
  context.save();
  context.beginPath();
  context.rect(0, margins.head, margins.strip, size.height - margins.head);
  context.clip();
  const blocks = frame.transposed ? facts.blocks : facts.sectors;
  if (blocks.length > 1 && cellPx < NAMED_FROM_PX) drawBlocks(context, facts, down, blocks);
  if (cellPx >= NAMED_FROM_PX) {
    const [first, last] = visible(down.axis, down.pixels, down.count);
    for (let place = first; place <= last; place++) {
      const [from, to] = spanOf(down.axis, place, scale);
      drawLine(context, facts, place, margins.head + (from + to) / 2, place === down.at);
    }
  } else if (down.at !== null) drawBand(context, facts, down, down.at);
  context.restore();
}

/** The names of sectors beside their rows, or of groups beside their columns, which the band covers. */
function drawBlocks(context: Context, facts: LabelFacts, down: Along, blocks: readonly NamedBlock[]): void {
  const { margins, size, scale, inks } = facts;
  let first = 0;
  for (const { name, count } of blocks) {
    const from = margins.head + spanOf(down.axis, first, scale)[0];
    const to = margins.head + spanOf(down.axis, first + count, scale)[0];
    first += count;
    const top = Math.max(margins.head, from);
    if (to <= margins.head || from >= size.height || to - top < SECTOR_FROM_PX) continue;
    context.fillStyle = inks.line;
    context.fillRect(0, Math.round(from), margins.strip, 1);
    context.fillStyle = inks.quiet;
    context.fillText(fitted(context, name, margins.strip - 2 * PAD_PX), PAD_PX, top + SECTOR_FROM_PX / 2 + 2);
  }
}

/** The row under the crosshair and its neighbours as text, each with a line to where it stands in the picture. */
function drawBand(context: Context, facts: LabelFacts, down: Along, at: number): void {
  const { margins, size, scale, inks } = facts;
  const first = Math.max(0, Math.min(at - BAND_ROWS, down.count - 2 * BAND_ROWS - 1));
  const last = Math.min(down.count - 1, first + 2 * BAND_ROWS);
  const height = (last - first + 1) * LINE_PX;
  const middle = margins.head + (spanOf(down.axis, at, scale)[0] + spanOf(down.axis, at, scale)[1]) / 2;
  const top = Math.max(margins.head, Math.min(size.height - height, middle - (at - first + 0.5) * LINE_PX));
  context.fillStyle = inks.ground;
  context.fillRect(0, top - 2, margins.strip, height + 4);
  const lead = margins.strip - 14;
  for (let place = first; place <= last; place++) {
    const y = top + (place - first + 0.5) * LINE_PX;
    drawLine(context, facts, place, y, place === at);
    const [from, to] = spanOf(down.axis, place, scale);
    context.strokeStyle = place === at ? inks.text : inks.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(lead, y);
    context.lineTo(margins.strip, margins.head + (from + to) / 2);
    context.stroke();
  }
}

function drawLine(context: Context, facts: LabelFacts, place: number, y: number, isAt: boolean): void {
  const { margins, frame, inks, font, columnName, rowNames } = facts;
  const end = margins.strip - 16;
  if (isAt) {
    context.fillStyle = inks.selected;
    context.fillRect(0, y - LINE_PX / 2, margins.strip, LINE_PX);
  }
  context.fillStyle = inks.text;
  if (frame.transposed) {
    context.fillText(fitted(context, columnName(place), end - PAD_PX), PAD_PX, y);
    return;
  }
  const [symbol, name, value] = rowNames(place);
  const valuePx = value === '' || !isAt ? 0 : context.measureText(value).width + PAD_PX;
  context.font = `600 ${TEXT_PX}px ${font}`;
  context.fillText(fitted(context, symbol, Math.min(SYMBOL_PX, end) - PAD_PX), PAD_PX, y);
  context.font = `${TEXT_PX}px ${font}`;
  const room = end - SYMBOL_PX - valuePx;
  if (room < BAND_NAME_STEP_PX) return;
  context.fillStyle = isAt ? inks.text : inks.quiet;
  context.fillText(fitted(context, name, room), SYMBOL_PX, y);
  if (valuePx > 0) context.fillText(value, end - valuePx + PAD_PX, y);
}

function drawRectangle(context: Context, facts: LabelFacts, { from, to, isFilter }: Rectangle): void {
  const { margins, frame, scale, inks } = facts;
  const { across, down } = screenAxes(frame);
  const places = (cell: CellPlace): readonly [number, number] =>
    frame.transposed ? [cell.row, cell.column] : [cell.column, cell.row];
  const [[fromX, fromY], [toX, toY]] = [places(from), places(to)];
  const x = margins.strip + spanOf(across, Math.min(fromX, toX), scale)[0];
  const y = margins.head + spanOf(down, Math.min(fromY, toY), scale)[0];
  const right = margins.strip + spanOf(across, Math.max(fromX, toX), scale)[1];
  const bottom = margins.head + spanOf(down, Math.max(fromY, toY), scale)[1];
  context.lineWidth = 3;
  context.strokeStyle = inks.ground;
  context.strokeRect(x, y, right - x, bottom - y);
  context.lineWidth = 1.5;
  context.setLineDash(isFilter ? [] : [5, 3]);
  context.strokeStyle = isFilter ? inks.accent : inks.text;
  context.strokeRect(x, y, right - x, bottom - y);
  context.setLineDash([]);
}
