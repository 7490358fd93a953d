/** Draws the cells of the table: the figure, its unit before it, the color behind it, and faint missing values. */
import {
  type AllCellRenderers,
  GridCellKind,
  getMiddleCenterBias,
  loadingCellRenderer,
  type Rectangle,
  type textCellRenderer,
} from '@glideapps/glide-data-grid';
import { type Advances, cutByCharacters } from '../frame/cut.ts';
import type { FigureCell } from './figureCell.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

type Renderers = typeof AllCellRenderers;
type TextRenderer = typeof textCellRenderer;
type DrawCell = (args: Pick<Parameters<TextRenderer['draw']>[0], 'ctx' | 'rect' | 'theme'>, cell: FigureCell) => void;

const SIGN_FONT = '7px sans-serif';
const HATCH_PX = 6;
/** As the library has it: lines stand half a pixel beside the cell. */
const LINE_PX = 0.5;
/** Letters of scripts that run from right to left, and of all others; as the library has them, marks aside. */
const RIGHT_TO_LEFT = /^[^\p{L}\u200e]*[\u0591-\u07ff\ufb1d-\ufdfd\ufe70-\ufefc]/u;

/** What is known of a font. A remounted grid shows the same texts. */
interface Font {
  readonly advances: Advances;
  /** By width and text. */
  readonly cuts: Map<number, Map<string, string>>;
}

const fonts = new Map<string, Font>();
/** Of one font and width. */
const CUTS_MAX = 1000;

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Text and loading cells. The library's renderer of text has an editor, and its others are larger than our whole page. */
export function cellRenderers(theme: GridTheme): Renderers {
  const text: Omit<TextRenderer, 'draw'> & { readonly draw: DrawCell } = {
    kind: GridCellKind.Text,
    useLabel: true,
    getAccessibilityString: ({ data }) => data,
    onPaste: () => undefined,
    drawPrep: ({ ctx, theme: { textDark } }, last) => {
      if (last?.fillStyle !== textDark) ctx.fillStyle = textDark;
      return { fillStyle: textDark };
    },
    draw: cellPainter(theme),
    measure: (context, { displayData }, own) => context.measureText(displayData).width + 2 * own.cellHorizontalPadding,
  };
  return [text, loadingCellRenderer] as unknown as Renderers;
}

export function cellPainter(theme: GridTheme): DrawCell {
  const { figurePx, padPx, isCompact } = theme.layout;
  const { mirror, inks } = theme;
  const unitFont = `${SMALL_PX - (isCompact ? 2 : 1)}px ${theme.fontFamily}`;
  const { advances, cuts } = entryOf(fonts, `${figurePx}px ${theme.fontFamily}`, () => ({
    advances: new Map(),
    cuts: new Map(),
  }));
  const fitted = (context: CanvasRenderingContext2D, text: string, width: number): string => {
    const byText = entryOf(cuts, width, () => new Map<string, string>());
    if (byText.size > CUTS_MAX) byText.clear();
    return entryOf(byText, text, () => cutByCharacters(context, text, width, advances));
  };
  const write = (context: CanvasRenderingContext2D, cell: FigureCell, { x, y, width, height }: Rectangle, bias: number): void => {
    const text = cell.isText ? fitted(context, cell.displayData, width - 2 * padPx) : cell.displayData;
    const isRightToLeft = (cell.isText || mirror !== null) && RIGHT_TO_LEFT.test(text);
    const isRight = cell.align === 'right' || isRightToLeft || (cell.isText && mirror !== null);
    // Set for each text, and never back: the library restores it at the end of each column.
    context.textAlign = isRight ? 'right' : 'left';
    if (isRightToLeft) context.direction = 'rtl';
    const edge = padPx + LINE_PX;
    context.fillText(text, isRight ? x + width - edge : x + edge, y + height / 2 + bias);
    if (isRightToLeft) context.direction = 'inherit';
  };
  // The library has set font and color and expects them unchanged; setting them is cheaper than reading them back.
  const draw: DrawCell = ({ ctx, rect, theme: own }, cell) => {
    const { unit, tint, sign, isFaint } = cell;
    if (tint !== '') {
      ctx.fillStyle = tint;
      ctx.fillRect(rect.x, rect.y + 1, rect.width - 1, rect.height - 1);
      ctx.fillStyle = own.textDark;
    }
    if (cell.isHatched) hatch(ctx, rect, inks.line);
    if (isFaint) ctx.fillStyle = inks.faint;
    if (cell.displayData !== '') write(ctx, cell, rect, getMiddleCenterBias(ctx, own));
    if (unit !== '' || sign !== '') {
      ctx.textAlign = 'start';
      if (unit !== '') {
        ctx.font = unitFont;
        ctx.fillStyle = inks.faint;
        ctx.fillText(unit, rect.x + padPx, rect.y + rect.height / 2 + 1);
      }
      if (sign !== '') {
        ctx.font = SIGN_FONT;
        ctx.fillStyle = own.textDark;
        const isLeft = cell.align === 'right' || (cell.isText && mirror !== null);
        ctx.fillText(sign, isLeft ? rect.x + 2 : rect.x + rect.width - 9, rect.y + 6);
      }
      ctx.font = own.baseFontFull;
    }
    if (unit !== '' || isFaint) ctx.fillStyle = own.textDark;
  };
  if (!mirror) return draw;
  return (args, cell) => mirror.flipped(args.ctx, args.rect, () => draw(args, cell));
}

/** Hatching that continues across adjacent cells. */
function hatch(ctx: CanvasRenderingContext2D, { x, y, width, height }: Rectangle, ink: string): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y + 1, width - 1, height - 1);
  ctx.clip();
  ctx.beginPath();
  const first = Math.floor((x - height) / HATCH_PX) * HATCH_PX;
  for (let at = first; at < x + width; at += HATCH_PX) {
    ctx.moveTo(at, y + height);
    ctx.lineTo(at + height, y);
  }
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}
