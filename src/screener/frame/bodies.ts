/** What the views show, fetched when first opened. Table and overview are not here: the grid is on the page from its start. */
import { lazyPart } from '../../shell/lazyPart.tsx';
import type { ViewName } from '../views/names.ts';

export const BODIES: Readonly<Record<Exclude<ViewName, 'table' | 'overview'>, ReturnType<typeof lazyPart>>> = {
  scatter: lazyPart(async () => (await import('../scatter/ScatterView.tsx')).ScatterView),
  differences: lazyPart(async () => (await import('../profile/DifferencesView.tsx')).DifferencesView),
  breakdown: lazyPart(async () => (await import('../breakdown/BreakdownView.tsx')).BreakdownView),
  correlations: lazyPart(async () => (await import('../correlations/CorrelationsView.tsx')).CorrelationsView),
  backtest: lazyPart(async () => (await import('../backtest/BacktestView.tsx')).BacktestView),
  watchlists: lazyPart(async () => (await import('../watchlists/WatchlistView.tsx')).WatchlistView),
};
