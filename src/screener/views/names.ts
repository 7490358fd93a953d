/** Views in bar order with their keys. Their contents are in `bodies.ts`. */

/** Table and overview share a place; the zoom selects grid or panorama. */
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
/** Views that replace the grid and can move to the second window. */
export type FramedView = Exclude<ViewName, 'table' | 'overview'>;
export const VIEW_NAMES = Object.keys(VIEW_KEYS) as readonly ViewName[];
