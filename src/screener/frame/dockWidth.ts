/** How wide a panel may be. */
export const DOCK_MIN_PX = 200;
export const DOCK_MAX_PX = 900;

/** The nearest width that a panel may have, whole pixels; null for what is no width, as a setting that somebody else wrote. */
export function dockWidth(width: number): number | null {
  return Number.isFinite(width) ? Math.round(Math.min(DOCK_MAX_PX, Math.max(DOCK_MIN_PX, width))) : null;
}
