/** Labels above and at the side of the picture: names of columns, groups and rows, and the rows near the pointer. Each side has its own canvas. */
import type { Axis, PanoramaFrame } from '../../engine/panorama/frame.ts';
import { cellAt } from '../../engine/panorama/frame.ts';
import { runsFromRight } from '../frame/direction.ts';
import { fitted, fittedInMiddle } from './fitting.ts';
import { type CellPlace, GROUP_PX, type Margins, type Size, SLANTED_FROM_PX, screenAxes, spanOf } from './shape.ts';

export interface LabelInks {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly ground: string;
  readonly panel: string;
  readonly selected: string;
}

/** Adjacent columns (or rows) with a common label. */
export interface NamedBlock {
  readonly name: string;
  readonly count: number;
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
  readonly rowNames: (place: number) => readonly [symbol: string, name: string];
  /** Value under the crosshair. */
  readonly value: string;
  readonly blocks: readonly NamedBlock[];
  readonly sectors: readonly NamedBlock[];
  readonly crosshair: CellPlace | null;
  readonly inks: LabelInks;
  readonly font: string;
}

const TEXT_PX = 11;
const SMALLEST_PX = 10;
const SLANT = -Math.PI / 3;
const LINE_PX = 15;
const BAND_ROWS = 5;
/** Minimum row height for labelling every row. */
const NAMED_FROM_PX = 11;
/** Distance between labels of lower rows. */
const MARKED_EVERY_PX = 45;
const MARK_PX = 8;
const SYMBOL_PX = 66;
const PAD_PX = 6;
const BAND_NAME_STEP_PX = 15;
/** Minimum width of a labelled group. */
const NAMED_GROUP_PX = 34;
const SECTOR_FROM_PX = 13;

type Context = CanvasRenderingContext2D;

function visible(axis: Axis, pixels: number, count: number): readonly [first: number, last: number] {
  return [cellAt(axis, 0), Math.min(count - 1, cellAt(axis, Math.max(0, pixels - 1)))];
}

/** Columns or rows along one axis. */
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

const inOneLine = ([symbol, name]: readonly [string, string]): string => `${symbol}  ${name}`;

