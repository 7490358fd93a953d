/** The crosshair: pointing, holding, moving by keys, and its readout. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Panorama } from '../../engine/panorama/panorama.ts';
import { t } from '../../shell/i18n.ts';
import { allIds, FROZEN_IDS } from '../columns/view.ts';
import { clamp } from '../frame/clamp.ts';
import { onPointed, pointAt, pointedRow } from '../rows/pointed.ts';
import { type GridPlace, jumpTo, onJump } from '../state/jump.ts';
import { asRef, say, state } from '../state/store.ts';
import { columnArrivals, wantColumns } from '../state/values.ts';
import { columnLabel } from '../state/words.ts';
import { isPanorama } from '../zoom/level.ts';
import { setLevel } from '../zoom/zoom.ts';
import type { Overlay } from './overlay.ts';
import { rowName, toldCell } from './readout.ts';
import { cellOf, cellPx, placeOf, type Scene } from './scene.ts';
import type { Cell, CellPlace } from './shape.ts';

export interface Crosshair {
  readonly told: string;
  readonly isHeld: boolean;
  /** Points at a cell. With `isCursor` (keys and clicks) it also becomes the cursor and is announced. */
  point(cell: Cell, isCursor: boolean): void;
  /** Moves by cells on the screen. */
  move(across: number, down: number): void;
  hold(isOn: boolean): void;
  showText(): void;
}

/** Scrolls the cell into view. */
function scrollTo(scroller: HTMLElement, scene: Scene, { column, row }: CellPlace): void {
  const { zoom, size, margins } = scene;
  const [acrossPx, downPx] = cellPx(scene);
  const [across, down] = zoom.isTransposed ? [row, column] : [column, row];
  const inView = (at: number, px: number, from: number, length: number): number =>
    clamp(from, (at + 1) * px - length, Math.max(0, at * px));
  scroller.scrollLeft = inView(across, acrossPx, scroller.scrollLeft, size.width - margins.strip);
  scroller.scrollTop = inView(down, downPx, scroller.scrollTop, size.height - margins.head);
}

interface Pointing {
  point(cell: Cell, isCursor: boolean): void;
  goTo(place: CellPlace): void;
  tellAgain(): void;
}

interface Parts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scene: RefObject<Scene>;
  readonly overlay: Overlay;
  readonly panorama: RefObject<Panorama | null>;
}

/** Keyboard and click targets are announced once their value and percentile are loaded. */
function makePointing({ scroller, scene, overlay, panorama }: Parts, setTold: (told: string) => void): Pointing {
  let unsaid: Cell | null = null;
  const tell = async (cell: Cell): Promise<void> => {
    wantColumns([...FROZEN_IDS, 'currency', 'usdRate', 'sector', cell.columnId], [], [...scene.current.ids, ...allIds()]);
    const code = (await panorama.current?.cell(cell.row, cell.columnId)) ?? null;
    const { frame } = scene.current;
    if (overlay.crosshair !== cell || !frame) return;
    const text = toldCell(frame, cell.row, cell.columnId, code);
    setTold(text);
    if (unsaid !== cell || !code || !frame.columns.has(cell.columnId)) return;
    unsaid = null;
    say(text);
  };
  const point = (cell: Cell, isCursor: boolean): void => {
    overlay.crosshair = cell;
    overlay.paint();
    pointAt(cell.row);
    if (isCursor) state.cursor = asRef({ ...cell, position: scene.current.frame?.rows.indexOf(cell.row) ?? 0 });
    unsaid = isCursor ? cell : null;
    const { frame } = scene.current;
    // Name the cell at once; its percentile follows.
    if (isCursor && frame) setTold(toldCell(frame, cell.row, cell.columnId, null));
    void tell(cell);
  };
  return {
    point,
    goTo: (place) => {
      const cell = cellOf(scene.current, place);
      if (!cell || !scroller.current) return;
      scrollTo(scroller.current, scene.current, place);
      point(cell, true);
    },
    tellAgain: () => {
      if (overlay.crosshair) void tell(overlay.crosshair);
    },
  };
}

