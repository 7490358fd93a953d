/** Limits of a panel's width. */
import { clamp } from './clamp.ts';
export const DOCK_MIN_PX = 200;
export const DOCK_MAX_PX = 900;

/** The nearest valid width in whole pixels; null for invalid input, such as a corrupt setting. */
export function dockWidth(width: number): number | null {
  return Number.isFinite(width) ? Math.round(clamp(width, DOCK_MIN_PX, DOCK_MAX_PX)) : null;
}
