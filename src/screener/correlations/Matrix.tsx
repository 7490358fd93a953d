import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useT } from '../../shell/i18n.ts';
import { themeTokens, useShownTheme } from '../../shell/theme.ts';
import { clampIndex } from '../frame/clamp.ts';
import { cut } from '../frame/cut.ts';
import { runsFromRight } from '../frame/direction.ts';
import { makeTints, tintOf } from '../lens/tints.ts';
import { columnLabel, wholeText } from '../state/words.ts';
import { coefficientText } from './coefficientText.ts';
import type { CorrelationTable } from './correlations.ts';

interface Cell {
  readonly width: number;
  readonly height: number;
}

export type Place = readonly [across: number, down: number];

/** Minimum cell size for row and column names. */
const NAMED_FROM_PX = 10;
const NAMES_PX = 168;
const FONT_PX = 11;
const SLANT = Math.PI / 3;
const CELL_MAX_PX = 72;
const CELL_MIN_PX = 2;
/** Cell size when names are requested and not all cells fit. */
const READABLE_PX = 14;
/** Maximum ratio of width to height. */
const WIDEST = 1.6;
/** Opacity of the ends of the scale: coefficients stay readable on them, dark and light. */
const STRONGEST_ALPHA = 0.75;
/** Minimum cell size for printed coefficients. */
const WRITTEN_FROM_PX = [30, 15] as const;

