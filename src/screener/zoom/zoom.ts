import { t } from '../../shell/i18n.ts';
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { makeSlot } from '../frame/slot.ts';
import { presentGesture } from '../history/gesture.ts';
import { changeView, say, state } from '../state/store.ts';
import { holdAnchor, type Point } from './anchor.ts';
import { besideLevel, isPanorama, LEVELS, type Level, type Viewport, type Zoom, type ZoomAxis, zoomedBy } from './level.ts';

const SETTING = 'level';

export function keptLevel(): Level {
  return LEVELS.find((level) => String(level) === readSetting(SETTING)) ?? 1;
}

/** Changes the panorama's settings and shows grid or panorama. */
export function changeZoom(change: Partial<Zoom>): void {
  const { zoom } = state.view;
  const next = { ...zoom, ...change };
  changeView({ zoom: next, shown: 'table' });
  if (next.level === zoom.level) return;
  writeSetting(SETTING, next.level === 1 ? null : String(next.level));
  say(t('announcement.level', { level: t(`zoom.${next.level}`) }));
}

/** Changes the level; the cell at the point, or under the cursor, stays in place. */
export function setLevel(level: Level, point: Point | null = null): void {
  holdAnchor(point);
  changeZoom({ level, cell: null });
}

/** Transposes the panorama. The grid cannot be transposed, so it switches to level 3. */
export function transpose(): void {
  const { zoom } = state.view;
  holdAnchor(null);
  const isTransposed = isPanorama(zoom) ? !zoom.isTransposed : true;
  changeZoom({ isTransposed, cell: null, level: isPanorama(zoom) ? zoom.level : 3 });
  say(t(isTransposed ? 'announcement.transposed' : 'announcement.untransposed'));
}

/** Wheel distance per grid level, in powers of e. */
const LEVEL_FROM = 0.3;
let turned = 0;
let turnedIn: string | null = null;
const viewport = makeSlot<() => Viewport>();

/** The panorama's available space. */
export const provideViewport = viewport.provide;

/** Zooms by a factor; the cell at the point stays in place. */
export function zoomBy(factor: number, axis: ZoomAxis, point: Point): void {
  const { zoom, shown } = state.view;
  if (shown !== 'table') return;
  if (isPanorama(zoom)) {
    const viewportOf = viewport.current();
    if (!viewportOf) return;
    const next = zoomedBy(zoom, factor, axis, viewportOf());
    holdAnchor(point);
    changeZoom(next);
    return;
  }
  const gesture = presentGesture();
  if (gesture !== turnedIn) turned = 0;
  turnedIn = gesture;
  turned += Math.log(factor);
  if (Math.abs(turned) < LEVEL_FROM) return;
  const level = besideLevel(zoom.level, turned > 0 ? -1 : 1);
  turned = 0;
  if (level !== zoom.level) setLevel(level, point);
}
