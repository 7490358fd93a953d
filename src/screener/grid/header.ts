/** Column headers: label, distribution, unit and sort mark. */
import type { DrawHeaderCallback, Rectangle } from '@glideapps/glide-data-grid';
import { type Column, isText } from '../../catalogue/column.ts';
import { cut } from '../frame/cut.ts';
import { distributionOf } from '../state/distributions.ts';
import type { SortEntryMark } from '../steps/sortMarks.ts';
import { lateParts } from './lateParts.ts';
import { BAND_PX, drawBounds, spreadPicture } from './spread.ts';
import { notePainted } from './staleHeaders.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

export const GROUP_PX = 22;
/** Distance of the last line's middle from the lower edge. */
const FOOT_PX = 9;

/** Line breaks: after spaces, and between characters of scripts without spaces, except before closing punctuation. */
const BREAKS =
  /(?<= )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョー・、。）」％\p{Pe}])|(?=[（「])/u;

/** Wraps the label into at most `lineCount` lines. */
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
  /** Scale of a column's figures, such as `×10⁻⁶`; usually empty. Read while painting, since it arrives with the values. */
  readonly scaleOf: (column: Column) => string;
  /** Read while painting: a new painter for every edit would repaint every cell. */
  readonly signs: { readonly current: Signs };
  readonly theme: GridTheme;
}

/** Header marks of the steps, by column. */
export interface Signs {
  readonly marks: ReadonlyMap<string, SortEntryMark>;
  readonly bounds: ReadonlyMap<string, readonly [low: number, high: number]>;
}

/** Wrapped labels by font, width and text: measuring is slow, and every theme or column set creates a new painter. */
const lines = new Map<string, readonly string[]>();
const LINES_MAX = 5000;

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
    notePainted(column.id);
    const label = labels[columnIndex] ?? column.id;
    const key = `${labelFont}\n${rect.width}\n${label}`;
    ctx.font = labelFont;
    const wrapped = lines.get(key) ?? wrap(ctx, label, rect.width - 1.5 * padPx, labelLines);
    lines.set(key, wrapped);
    const onEnd = mirror !== null || !isText(column);
    // Places brackets and commas according to the language.
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
    const [scale, unit] = [scaleOf(column), units[columnIndex] ?? ''];
    // A cut unit is useless; without the power of ten, the cells would be other numbers.
    const foot = [`${scale} ${unit}`.trim(), scale].find((text) => ctx.measureText(text).width <= rect.width - 2 * padPx);
    if (foot) ctx.fillText(foot, x, rect.y + rect.height - FOOT_PX);
    const mark = signs.current.marks.get(column.id);
    if (mark) drawMark(ctx, rect, onEnd, mark, theme);
    ctx.textAlign = 'left';
    ctx.direction = 'inherit';
  };
  if (!mirror) return draw;
  return (args, drawContent) => mirror.flipped(args.ctx, args.rect, () => draw(args, drawContent));
}

/** Arrow and, with several sorts, the rank; in the corner opposite to the figures. */
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