function move({ scene, overlay }: Parts, pointing: Pointing, across: number, down: number): void {
  const { zoom, ids, rows } = scene.current;
  const at = placeOf(scene.current, overlay.crosshair);
  const [byColumn, byRow] = zoom.isTransposed ? [down, across] : [across, down];
  pointing.goTo({
    column: at ? clamp(at.column + byColumn, 0, Math.max(0, ids.length - 1)) : 0,
    row: at ? clamp(at.row + byRow, 0, Math.max(0, rows.length - 1)) : 0,
  });
}

/** Follows the row under the pointer in another view. */
function follow({ scene, overlay }: Parts, pointing: Pointing): void {
  const { ids, rows } = scene.current;
  const row = pointedRow();
  const columnId = overlay.crosshair?.columnId ?? ids[0];
  if (overlay.isHeld || row === overlay.crosshair?.row || columnId === undefined || !rows.includes(row)) return;
  pointing.point({ row, columnId }, false);
}

/** Jumps on requests of other panels. */
function jump({ scene, overlay }: Parts, pointing: Pointing, { columnId, position }: GridPlace): void {
  const { ids, rows, frame } = scene.current;
  const at = placeOf(scene.current, overlay.crosshair);
  const row = position === undefined ? undefined : frame?.rows[position];
  const column = columnId === undefined ? -1 : ids.indexOf(columnId);
  pointing.goTo({
    column: column < 0 ? (at?.column ?? 0) : column,
    row: row === undefined ? (at?.row ?? 0) : Math.max(0, rows.indexOf(row)),
  });
}

function showText({ scene, overlay }: Parts): void {
  const { crosshair } = overlay;
  const position = crosshair ? (scene.current.frame?.rows.indexOf(crosshair.row) ?? -1) : -1;
  if (!crosshair || position < 0) return;
  setLevel(1);
  // The grid must mount first.
  requestAnimationFrame(() => requestAnimationFrame(() => jumpTo({ columnId: crosshair.columnId, position })));
}

export function useCrosshair(
  scroller: RefObject<HTMLElement | null>,
  shown: Scene,
  overlay: Overlay,
  panorama: RefObject<Panorama | null>,
  codesVersion: number,
): Crosshair {
  const scene = useRef(shown);
  scene.current = shown;
  const [told, setTold] = useState('');
  const [isHeld, setHeld] = useState(false);
  const parts = useMemo<Parts>(() => ({ scroller, scene, overlay, panorama }), [scroller, overlay, panorama]);
  const pointing = useMemo(() => makePointing(parts, setTold), [parts]);
  const { frame, zoom, theme } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: values or percentiles have changed
  useEffect(pointing.tellAgain, [pointing, frame, zoom.reference, zoom.isAroundZero, theme, codesVersion]);
  useEffect(
    () =>
      columnArrivals.add((id) => {
        if (id !== overlay.crosshair?.columnId) return;
        overlay.paint();
        pointing.tellAgain();
      }),
    [pointing, overlay],
  );
  useEffect(() => onPointed(() => follow(parts, pointing)), [parts, pointing]);
  useEffect(
    () =>
      onJump((place) => {
        if (!isPanorama(state.view.zoom)) return false;
        jump(parts, pointing, place);
        // Keys typed into the palette are not for the picture.
        if (!state.palette) scroller.current?.focus();
        return true;
      }),
    [parts, pointing, scroller],
  );
  const hold = (isOn: boolean): void => {
    const { crosshair } = overlay;
    if (!crosshair || !frame) return;
    overlay.isHeld = isOn;
    setHeld(isOn);
    overlay.paint();
    const holes = { name: rowName(frame, crosshair.row), column: columnLabel(crosshair.columnId) };
    say(isOn ? t('announcement.cellHeld', holes) : t('announcement.cellFreed'));
  };
  return {
    told,
    isHeld,
    point: pointing.point,
    move: (across, down) => move(parts, pointing, across, down),
    hold,
    showText: () => showText(parts),
  };
}
