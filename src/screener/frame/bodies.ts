/** Contents of the views, loaded on first use. The grid is part of the first page load, so table and overview are missing here. */
import type { FramedView } from '../views/names.ts';
import { onDemand } from './onDemand.ts';

export const BODIES: Readonly<Record<FramedView, ReturnType<typeof onDemand>>> = {
  scatter: onDemand(async () => (await import('../scatter/ScatterView.tsx')).ScatterView),
  differences: onDemand(async () => (await import('../profile/DifferencesView.tsx')).DifferencesView),
  breakdown: onDemand(async () => (await import('../breakdown/BreakdownView.tsx')).BreakdownView),
  correlations: onDemand(async () => (await import('../correlations/CorrelationsView.tsx')).CorrelationsView),
  backtest: onDemand(async () => (await import('../backtest/BacktestView.tsx')).BacktestView),
  watchlists: onDemand(async () => (await import('../watchlists/WatchlistView.tsx')).WatchlistView),
};