function begin(context: Context, { scale, font }: LabelFacts): void {
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.font = `${TEXT_PX}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
}

const FROM_RIGHT = /[\u0590-\u08ff]/;

/** Writes a text at its start position. A mirrored picture flips it back. */
function write(context: Context, text: string, x: number, y: number): void {
  if (!runsFromRight()) {
    context.fillText(text, x, y);
    return;
  }
  context.save();
  context.translate(x, y);
  context.scale(-1, 1);
  context.textAlign = 'right';
  context.direction = FROM_RIGHT.test(text) ? 'rtl' : 'ltr';
  context.fillText(text, 0, 0);
  context.restore();
}

/** Redraws the labels above the picture; the canvas starts at the view's corner. */
export function drawHead(context: Context, facts: LabelFacts): void {
  const { size, margins, inks, frame } = facts;
  const { strip, head } = margins;
  const { across } = axesOf(facts);
  begin(context, facts);
  context.fillStyle = inks.panel;
  context.fillRect(0, 0, size.width, head);
  drawNames(context, facts, across);
  if (facts.blocks.length > 1 && !frame.transposed) drawGroups(context, facts, across);
  context.fillStyle = inks.line;
  context.fillRect(0, head - 1, size.width, 1);
  const top = frame.transposed ? 0 : GROUP_PX;
  context.fillRect(strip - 1, top, 1, head - top);
}

/** Redraws the labels at the side; the canvas starts below the head. */
export function drawStrip(context: Context, facts: LabelFacts): void {
  const { size, margins, inks } = facts;
  const { strip, head } = margins;
  begin(context, facts);
  context.translate(0, -head);
  context.fillStyle = inks.ground;
  context.fillRect(0, head, strip, size.height - head);
  drawBeside(context, facts, axesOf(facts).down);
  context.fillStyle = inks.line;
  context.fillRect(strip - 1, head, 1, size.height - head);
}

/** Names above the picture: slanted where they fit, else only near the crosshair. */
function drawNames(context: Context, facts: LabelFacts, across: Along): void {
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

function drawSlanted(context: Context, { margins, scale, inks }: LabelFacts, x: number, text: string, isAt: boolean): void {
  const [along, up] = [scale * Math.cos(SLANT), scale * Math.sin(SLANT)];
  context.setTransform(along, up, -up, along, scale * x, scale * (margins.head - 5));
  if (isAt) {
    context.fillStyle = inks.selected;
    context.fillRect(-2, -7, context.measureText(text).width + 6, 14);
  }
  context.fillStyle = isAt ? inks.text : inks.quiet;
  write(context, text, 0, 0);
}

/** The name under the crosshair, in one horizontal line. */
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
  write(context, name, x, margins.head - 9);
}

/** Group labels and separators above the columns. */
function drawGroups(context: Context, facts: LabelFacts, across: Along): void {
  const { margins, size, scale, inks, blocks } = facts;
  const [begin, end] = [margins.strip, size.width];
  context.font = `600 ${TEXT_PX}px ${facts.font}`;
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
    context.fillStyle = inks.quiet;
    write(context, fitted(context, name, room), shownFrom + PAD_PX, GROUP_PX / 2 + 1);
  }
}

/** Row labels: all where they fit, else some, and all those near the crosshair. */
function drawBeside(context: Context, facts: LabelFacts, down: Along): void {
  const { margins, scale, frame } = facts;
  const cellPx = (frame.transposed ? frame.cellWidth : frame.cellHeight) / scale;
  const blocks = frame.transposed ? facts.blocks : facts.sectors;
  if (blocks.length > 1 && cellPx < NAMED_FROM_PX) drawBlocks(context, facts, down, blocks);
  if (cellPx >= NAMED_FROM_PX) {
    const [first, last] = visible(down.axis, down.pixels, down.count);
    for (let place = first; place <= last; place++) {
      const [from, to] = spanOf(down.axis, place, scale);
      drawLine(context, facts, place, margins.head + (from + to) / 2, place === down.at);
    }
    return;
  }
  const band = down.at === null ? null : bandAround(facts, down, down.at);
  if (blocks.length <= 1) drawSomeNames(context, facts, down, cellPx, band);
  if (band) drawBand(context, facts, down, band);
}

/** Labels of some rows at equal distances, like axis ticks; none that the band would cover in part. */
function drawSomeNames(context: Context, facts: LabelFacts, down: Along, cellPx: number, band: Band | null): void {
  const every = Math.ceil(MARKED_EVERY_PX / cellPx);
  const [first, last] = visible(down.axis, down.pixels, down.count);
  for (let place = Math.ceil(first / every) * every; place <= last; place += every) {
    const [from, to] = spanOf(down.axis, place, facts.scale);
    const y = facts.margins.head + (from + to) / 2;
    const middle = Math.max(y, facts.margins.head + LINE_PX / 2);
    const isFree = !band || middle + LINE_PX / 2 <= band.top || middle - LINE_PX / 2 >= band.top + band.height;
    if (isFree) drawLine(context, facts, place, middle, false);
    context.fillStyle = facts.inks.line;
    context.fillRect(facts.margins.strip - MARK_PX, Math.round(y), MARK_PX, 1);
  }
}

/** Labels of sectors (or groups, when transposed), covered by the band. */
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
    write(context, fitted(context, name, margins.strip - 2 * PAD_PX), PAD_PX, top + SECTOR_FROM_PX / 2 + 2);
  }
}

/** The labelled rows around the crosshair. */
interface Band {
  readonly at: number;
  readonly first: number;
  readonly last: number;
  readonly top: number;
  readonly height: number;
}

function bandAround({ margins, size, scale }: LabelFacts, down: Along, at: number): Band {
  const first = Math.max(0, Math.min(at - BAND_ROWS, down.count - 2 * BAND_ROWS - 1));
  const last = Math.min(down.count - 1, first + 2 * BAND_ROWS);
  const height = (last - first + 1) * LINE_PX;
  const [from, to] = spanOf(down.axis, at, scale);
  const middle = margins.head + (from + to) / 2;
  const top = Math.max(margins.head, Math.min(size.height - height, middle - (at - first + 0.5) * LINE_PX));
  return { at, first, last, top, height };
}

/** The row under the crosshair and its neighbors, each with a line to its position. */
function drawBand(context: Context, facts: LabelFacts, down: Along, { at, first, last, top, height }: Band): void {
  const { margins, scale, inks } = facts;
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
  const { margins, frame, inks, font, columnName, rowNames, value } = facts;
  const end = margins.strip - 16;
  if (isAt) {
    context.fillStyle = inks.selected;
    context.fillRect(0, y - LINE_PX / 2, margins.strip, LINE_PX);
  }
  context.fillStyle = inks.text;
  if (frame.transposed) {
    write(context, fitted(context, columnName(place), end - PAD_PX), PAD_PX, y);
    return;
  }
  const [symbol, name] = rowNames(place);
  const valuePx = value === '' || !isAt ? 0 : context.measureText(value).width + PAD_PX;
  context.font = `600 ${TEXT_PX}px ${font}`;
  write(context, fitted(context, symbol, Math.min(SYMBOL_PX, end) - PAD_PX), PAD_PX, y);
  context.font = `${TEXT_PX}px ${font}`;
  const room = end - SYMBOL_PX - valuePx;
  if (room < BAND_NAME_STEP_PX) return;
  context.fillStyle = isAt ? inks.text : inks.quiet;
  write(context, fitted(context, name, room), SYMBOL_PX, y);
  if (valuePx > 0) write(context, value, end - valuePx + PAD_PX, y);
}
