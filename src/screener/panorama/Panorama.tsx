import './panorama.css';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PanoramaFrame } from '../../engine/panorama/frame.ts';
import { useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { allIds, FROZEN_IDS } from '../columns/view.ts';
import { jumpTo, onJump } from '../grid/jump.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { columnOf, held, say, state } from '../state/store.ts';
import { wantColumns } from '../state/values.ts';
import { columnLabel, groupLabel } from '../state/words.ts';
import { type Anchor, holdCell, type Point, provideAnchors, takeAnchor } from '../zoom/anchor.ts';
import { cellSize, hasDigits, type Room, zoomedTo } from '../zoom/level.ts';
import { changeZoom, provideRoom, setLevel } from '../zoom/zoom.ts';
import { drawLabels, type LabelInks, type Rectangle } from './labels.ts';
import { useColumnBlocks, useOrderedRows } from './orders.ts';
import { usePainter } from './painting.ts';
import { moveOf, type PointingEvents, usePointing } from './pointing.ts';
import { rowName, toldCell } from './readout.ts';
import { filterByRectangle } from './rectangle.ts';
import { type CellPlace, cellUnder, marginsOf, type Size } from './shape.ts';

import { Tools } from './Tools.tsx';

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
/** Of longer results only so much can be scrolled over: browsers refuse higher elements. */
const SCROLLED_MAX_PX = 15_000_000;

function useSize(element: React.RefObject<HTMLElement | null>): Size {
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

function readInks(): { readonly inks: LabelInks; readonly font: string } {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const inks: LabelInks = {
    text: token('text'),
    quiet: token('quiet'),
    line: token('line-strong'),
    ground: token('ground'),
    panel: token('panel'),
    accent: token('accent'),
    selected: token('selected'),
  };
  return { inks, font: token('figures-font') };
}

/** All number columns of all rows as one picture, at levels 3 to 5 of the zoom. */
export function Panorama() {
  const t = useT();
  const { frame, view, steps, universe } = useSnapshot(state);
  const { zoom } = view;
  const theme = useShownTheme();
  const picture = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const labels = useRef<HTMLCanvasElement>(null);
  const size = useSize(picture);
  const scale = Math.max(1, globalThis.devicePixelRatio || 1);

  const blocks = useColumnBlocks(view, frame, universe.loading);
  const rows = useOrderedRows(view, steps, frame, universe.loading);
  const ids = useMemo(() => blocks.value.flatMap((block) => block.ids), [blocks.value]);
  const rowCount = rows.value.length;
  const named = blocks.value.map(({ ids: [first = ''], group, isAmounts, ids: own }) => ({
    name: isAmounts ? t('panorama.amounts') : group ? groupLabel(group) : columnLabel(first),
    count: own.length,
  }));

  // The head's height depends on the width of cells, which depends on the room beside the strip alone.
  const roomFor = useCallback(
    (head: number, strip: number): Room => {
      const [wide, high] = [Math.max(1, size.width - strip), Math.max(1, size.height - head)];
      const { isTransposed } = zoom;
      const along = isTransposed ? { columnsPx: high, rowsPx: wide } : { columnsPx: wide, rowsPx: high };
      return { columnCount: ids.length, rowCount, ...along };
    },
    [size, zoom, ids.length, rowCount],
  );
  const first = marginsOf(size, 0, true);
  const acrossGuess = cellSize(zoom, roomFor(first.head, first.strip))[zoom.isTransposed ? 1 : 0];
  const margins = marginsOf(size, acrossGuess, !zoom.isTransposed);
  const room = roomFor(margins.head, margins.strip);
  const [columnPx, rowPx] = cellSize(zoom, room);
  const acrossPx = zoom.isTransposed ? rowPx : columnPx;
  const downPx = zoom.isTransposed ? columnPx : rowPx;
  const [acrossCount, downCount] = zoom.isTransposed ? [rowCount, ids.length] : [ids.length, rowCount];

  const crosshair = useRef<CellPlace | null>(null);
  const isHeld = useRef(false);
  const rectangle = useRef<Rectangle | null>(null);
  const [told, setTold] = useState('');
  const [heldTold, setHeldTold] = useState(false);

  /** What the canvas shows; labels are drawn for it, so both move together. */
  const paint = useRef<() => void>(() => {});
  const onDrawn = useCallback(() => paint.current(), []);
  const painter = usePainter(host, onDrawn);

  const frameNow = useCallback((): PanoramaFrame => {
    const { scrollLeft = 0, scrollTop = 0 } = picture.current ?? {};
    const [across, down] = [Math.max(0, scrollLeft) / acrossPx, Math.max(0, scrollTop) / downPx];
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
      digits: hasDigits([columnPx, rowPx], zoom.isTransposed),
      transposed: zoom.isTransposed,
    };
  }, [ids, zoom, acrossPx, downPx, columnPx, rowPx, scale, size, margins.strip, margins.head, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the inks depend on the theme that is shown
  const look = useMemo(readInks, [theme]);
  paint.current = () => {
    const context = labels.current?.getContext('2d');
    const shown = painter.drawn.current?.frame;
    if (!context || !shown || !frame) return;
    const [wide, high] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (context.canvas.width !== wide) context.canvas.width = wide;
    if (context.canvas.height !== high) context.canvas.height = high;
    const column = columnOf(ids[crosshair.current?.column ?? -1] ?? '');
    drawLabels(context, {
      size,
      margins,
      frame: shown,
      scale,
      columnCount: shown.columns.length,
      rowCount,
      columnName: (place) => columnLabel(shown.columns[place] ?? ''),
      rowNames: (place) => {
        const row = rows.value[place];
        if (row === undefined) return ['', '', ''];
        return [textValue(frame, 'symbol', row), textValue(frame, 'name', row), column ? shownValue(frame, column, row) : ''];
      },
      blocks: named,
      crosshair: crosshair.current,
      isHeld: isHeld.current,
      rectangle: rectangle.current,
      ...look,
    });
  };

  const draw = useCallback(() => painter.panorama.current?.draw(frameNow()), [painter.panorama, frameNow]);
  const remaining = frame?.rows;
  const [version, tableRows] = [frame?.version ?? -1, frame?.rowCount ?? 0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another life of the painter has to be told again
  useEffect(() => {
    if (remaining) painter.panorama.current?.show({ version, rowCount: tableRows, rows: rows.value, remaining });
  }, [painter.panorama, painter.life, version, tableRows, rows.value, remaining]);

  const tell = useCallback(
    async (isSaid: boolean): Promise<void> => {
      const cell = crosshair.current;
      const [row, id] = [rows.value[cell?.row ?? -1], ids[cell?.column ?? -1]];
      if (!frame || row === undefined || id === undefined) {
        setTold('');
        return;
      }
      wantColumns([...FROZEN_IDS, 'currency', 'usdRate', id], [], [...ids, ...allIds()]);
      const code = (await painter.panorama.current?.cell(row, id)) ?? null;
      if (crosshair.current !== cell) return;
      const text = toldCell(frame, row, id, code);
      setTold(text);
      if (isSaid) say(text);
    },
    [frame, ids, rows.value, painter.panorama],
  );

  /** Moves the crosshair; one that was moved by a key or click is the cursor of the desk too. */
  const pointAt = useCallback(
    (cell: CellPlace | null, isCursor: boolean): void => {
      crosshair.current = cell;
      paint.current();
      const [row, columnId] = [rows.value[cell?.row ?? -1], ids[cell?.column ?? -1]];
      if (isCursor && row !== undefined && columnId !== undefined) {
        state.cursor = held({ columnId, row, position: frame?.rows.indexOf(row) ?? 0 });
      }
      void tell(isCursor);
    },
    [frame, ids, rows.value, tell],
  );

  const scrollTo = useCallback(
    (cell: CellPlace): void => {
      const scroller = picture.current;
      if (!scroller) return;
      const [across, down] = zoom.isTransposed ? [cell.row, cell.column] : [cell.column, cell.row];
      const [wide, high] = [size.width - margins.strip, size.height - margins.head];
      const inView = (at: number, px: number, from: number, length: number): number =>
        clamp(from, (at + 1) * px - length, Math.max(0, at * px));
      scroller.scrollLeft = inView(across, acrossPx, scroller.scrollLeft, wide);
      scroller.scrollTop = inView(down, downPx, scroller.scrollTop, high);
    },
    [zoom.isTransposed, size, margins.strip, margins.head, acrossPx, downPx],
  );

  const anchorAt = useCallback(
    (asked: Point | null): Anchor | null => {
      const root = picture.current?.closest('.panorama');
      const shown = frameNow();
      if (!root || !picture.current) return null;
      const outer = root.getBoundingClientRect();
      const inner = picture.current.getBoundingClientRect();
      const cell = crosshair.current;
      const cross = (): Point | null => {
        if (!cell || !isHeld.current) return null;
        const place = spanOf2(shown, cell, scale);
        const isInView = place.x > 0 && place.y > 0 && place.x * scale < shown.width && place.y * scale < shown.height;
        return isInView ? { x: inner.left + margins.strip + place.x, y: inner.top + margins.head + place.y } : null;
      };
      const point = asked ?? cross() ?? { x: inner.left + margins.strip, y: inner.top + margins.head };
      const [x, y] = [
        clamp(point.x - inner.left - margins.strip, 0, size.width),
        clamp(point.y - inner.top - margins.head, 0, size.height),
      ];
      const [columnAt, rowAt] = zoom.isTransposed
        ? [shown.left + y / columnPx, shown.top + x / rowPx]
        : [shown.left + x / columnPx, shown.top + y / rowPx];
      const column = clamp(Math.floor(columnAt), 0, ids.length - 1);
      const position = clamp(Math.floor(rowAt), 0, rowCount - 1);
      const [columnId, row] = [ids[column], rows.value[position]];
      if (columnId === undefined || row === undefined) return null;
      return {
        columnId,
        columnPart: clamp(columnAt - column, 0, 1),
        row,
        rowPart: clamp(rowAt - position, 0, 1),
        x: x + margins.strip + inner.left - outer.left,
        y: y + margins.head + inner.top - outer.top,
      };
    },
    [frameNow, ids, rows.value, rowCount, margins.strip, margins.head, size, zoom.isTransposed, columnPx, rowPx, scale],
  );
  useEffect(() => provideAnchors(anchorAt), [anchorAt]);
  useEffect(() => provideRoom(() => room), [room]);

  // A new size or order brings the held cell to where it was. The last one is held through orders that come late.
  const last = useRef<Anchor | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes and orders are what makes cells move
  useLayoutEffect(() => {
    const scroller = picture.current;
    if (!scroller || size.width === 0 || rowCount === 0) return;
    const anchor = takeAnchor() ?? last.current;
    if (anchor) {
      const inner = scroller.getBoundingClientRect();
      const outer = scroller.closest('.panorama')?.getBoundingClientRect() ?? inner;
      const [column, position] = [ids.indexOf(anchor.columnId), rows.value.indexOf(anchor.row)];
      const [x, y] = [anchor.x - margins.strip - inner.left + outer.left, anchor.y - margins.head - inner.top + outer.top];
      const [across, down] = zoom.isTransposed ? [position, column] : [column, position];
      const [acrossPart, downPart] = zoom.isTransposed
        ? [anchor.rowPart, anchor.columnPart]
        : [anchor.columnPart, anchor.rowPart];
      if (across >= 0) scroller.scrollLeft = (across + acrossPart) * acrossPx - x;
      if (down >= 0) scroller.scrollTop = (down + downPart) * downPx - y;
    }
    last.current = null;
    draw();
    return () => {
      last.current = anchorAt(null);
    };
  }, [ids, rows.value, columnPx, rowPx, zoom.isTransposed, size.width === 0]);
  useEffect(() => {
    draw();
  }, [draw, painter.life, rows.value]);
  useEffect(() => paint.current());

  useEffect(
    () =>
      onJump(({ columnId, position }) => {
        const row = position === undefined ? undefined : frame?.rows[position];
        const cell = {
          column: columnId === undefined ? (crosshair.current?.column ?? 0) : Math.max(0, ids.indexOf(columnId)),
          row: row === undefined ? (crosshair.current?.row ?? 0) : Math.max(0, rows.value.indexOf(row)),
        };
        scrollTo(cell);
        pointAt(cell, true);
        if (!state.palette) picture.current?.focus();
      }),
    [frame, ids, rows.value, scrollTo, pointAt],
  );

  const showText = useCallback((): void => {
    const cell = crosshair.current;
    const [row, columnId] = [rows.value[cell?.row ?? -1], ids[cell?.column ?? -1]];
    if (row === undefined || columnId === undefined) return;
    setLevel(1);
    const position = frame?.rows.indexOf(row) ?? -1;
    // The grid listens once it is there.
    if (position >= 0) requestAnimationFrame(() => requestAnimationFrame(() => jumpTo({ columnId, position })));
  }, [frame, ids, rows.value]);

  const hold = useCallback(
    (isOn: boolean): void => {
      isHeld.current = isOn;
      setHeldTold(isOn);
      const cell = crosshair.current;
      const [row, id] = [rows.value[cell?.row ?? -1], ids[cell?.column ?? -1]];
      if (isOn && frame && row !== undefined && id !== undefined) {
        say(t('said.cellHeld', { name: rowName(frame, row), column: columnLabel(id) }));
      } else if (!isOn) say(t('said.cellFreed'));
      paint.current();
    },
    [frame, ids, rows.value, t],
  );

  const events = useRef<PointingEvents>(null as unknown as PointingEvents);
  events.current = {
    cellAt: (x, y) => {
      const box = picture.current?.getBoundingClientRect();
      if (!box) return null;
      const [acrossAt, downAt] = [x - box.left - margins.strip, y - box.top - margins.head];
      const isBeside = acrossAt < 0 || downAt < 0;
      if (isBeside && acrossAt < -margins.strip) return null;
      const cell = cellUnder(frameNow(), Math.max(0, acrossAt), Math.max(0, downAt), scale);
      if (isBeside && downAt < 0) return null;
      return cell.column < ids.length && cell.row < rowCount ? cell : null;
    },
    point: (cell) => {
      if (!isHeld.current && cell) pointAt(cell, false);
    },
    click: (cell) => {
      picture.current?.focus({ preventScroll: true });
      const isSame = crosshair.current?.column === cell.column && crosshair.current.row === cell.row;
      pointAt(cell, true);
      hold(!(isHeld.current && isSame));
    },
    draw: (drawn) => {
      rectangle.current = drawn;
      paint.current();
    },
    take: ({ from, to, isFilter }) => {
      const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
      const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
      if (isFilter) {
        if (frame) filterByRectangle(ids.slice(left, right + 1), [...rows.value.subarray(top, bottom + 1)], frame);
        return;
      }
      const [columnId, row] = [ids[left], rows.value[top]];
      if (columnId === undefined || row === undefined) return;
      const inner = picture.current?.getBoundingClientRect();
      const outer = picture.current?.closest('.panorama')?.getBoundingClientRect();
      const y = margins.head + (inner?.top ?? 0) - (outer?.top ?? 0);
      holdCell({ columnId, row, columnPart: 0, rowPart: 0, x: margins.strip, y });
      changeZoom(zoomedTo(zoom, right - left + 1, bottom - top + 1, room));
    },
  };
  usePointing(picture, events);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if (event.key === 'Enter') showText();
    else if (event.key === ' ') hold(!isHeld.current);
    else if (event.key === 'Escape' && isHeld.current) hold(false);
    else {
      const move = moveOf(event, Math.max(1, Math.floor((size.height - margins.head) / downPx) - 1));
      if (!move) return;
      const [across, down] = move;
      const now = crosshair.current ?? { column: 0, row: 0 };
      const [byColumn, byRow] = zoom.isTransposed ? [down, across] : [across, down];
      const cell = crosshair.current
        ? {
            column: clamp(now.column + byColumn, 0, Math.max(0, ids.length - 1)),
            row: clamp(now.row + byRow, 0, Math.max(0, rowCount - 1)),
          }
        : now;
      scrollTo(cell);
      pointAt(cell, true);
    }
    event.preventDefault();
  };

  const [wide, high] = [
    margins.strip + Math.min(SCROLLED_MAX_PX, acrossCount * acrossPx),
    margins.head + Math.min(SCROLLED_MAX_PX, downCount * downPx),
  ];
  return (
    <div className="panorama">
      <Tools
        pending={painter.pending}
        ordering={[
          [t('panorama.orderingColumns'), blocks.ordering],
          [t('panorama.orderingRows'), rows.ordering],
        ]}
      />
      <div className="panorama-body">
        <div
          ref={picture}
          className="panorama-picture"
          role="application"
          aria-label={t('panorama.label')}
          aria-description={t('panorama.hint')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={draw}
        >
          <div style={{ width: wide, height: high }}>
            <div className="panorama-view" style={{ width: size.width, height: size.height }}>
              <div
                ref={host}
                className="panorama-canvas"
                style={{ left: margins.strip, top: margins.head, right: 0, bottom: 0 }}
              />
              <canvas ref={labels} className="panorama-labels" aria-hidden="true" />
            </div>
          </div>
        </div>
        {painter.fault !== null && (
          <p className="panorama-fault" role="alert">
            <span>{t('panorama.failed', { reason: painter.fault })}</span>
            <button type="button" className="button" onClick={painter.retry}>
              {t('failure.retry')}
            </button>
          </p>
        )}
      </div>
      <p className="panorama-told" data-held={heldTold || undefined}>
        {told}
      </p>
    </div>
  );
}

/** The middle of a cell, from the picture's corner. */
function spanOf2(frame: PanoramaFrame, cell: CellPlace, scale: number): Point {
  const x = (cell.column + 0.5 - frame.left) * (frame.cellWidth / scale);
  const y = (cell.row + 0.5 - frame.top) * (frame.cellHeight / scale);
  return frame.transposed ? { x: y, y: x } : { x, y };
}
