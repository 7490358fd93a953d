/** What is drawn into a column's header: label above, its distribution, the unit below, and how the rows are sorted by it. */
import type { DrawHeaderCallback, Rectangle } from '@glideapps/glide-data-grid';
import { type Column, isText } from '../../catalogue/column.ts';
import { distributionOf } from '../state/distributions.ts';
import type { SortEntryMark } from '../steps/sortMarks.ts';
import { cut } from './cut.ts';
import { lateParts } from './lateParts.ts';
import { BAND_PX, drawBounds, spreadPicture } from './spread.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

export const GROUP_PX = 22;
/** From the lower edge of the header to the middle of its last line. */
const FOOT_PX = 9;

/** Where a line may end: behind a space, and between the characters of scripts that write without spaces, unless a closing sign follows. */
const BREAKS =
  /(?<= )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョー・、。）」％\p{Pe}])|(?=[（「])/u;

/** Label in at most so many lines that fit the width. */
function wrap(context: CanvasRenderingContext2D, label: string, width: number, lineCount: number): readonly string[] {
  if (context.measureText(label).width <= width) return [label];
  const pieces = label.split(BREAKS);
  const lines: string[] = [];
  while (pieces.length > 0) {
    if (lines.length === lineCount - 1) {
      lines.push(pieces.join(''));
      break;
    }
    let line = pieces.shift() ?? '';
    while (pieces[0] !== undefined && context.measureText((line + pieces[0]).trimEnd()).width <= width) line += pieces.shift();
    lines.push(line);
  }
  return lines.map((line) => cut(context, line.trim(), width));
}

export interface HeaderFacts {
  readonly columns: readonly Column[];
  readonly labels: readonly string[];
  readonly units: readonly string[];
  /** What the figures of a column are multiples of, as `×10⁻⁶`; empty for most. Read while it paints, since it comes with the values. */
  readonly scaleOf: (column: Column) => string;
  /** Read while it paints: what changes with every edit is no reason for another painter, which would paint every cell again. */
  readonly signs: { readonly current: Signs };
  readonly theme: GridTheme;
}

/** What the steps put into the headers, by column. */
export interface Signs {
  readonly marks: ReadonlyMap<string, SortEntryMark>;
  /** Bounds of the filters. */
  readonly bounds: ReadonlyMap<string, readonly [low: number, high: number]>;
}

/** Lines of labels by font, width and label, because measuring is what costs: another theme or set of columns makes a new painter. */
const lines = new Map<string, readonly string[]>();
const LINES_MAX = 5000;

/** Draws headers. */
export function headerPainter({ columns, labels, units, scaleOf, signs, theme }: HeaderFacts): DrawHeaderCallback {
  if (lines.size > LINES_MAX) lines.clear();
  const { labelPx, labelLinePx, labelLines, padPx, bandTopPx, isCompact } = theme.layout;
  const labelFont = `${isCompact ? 500 : 600} ${labelPx}px ${theme.fontFamily}`;
  const unitFont = `${SMALL_PX}px ${theme.fontFamily}`;
  const { mirror } = theme;
  const draw: DrawHeaderCallback = ({ ctx, columnIndex, rect }, drawContent) => {
    const column = columns[columnIndex];
    if (!column) {
      drawContent();
      return;
    }
    const label = labels[columnIndex] ?? column.id;
    const key = `${labelFont}\n${rect.width}\n${label}`;
    ctx.font = labelFont;
    const wrapped = lines.get(key) ?? wrap(ctx, label, rect.width - 1.5 * padPx, labelLines);
    lines.set(key, wrapped);
    const onEnd = mirror !== null || !isText(column);
    // Brackets and commas of a name belong where its language has them.
    ctx.direction = theme.direction;
    ctx.textAlign = onEnd ? 'right' : 'left';
    ctx.textBaseline = 'middle';
    const x = onEnd ? rect.x + rect.width - padPx : rect.x + padPx;
    ctx.fillStyle = theme.inks.text;
    for (const [index, line] of wrapped.entries()) ctx.fillText(line, x, rect.y + (isCompact ? 8 : 12) + index * labelLinePx);
    const distribution = distributionOf(column.id);
    if (distribution) {
      const canvas = spreadPicture(distribution, rect.width, Math.max(1, globalThis.devicePixelRatio || 1), theme.inks);
      if (canvas) ctx.drawImage(canvas, rect.x, rect.y + bandTopPx, rect.width, BAND_PX);
      const kept = signs.current.bounds.get(column.id);
      if (kept) drawBounds(ctx, { ...rect, y: rect.y + bandTopPx }, kept, distribution.universe, theme.inks.accent);
    } else if (isText(column)) lateParts.drawCategories?.(ctx, { ...rect, y: rect.y + bandTopPx }, column.id, theme.inks);
    ctx.font = unitFont;
    ctx.fillStyle = theme.inks.quiet;
    const unit = scaleOf(column) || (units[columnIndex] ?? '');
    // Half a word says nothing.
    if (!isCompact || ctx.measureText(unit).width <= rect.width - 2 * padPx)
      ctx.fillText(unit, x, rect.y + rect.height - FOOT_PX);
    const mark = signs.current.marks.get(column.id);
    if (mark) drawMark(ctx, rect, onEnd, mark, theme);
    ctx.textAlign = 'left';
    ctx.direction = 'inherit';
  };
  if (!mirror) return draw;
  return (args, drawContent) => mirror.flipped(args.ctx, args.rect, () => draw(args, drawContent));
}

/** Arrow and, with several sorts, the rank; beside the unit, on the side where no figure stands. */
function drawMark(ctx: CanvasRenderingContext2D, rect: Rectangle, onEnd: boolean, mark: SortEntryMark, theme: GridTheme): void {
  const y = rect.y + rect.height - FOOT_PX;
  const x = onEnd ? rect.x + theme.layout.padPx : rect.x + rect.width - theme.layout.padPx - 9;
  const tip = mark.direction === 'Ascending' ? -4 : 4;
  ctx.fillStyle = theme.inks.accent;
  ctx.beginPath();
  ctx.moveTo(x, y - tip);
  ctx.lineTo(x + 9, y - tip);
  ctx.lineTo(x + 4.5, y + tip);
  ctx.fill();
  if (mark.rank === null) return;
  ctx.textAlign = onEnd ? 'left' : 'right';
  ctx.fillText(String(mark.rank), onEnd ? x + 13 : x - 4, y);
}
