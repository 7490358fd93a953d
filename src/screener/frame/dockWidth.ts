/** Limits of a panel's width. */
export const DOCK_MIN_PX = 200;
export const DOCK_MAX_PX = 900;

/** The nearest valid width in whole pixels; null for invalid input, such as a corrupt setting. */
export function dockWidth(width: number): number | null {
  return Number.isFinite(width) ? Math.round(Math.min(DOCK_MAX_PX, Math.max(DOCK_MIN_PX, width))) : null;
}
