/** Sides and widths of the panels, stored on this device. */
import { t } from '../../shell/i18n.ts';
import { writeSetting } from '../../shell/storage.ts';
import { type Panel, type Side, say, state } from '../state/store.ts';
import { dockWidth } from './dockWidth.ts';

/** Sets a panel's width; null is the default. */
export function resizeDock(panel: Panel, width: number | null): void {
  const limited = width === null ? null : dockWidth(width);
  state.docks[panel].width = limited;
  writeSetting(`dock.${panel}.width`, limited === null ? null : String(limited));
}

export function dockAt(panel: Panel, side: Side): void {
  if (state.docks[panel].side === side) return;
  state.docks[panel].side = side;
  writeSetting(`dock.${panel}.side`, side);
  say(t(side === 'left' ? 'announcement.dockedLeft' : 'announcement.dockedRight', { panel: t(`top.${panel}`) }));
}

export function switchSide(panel: Panel): void {
  dockAt(panel, state.docks[panel].side === 'left' ? 'right' : 'left');
}
