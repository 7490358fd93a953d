/** Contents of the views, loaded on first use. The grid is part of the first page load, so table and overview are missing here. */
import type { RoomName } from '../views/names.ts';
import { room } from './room.ts';

export const BODIES: Readonly<Record<RoomName, ReturnType<typeof room>>> = {
  scatter: room(async () => (await import('../scatter/ScatterView.tsx')).ScatterView),
  differences: room(async () => (await import('../profile/DifferencesView.tsx')).DifferencesView),
  breakdown: room(async () => (await import('../breakdown/BreakdownView.tsx')).BreakdownView),
  correlations: room(async () => (await import('../correlations/CorrelationsView.tsx')).CorrelationsView),
  backtest: room(async () => (await import('../backtest/BacktestView.tsx')).BacktestView),
  watchlists: room(async () => (await import('../watchlists/WatchlistView.tsx')).WatchlistView),
};
