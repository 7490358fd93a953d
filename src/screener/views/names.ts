/** The views that fill the room between the panels, in the order of their bar, each with its key. What each shows is in `bodies.ts`. */

/** Table and overview are one place, of which the zoom says whether it is the grid or the panorama. */
export const VIEW_KEYS = {
  table: 'e',
  overview: 'h',
  scatter: 'y',
  differences: 'v',
  breakdown: 'u',
  correlations: 'o',
  backtest: 'r',
  watchlists: 'l',
} as const;

export type ViewName = keyof typeof VIEW_KEYS;
/** The views that take the place of the grid, and can stand in a second window. */
export type RoomName = Exclude<ViewName, 'table' | 'overview'>;
export const VIEW_NAMES = Object.keys(VIEW_KEYS) as readonly ViewName[];