const MOVES: ReadonlyMap<string, Place> = new Map([
  ['ArrowRight', [1, 0]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowDown', [0, 1]],
  ['ArrowUp', [0, -1]],
]);

interface MatrixProps {
  readonly table: CorrelationTable;
  /** Column index by position. */
  readonly order: readonly number[];
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onOpen: (place: Place) => void;
  readonly isReadable: boolean;
  /** Positions of the columns found by the search. */
  readonly found: ReadonlySet<number>;
  readonly size: readonly [width: number, height: number];
}

/** Cell size so that all cells fit, with names where possible. */
function cellOf(size: readonly [number, number], count: number, isReadable: boolean): Cell {
  const fitting = (px: number): number => {
    const named = Math.floor((px - NAMES_PX) / count);
    const cell = named >= NAMED_FROM_PX ? named : px / count;
    return Math.max(CELL_MIN_PX, isReadable ? READABLE_PX : 0, Math.min(CELL_MAX_PX, cell));
  };
  const [width, height] = [fitting(size[0]), fitting(size[1])];
  // Names on both sides or on none.
  const [across, down] = Math.min(width, height) < NAMED_FROM_PX ? [Math.min(width, NAMED_FROM_PX - 1), height] : [width, height];
  return { width: Math.min(across, WIDEST * down), height: Math.min(down, WIDEST * across) };
}

/** Correlation heat map. Arrow keys and pointer move in it; Enter and clicks open the scatter plot. */
export function Matrix({ table, order, place, onPlace, onOpen, isReadable, found, size }: MatrixProps) {
  const t = useT();
  const theme = useShownTheme();
  const count = order.length;
  const cell = cellOf(size, count, isReadable);
  const { width, height } = cell;
  const hasNames = Math.min(width, height) >= NAMED_FROM_PX;
  const cells = useRef<HTMLCanvasElement>(null);
  const top = useRef<HTMLCanvasElement>(null);
  const start = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const labels = order.map((index) => columnLabel(table.ids[index] ?? ''));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors depend on the theme
  useEffect(() => {
    const context = cells.current?.getContext('2d');
    if (context) drawCells(context, table, order, { width, height });
  }, [table, order, width, height, theme]);

  const key = labels.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are compared by value; the colors depend on the theme
  useEffect(() => {
    if (!hasNames) return;
    drawNames(top.current, labels, width, found, true);
    drawNames(start.current, labels, height, found, false);
  }, [key, width, height, hasNames, found, theme]);

  useEffect(() => {
    box.current?.querySelector('.matrix-mark')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const inside = (index: number): number => clampIndex(index, count);
  const placeAt = (event: PointerEvent<HTMLElement>): Place => {
    const { left, right, top: above } = cells.current?.getBoundingClientRect() ?? { left: 0, right: 0, top: 0 };
    const along = runsFromRight() ? right - event.clientX : event.clientX - left;
    return [inside(Math.floor(along / width)), inside(Math.floor((event.clientY - above) / height))];
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = MOVES.get(event.key);
    if (by) onPlace([inside(place[0] + (runsFromRight() ? -by[0] : by[0])), inside(place[1] + by[1])]);
    else if (event.key === 'Enter') onOpen(place);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="matrix"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it and are announced
      tabIndex={0}
      role="application"
      aria-label={t('map.matrix', { number: wholeText(count) })}
      onKeyDown={pressed}
    >
      {hasNames && <canvas ref={top} className="matrix-top" />}
      {hasNames && <canvas ref={start} className="matrix-start" />}
      <div className="matrix-cells">
        <canvas
          ref={cells}
          width={Math.round(count * width)}
          height={Math.round(count * height)}
          onPointerMove={(event) => onPlace(placeAt(event))}
          onClick={(event) => onOpen(placeAt(event as unknown as PointerEvent<HTMLElement>))}
        />
        <span
          className="matrix-mark"
          style={{
            insetInlineStart: place[0] * width - 1,
            top: place[1] * height - 1,
            inlineSize: width + 2,
            blockSize: height + 2,
          }}
        />
        {[...found].map((at) => (
          <span key={at} className="matrix-found" style={{ top: at * height, blockSize: height }} />
        ))}
      </div>
    </div>
  );
}

function drawCells(context: CanvasRenderingContext2D, table: CorrelationTable, order: readonly number[], cell: Cell): void {
  const token = themeTokens();
  const tints = makeTints(token('lens-bad'), token('lens-good'), STRONGEST_ALPHA);
  const missing = token('line');
  const { ids, coefficients } = table;
  const { width, height } = cell;
  const gap = Math.min(width, height) >= NAMED_FROM_PX ? 1 : 0;
  const isMirrored = runsFromRight();
  const isWritten = width >= WRITTEN_FROM_PX[0] && height >= WRITTEN_FROM_PX[1];
  context.clearRect(0, 0, order.length * width, order.length * height);
  context.font = `${FONT_PX}px ${token('font')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [down, row] of order.entries()) {
    for (const [index, column] of order.entries()) {
      const across = isMirrored ? order.length - 1 - index : index;
      const coefficient = coefficients[row * ids.length + column] ?? Number.NaN;
      context.fillStyle = Number.isNaN(coefficient) ? missing : tintOf(tints, (coefficient + 1) / 2);
      const [x, y] = [Math.round(across * width), Math.round(down * height)];
      context.fillRect(x, y, Math.round((across + 1) * width) - x - gap, Math.round((down + 1) * height) - y - gap);
      if (!isWritten || Number.isNaN(coefficient)) continue;
      context.fillStyle = token('text');
      context.fillText(coefficientText(coefficient), (across + 0.5) * width, (down + 0.5) * height);
    }
  }
}

/** Names along one side: slanted above, horizontal at the start, aligned to their cells. */
function drawNames(
  canvas: HTMLCanvasElement | null,
  labels: readonly string[],
  cell: number,
  found: ReadonlySet<number>,
  isTop: boolean,
): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const token = themeTokens();
  const length = labels.length * cell + (isTop ? NAMES_PX / 2 : 0);
  const [width, height] = isTop ? [length, NAMES_PX] : [NAMES_PX, length];
  const scale = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.inlineSize = `${width}px`;
  canvas.style.blockSize = `${height}px`;
  context.scale(scale, scale);
  context.font = `${FONT_PX}px ${token('font')}`;
  context.textBaseline = 'middle';
  const isMirrored = runsFromRight();
  const room = isTop ? NAMES_PX / Math.sin(SLANT) - 12 : NAMES_PX - 8;
  for (const [place, label] of labels.entries()) {
    const middle = (place + 0.5) * cell;
    const across = isTop ? middle : NAMES_PX - 6;
    context.fillStyle = token(found.has(place) ? 'accent' : 'text');
    context.save();
    context.translate(isMirrored ? width - across : across, isTop ? NAMES_PX - 4 : middle);
    if (isTop) context.rotate(isMirrored ? SLANT : -SLANT);
    context.textAlign = isTop !== isMirrored ? 'left' : 'right';
    context.fillText(cut(context, label, room), 0, 0);
    context.restore();
  }
}
