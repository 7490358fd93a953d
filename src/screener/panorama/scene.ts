/** Everything that determines the panorama's picture, and conversions between cells and positions. Lengths are CSS pixels. */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PanoramaFrame } from '../../engine/panorama/frame.ts';
import { language, useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { runsFromRight } from '../frame/direction.ts';
import { type Frame, state } from '../state/store.ts';
import { groupLabel, textShown } from '../state/words.ts';
import { cellSize, hasDigits, type Viewport, type Zoom } from '../zoom/level.ts';
import type { NamedBlock } from './labels.ts';
import { type Ordered, type Ordering, rowOrderOf, useColumnBlocks, useOrderedRows } from './orders.ts';
import { type Cell, type CellPlace, type Margins, marginsOf, type Size } from './shape.ts';

export interface Scene {
  readonly frame: Frame | null;
  readonly zoom: Zoom;
  readonly theme: 'dark' | 'light';
  /** Table columns and rows in drawing order. */
  readonly ids: readonly string[];
  readonly rows: Uint32Array;
  readonly blocks: readonly NamedBlock[];
  /** Runs of rows by sector, when sorted by it. */
  readonly sectors: readonly NamedBlock[];
  readonly size: Size;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly margins: Margins;
  readonly viewport: Viewport;
  readonly columnPx: number;
  readonly rowPx: number;
}

const NO_BLOCKS: readonly NamedBlock[] = [];

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = (): void => setSize({ width: watched.clientWidth, height: watched.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function viewportBeside({ strip, head }: Margins, size: Size, zoom: Zoom, columnCount: number, rowCount: number): Viewport {
  const [wide, high] = [Math.max(1, size.width - strip), Math.max(1, size.height - head)];
  const along = zoom.isTransposed ? { columnsPx: high, rowsPx: wide } : { columnsPx: wide, rowsPx: high };
  return { columnCount, rowCount, ...along };
}

/** The head's height depends on the cell width, which depends only on the space next to the strip. */
function sizes(zoom: Zoom, size: Size, columnCount: number, rowCount: number) {
  const first = marginsOf(size, 0, true);
  const guess = cellSize(zoom, viewportBeside(first, size, zoom, columnCount, rowCount));
  const margins = marginsOf(size, guess[zoom.isTransposed ? 1 : 0], !zoom.isTransposed);
  const viewport = viewportBeside(margins, size, zoom, columnCount, rowCount);
  const [columnPx, rowPx] = cellSize(zoom, viewport);
  return { margins, viewport, columnPx, rowPx };
}

function sectorsOf(rows: Uint32Array, frame: Frame | null): readonly NamedBlock[] {
  const sectors = frame?.columns.get('sector');
  if (sectors?.kind !== 'text') return NO_BLOCKS;
  const blocks: { code: number; name: string; count: number }[] = [];
  for (const row of rows) {
    const code = sectors.codes[row] ?? 0;
    const last = blocks.at(-1);
    if (last?.code === code) last.count++;
    else blocks.push({ code, name: textShown('sector', sectors.labels[code] ?? ''), count: 1 });
  }
  return blocks;
}

function merged(blocks: readonly NamedBlock[]): readonly NamedBlock[] {
  const joined: { name: string; count: number }[] = [];
  for (const { name, count } of blocks) {
    const last = joined.at(-1);
    if (last?.name === name) last.count += count;
    else joined.push({ name, count });
  }
  return joined;
}

export interface SceneNow {
  readonly scene: Scene;
  readonly ordering: { readonly columns: Ordering | null; readonly rows: Ordering | null };
}

export function useScene(element: RefObject<HTMLElement | null>): SceneNow {
  const t = useT();
  const { frame, view, steps, universe } = useSnapshot(state);
  const { zoom } = view;
  const theme = useShownTheme();
  const size = useSize(element);
  const columns = useColumnBlocks(view, frame, universe.loading);
  const rows: Ordered<Uint32Array> = useOrderedRows(view, steps, frame, universe.loading);
  const ids = useMemo(() => columns.value.flatMap((block) => block.ids), [columns.value]);
  const isBySector = rowOrderOf(zoom, steps) === 'sector';
  const sectors = useMemo(() => (isBySector ? sectorsOf(rows.value, frame) : NO_BLOCKS), [isBySector, rows.value, frame]);
  const shownLanguage = language();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names depend on the language
  const blocks = useMemo(
    () =>
      merged(
        columns.value.map(({ group, isAmounts, ids: own }) => ({
          name: isAmounts ? t('panorama.amounts') : group ? groupLabel(group) : '',
          count: own.length,
        })),
      ),
    [columns.value, shownLanguage],
  );
  const scene: Scene = {
    frame,
    zoom,
    theme,
    ids,
    rows: rows.value,
    blocks,
    sectors,
    size,
    scale: Math.max(1, globalThis.devicePixelRatio || 1),
    ...sizes(zoom, size, ids.length, rows.value.length),
  };
  return { scene, ordering: { columns: columns.ordering, rows: rows.ordering } };
}

/** Cell size on the screen. */
export function cellPx({ zoom, columnPx, rowPx }: Scene): readonly [across: number, down: number] {
  return zoom.isTransposed ? [rowPx, columnPx] : [columnPx, rowPx];
}

/** Cell counts on the screen. */
export function cellCounts({ zoom, ids, rows }: Scene): readonly [across: number, down: number] {
  return zoom.isTransposed ? [rows.length, ids.length] : [ids.length, rows.length];
}

/** The picture at the scroll position. */
export function frameOf(scene: Scene, scroller: HTMLElement | null): PanoramaFrame {
  const { zoom, ids, columnPx, rowPx, scale, size, margins, theme } = scene;
  const [acrossPx, downPx] = cellPx(scene);
  const across = Math.max(0, scroller?.scrollLeft ?? 0) / acrossPx;
  const down = Math.max(0, scroller?.scrollTop ?? 0) / downPx;
  return {
    columns: ids,
    left: zoom.isTransposed ? down : across,
    top: zoom.isTransposed ? across : down,
    cellWidth: columnPx * scale,
    cellHeight: rowPx * scale,
    width: Math.max(1, Math.round((size.width - margins.strip) * scale)),
    height: Math.max(1, Math.round((size.height - margins.head) * scale)),
    reference: zoom.reference,
    aroundZero: zoom.isAroundZero,
    theme,
    digits: hasDigits([columnPx, rowPx], zoom.isTransposed) && (runsFromRight() ? 'mirrored' : true),
    transposed: zoom.isTransposed,
  };
}

export function cellOf({ ids, rows }: Scene, { column, row }: CellPlace): Cell | null {
  const [columnId, tableRow] = [ids[column], rows[row]];
  return columnId === undefined || tableRow === undefined ? null : { columnId, row: tableRow };
}

/** Position of a cell; null outside the picture. */
export function placeOf({ ids, rows }: Scene, cell: Cell | null): CellPlace | null {
  if (!cell) return null;
  const [column, row] = [ids.indexOf(cell.columnId), rows.indexOf(cell.row)];
  return column < 0 || row < 0 ? null : { column, row };
}
