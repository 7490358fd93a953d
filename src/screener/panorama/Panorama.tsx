import './panorama.css';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { locale, useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { runsFromRight } from '../frame/direction.ts';
import { filterByRectangle } from '../steps/rectangle.ts';
import { holdCell } from '../zoom/anchor.ts';
import { zoomedTo } from '../zoom/level.ts';
import { changeZoom } from '../zoom/zoom.ts';
import { useAnchoring } from './anchoring.ts';
import { type Crosshair, useCrosshair } from './crosshair.ts';
import type { Rectangle } from './marks.ts';
import { useMirror } from './mirrored.ts';
import { type Overlay, useOverlay } from './overlay.ts';
import { usePainter } from './painting.ts';
import { moveOf, type PointingEvents, usePointing } from './pointing.ts';
import { Readout } from './Readout.tsx';
import { cellCounts, cellOf, cellPx, frameOf, type Scene, useScene } from './scene.ts';
import { type CellPlace, cellUnder } from './shape.ts';
import { Tools } from './Tools.tsx';

/** Browsers limit the height of elements, so longer results cannot be scrolled to the end. */
const SCROLLED_MAX_PX = 15_000_000;

/** All number columns of all rows as one picture, at zoom levels 3 to 5. */
export function Panorama() {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const { scene, ordering } = useScene(scroller);
  const overlay = useOverlay(scene);
  useAnchoring(scroller, scene, overlay);
  const painter = usePainter(host, scroller, scene, overlay);
  const crosshair = useCrosshair(scroller, scene, overlay, painter.panorama, painter.codesVersion);
  useMirror(scroller, locale());
  usePointing(scroller, useEvents(scroller, scene, overlay, crosshair));
  const { size, margins } = scene;
  const [acrossPx, downPx] = cellPx(scene);
  const [acrossCount, downCount] = cellCounts(scene);
  const width = margins.strip + Math.min(SCROLLED_MAX_PX, acrossCount * acrossPx);
  const stripBox = { top: margins.head, width: margins.strip, height: size.height - margins.head };
  const height = margins.head + Math.min(SCROLLED_MAX_PX, downCount * downPx);
  return (
    <div className="panorama stack">
      <Tools />
      <div className="panorama-body">
        <div
          ref={scroller}
          className="panorama-picture"
          role="application"
          aria-label={t('panorama.label')}
          aria-description={t('panorama.hint')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: handles keys
          tabIndex={0}
          onKeyDown={(event) => pressed(event, crosshair, Math.floor((size.height - margins.head) / downPx) - 1)}
          onScroll={painter.draw}
        >
          <div style={{ width, height }}>
            <div className="panorama-view" style={{ width: size.width, height: size.height }}>
              <div ref={host} className="panorama-canvas" style={{ left: margins.strip, top: margins.head }} />
              <div className="panorama-marks" style={{ left: margins.strip, top: margins.head }}>
                <div ref={overlay.parts.column} className="panorama-column" />
                <div ref={overlay.parts.row} className="panorama-row" />
                <div ref={overlay.parts.rectangle} className="panorama-rectangle" />
              </div>
              <canvas ref={overlay.parts.head} className="panorama-head" style={{ width: size.width, height: margins.head }} />
              <canvas ref={overlay.parts.strip} className="panorama-strip" style={stripBox} />
            </div>
          </div>
        </div>
        {painter.fault !== null && (
          <p className="panorama-fault" role="alert">
            <span>{t('panorama.failed', { reason: painter.fault })}</span>
            <Button onClick={painter.retry}>{t('failure.retry')}</Button>
          </p>
        )}
      </div>
      <Readout crosshair={crosshair} ordering={ordering} pending={painter.pending} />
    </div>
  );
}

function pressed(event: KeyboardEvent, crosshair: Crosshair, pageRows: number): void {
  if (event.altKey) return;
  const move = moveOf(event, Math.max(1, pageRows));
  if (move) crosshair.move(event.key.startsWith('Arrow') && runsFromRight() ? -move[0] : move[0], move[1]);
  else if (event.key === 'Enter') crosshair.showText();
  else if (event.key === ' ') crosshair.hold(!crosshair.isHeld);
  else if (event.key === 'Escape' && crosshair.isHeld) crosshair.hold(false);
  else return;
  event.preventDefault();
}

/** Pointer handlers in a ref, so that the listeners stay attached. */
function useEvents(
  scroller: RefObject<HTMLElement | null>,
  scene: Scene,
  overlay: Overlay,
  crosshair: Crosshair,
): RefObject<PointingEvents> {
  const made: PointingEvents = {
    cellAt: (x, y) => placeAt(scroller.current, scene, x, y),
    point: (place) => {
      const cell = place && !crosshair.isHeld ? cellOf(scene, place) : null;
      if (cell) crosshair.point(cell, false);
    },
    click: (place) => {
      const cell = cellOf(scene, place);
      if (!cell) return;
      scroller.current?.focus({ preventScroll: true });
      const isSame = overlay.crosshair?.columnId === cell.columnId && overlay.crosshair.row === cell.row;
      const wasHeld = crosshair.isHeld;
      crosshair.point(cell, true);
      crosshair.hold(!(wasHeld && isSame));
    },
    draw: (rectangle) => {
      overlay.rectangle = rectangle;
      overlay.paint();
    },
    take: (rectangle) => takeRectangle(rectangle, scene, scroller.current),
  };
  const events = useRef(made);
  events.current = made;
  return events;
}

/** The cell at a window position; over the row names, the cell of that row. */
function placeAt(scroller: HTMLElement | null, scene: Scene, x: number, y: number): CellPlace | null {
  if (!scroller) return null;
  const { margins, scale, ids, rows } = scene;
  const box = scroller.getBoundingClientRect();
  const [across, down] = [x - box.left - margins.strip, y - box.top - margins.head];
  if (down < 0 || across < -margins.strip) return null;
  const place = cellUnder(frameOf(scene, scroller), across, down, scale);
  return place.column < ids.length && place.row < rows.length ? place : null;
}

/** Zooms into the rectangle or creates filters from it. */
function takeRectangle({ from, to, isFilter }: Rectangle, scene: Scene, scroller: HTMLElement | null): void {
  const { ids, rows, frame, margins, zoom, viewport } = scene;
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  if (isFilter) {
    if (frame) filterByRectangle(ids.slice(left, right + 1), rows.subarray(top, bottom + 1), frame);
    return;
  }
  const corner = cellOf(scene, { column: left, row: top });
  if (!corner || !scroller) return;
  const inset = scroller.getBoundingClientRect().top - (scroller.closest('.panorama')?.getBoundingClientRect().top ?? 0);
  holdCell({ ...corner, columnPart: 0, rowPart: 0, x: margins.strip, y: margins.head + inset });
  changeZoom(zoomedTo(zoom, right - left + 1, bottom - top + 1, viewport));
}
